import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { micros } from '#core/money/micros.ts'
import { accountOf, movementOf, takeWriter, transferOf } from '#test/engine/batch-writer.ts'
import { insertUserOf } from '#test/engine/insert-users.ts'
import { closedOrder, openOrder, pendingOrder, placedAtMs } from '#test/engine/some-order.ts'
import type { StoreStage } from '#test/engine/store-stage.ts'
import { openStoreStage } from '#test/engine/store-stage.ts'

let stage: StoreStage
before(async () => {
  stage = await openStoreStage()
})
after(async () => await stage.database.drop())

it('gives back everything as it was written', async () => {
  const { store, database } = stage
  const userId = await insertUserOf(database)
  const writer = await takeWriter(store)
  const order = openOrder({ id: 1, userId })
  const pending = pendingOrder({ id: 2, userId })
  const account = accountOf(userId, { cash: micros(1_000_000), isWarned: true })
  const movement = movementOf(userId)
  const outcome = {
    userId,
    key: 'k',
    fingerprint: 'f'.repeat(64),
    outcome: { kind: 'done', orders: [order] },
    atMs: placedAtMs,
  } as const
  assert.equal(
    await writer.commit({
      accounts: [account],
      orders: [order, pending],
      transfers: [transferOf({ id: 1, userId })],
      movements: [movement],
      outcomes: [outcome],
      notices: [
        {
          userId,
          riskRate: 9_900,
          netValue: micros(5),
          usedMargin: micros(6),
          quoteSeq: 9,
          timeMs: placedAtMs,
        },
      ],
    }),
    'committed',
  )
  const loaded = await store.load(new Date(0))
  assert.deepEqual(loaded, {
    accounts: [account],
    orders: [order, pending],
    outcomes: [outcome],
    movements: [movement],
    nextOrderId: 3,
    nextTransferId: 2,
  })
})
