import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buy, createEngineFixture, orderOf, other } from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'

test('a close is in the next batch, however many orders wait; of these a batch takes 64', async () => {
  const batches: { readonly orders: number; readonly hasClose: boolean }[] = []
  let held: PromiseWithResolvers<void> | undefined
  const fixture = await createEngineFixture((store) => ({
    ...store,
    commit: async (lease, batch) => {
      await held?.promise
      const hasClose = batch.orders.some(({ status }) => status === 'closed')
      batches.push({ orders: batch.orders.length - Number(hasClose), hasClose })
      return await store.commit(lease, batch)
    },
  }))
  const owners = Array.from({ length: 300 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
  const { id } = orderOf(await fixture.settle(fixture.submit(other, buy)))
  batches.length = 0
  held = Promise.withResolvers()
  const answers = owners.map((owner) => fixture.submit(owner, buy))
  await turn()
  const close = fixture.submit(other, { kind: 'close_order', orderId: id, lots: null })
  await turn()
  held.resolve()
  const all = await fixture.settle(Promise.all([close, ...answers]))
  assert.deepEqual(new Set(all.map(({ kind }) => kind)), new Set(['done']))
  // The first order is sent alone.
  const orders = [1, 64, 64, 64, 64, 43]
  assert.deepEqual(
    batches,
    orders.map((count, at) => ({ orders: count, hasClose: at === 1 })),
  )
})

test('a batch takes an eighth of the orders if very many wait', async () => {
  const sizes: number[] = []
  const fixture = await createEngineFixture((store) => ({
    ...store,
    commit: async (lease, batch) => {
      sizes.push(batch.orders.length)
      return await store.commit(lease, batch)
    },
  }))
  const owners = Array.from({ length: 1601 }, (_, at) => ({ userId: 100 + at, isDemo: true }))
  await fixture.settle(Promise.all(owners.map((owner) => fixture.submit(owner, buy))))
  const [first, second = 0] = sizes
  assert.equal(first, 1)
  assert.ok(second > 64 && second <= 200, `${sizes}`)
})
