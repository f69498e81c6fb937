import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import { closedOrder, openOrder, pendingOrder, placedAtMs } from '#test/engine/sample-orders.ts'
import {
  accountOf,
  createBatchWriter,
  createStoreFixture,
  movementOf,
  type StoreFixture,
  transferOf,
} from '#test/engine/store-fixture.ts'

// Statements that the store never sends, but that a person with database access could.
let fixture: StoreFixture
before(async () => {
  fixture = await createStoreFixture()
  const userId = await insertUser(fixture.database)
  const { commit } = await createBatchWriter(fixture.store)
  await commit({
    accounts: [accountOf(userId, { cash: micros(1_000_000) })],
    orders: [
      openOrder({ id: 1, userId }),
      closedOrder(openOrder({ id: 2, userId }), 0),
      pendingOrder({ id: 3, userId }),
    ],
    transfers: [transferOf({ id: 1, userId })],
    movements: [movementOf(userId, { state: 'sent' })],
    notices: [
      { userId, riskRate: 1, netValue: micros(1), usedMargin: micros(1), quoteSeq: 1, timeMs: placedAtMs },
    ],
  })
})
after(async () => await fixture.database.drop())

describe('append-only tables', () => {
  for (const table of ['journal', 'transfers', 'margin_notices']) {
    const column = table === 'journal' ? 'packed' : 'created_at'
    for (const change of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      for (const who of ['pool', 'enginePool'] as const)
        it(`refuse the ${who}: ${change}`, async () => {
          await assert.rejects(fixture.database[who].query(change), /permission denied for table/)
        })
      it(`refuse the owner: ${change}`, async () => {
        await assert.rejects(fixture.database.query(change), /is append-only: \w+ is refused/)
      })
    }
  }
})

describe('tables that forbid deletes', () => {
  for (const table of ['orders', 'movements', 'trading_accounts', 'house_balances', 'engine_leases'])
    for (const change of [`delete from ${table}`, `truncate ${table} cascade`]) {
      for (const who of ['pool', 'enginePool'] as const)
        it(`refuse the ${who}: ${change}`, async () => {
          await assert.rejects(fixture.database[who].query(change), /permission denied for table/)
        })
      it(`refuse the owner: ${change}`, async () => {
        await assert.rejects(fixture.database.query(change), /is append-only: \w+ is refused/)
      })
    }
})

describe('decided rows', () => {
  for (const [change, message] of [
    ['update orders set profit = 1 where id = 2', /what was decided is never rewritten/],
    [
      `update orders set status = 'open', ended_at = null where id = 2`,
      /what was decided is never rewritten/,
    ],
    [`update orders set opened = '{}' where id = 1`, /what was decided is never rewritten/],
    [`update orders set placed = '{}' where id = 1`, /what was decided is never rewritten/],
    ['update orders set margin = margin + 1 where id = 1', /what was decided is never rewritten/],
    ['update orders set fee = 0 where id = 1', /what was decided is never rewritten/],
    ['update orders set open_price = open_price + 1 where id = 3', /what was decided is never rewritten/],
    ['update orders set lots = lots - 1 where id = 3', /what was decided is never rewritten/],
    [`update movements set state = 'returned'`, /what is settled is never rewritten/],
  ] as const) {
    it(`refuse the engine: ${change}`, async () => {
      await assert.rejects(fixture.database.enginePool.query(change), message)
    })
    it(`refuse the owner: ${change}`, async () => {
      await assert.rejects(fixture.database.query(change), message)
    })
  }
})

describe('account identity', () => {
  for (const change of [`book = 'demo'`, 'opened_at = now()', 'user_id = 1'])
    it(`cannot be updated: ${change}`, async () => {
      const updating = fixture.database.enginePool.query(`update trading_accounts set ${change}`)
      await assert.rejects(updating, /permission denied for table trading_accounts/)
    })
})

describe('an invalid transfer', () => {
  const cases: readonly [string, string, string, number, RegExp][] = [
    ['real', 'demo_credit', 'cash', 1, /violates check constraint "transfers_check/],
    ['demo', 'deposits', 'cash', 1, /violates check constraint "transfers_check/],
    ['demo', 'cash', 'withdrawals', 1, /violates check constraint "transfers_check/],
    ['demo', 'adjustments', 'cash', 1, /violates check constraint "transfers_check/],
    ['demo', 'trading', 'cash', 1, /violates foreign key constraint "transfers_user_id_book_fkey"/],
    ['neither', 'trading', 'cash', 1, /violates foreign key constraint "transfers_user_id_book_fkey"/],
    ['real', 'trading', 'fees', 1, /violates check constraint "transfers_check/],
    ['real', 'cash', 'cash', 1, /violates check constraint "transfers_check/],
    ['real', 'somewhere', 'cash', 1, /violates check constraint "transfers_source_check"/],
    ['real', 'cash', 'somewhere', 1, /violates check constraint "transfers_destination_check"/],
    ['real', 'trading', 'cash', 0, /violates check constraint "transfers_amount_check"/],
    ['real', 'trading', 'cash', -1, /violates check constraint "transfers_amount_check"/],
  ]
  for (const [book, source, destination, amount, message] of cases)
    it(`is refused: ${amount} from ${source} to ${destination} in the book ${book}`, async () => {
      const insertion = fixture.database.enginePool.query(
        `insert into transfers (id, user_id, book, source, destination, amount, type, reference, seq, created_at)
         select 99, user_id, $1, $2, $3, $4, 'adjustment', 'by hand', 1, now() from trading_accounts`,
        [book, source, destination, amount],
      )
      await assert.rejects(insertion, message)
    })
})
