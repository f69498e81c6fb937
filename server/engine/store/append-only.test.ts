import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
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
  ] as const) {
    it(`refuse the engine: ${change}`, async () => {
      await assert.rejects(fixture.database.enginePool.query(change), message)
    })
    it(`refuse the owner: ${change}`, async () => {
      await assert.rejects(fixture.database.query(change), message)
    })
  }
})

describe('a movement', () => {
  const states = [
    'locked',
    'reviewing',
    'approved',
    'paying',
    'sent',
    'returned',
    'cancelled',
    'void',
  ] as const
  const reachable: Readonly<Partial<Record<string, readonly string[]>>> = {
    locked: ['reviewing', 'approved', 'paying', 'sent', 'returned', 'cancelled'],
    reviewing: ['approved', 'paying', 'sent', 'returned'],
    approved: ['paying', 'sent', 'returned'],
    paying: ['sent', 'returned'],
  }
  /** The columns that the checks want in this state. */
  const columnsOf = (state: string) =>
    `state = '${state}', reviewer_id = ${state === 'locked' ? 'null' : 1}, approver_id = ${state === 'approved' ? 2 : 'approver_id'},
     payer_id = ${state === 'paying' || state === 'sent' ? 1 : 'payer_id'},
     note = ${state === 'returned' || state === 'void' ? "'no'" : 'null'}, payment = ${state === 'sent' ? "'tx'" : 'null'}`

  /** Updates, as this login, a withdrawal that is in the state `from`. Changes nothing in the end. */
  async function update(who: 'owner' | 'engine', from: string, change: string): Promise<void> {
    const client = new Client({ connectionString: fixture.database.url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query(`set local session_replication_role = replica`)
      await client.query(
        `insert into movements (reference, user_id, kind, amount, state, fee, rate, currency, decimals, created_at, changed_at)
         select 'tried', user_id, 'withdrawal', 5, 'locked', 1, 1, 'USDT', 2, now(), now() from trading_accounts`,
      )
      if (from !== 'locked')
        await client.query(`update movements set ${columnsOf(from)} where reference = 'tried'`)
      await client.query('set local session_replication_role = origin')
      if (who === 'engine') await client.query('set local role openlot_engine')
      await client.query(`update movements set ${change} where reference = 'tried'`)
    } finally {
      await client.query('rollback')
      await client.end()
    }
  }

  for (const from of states)
    for (const to of states)
      for (const who of ['owner', 'engine'] as const) {
        const isAllowed = reachable[from]?.includes(to) === true
        it(`${isAllowed ? 'goes' : 'never goes'} from ${from} to ${to}, for the ${who}`, async () => {
          const updating = update(who, from, columnsOf(to))
          if (isAllowed) await updating
          else await assert.rejects(updating, /what is settled is never rewritten/)
        })
      }

  for (const change of [
    ...['amount = 6', 'fee = 2', 'rate = 2', `currency = 'BTC'`, 'decimals = 3', `reference = 'other'`],
    ...[`created_at = 'epoch'`, 'user_id = user_id + 1', 'reviewer_id = 9', 'payer_id = 9'],
  ])
    it(`keeps what was decided: ${change}`, async () => {
      const updating = update('engine', 'paying', `state = 'sent', payment = 'tx', ${change}`)
      await assert.rejects(updating, /what is settled is never rewritten/)
    })

  const incomplete: readonly (readonly [string, string, RegExp])[] = [
    ['locked', `state = 'reviewing'`, /movements_operators_check/],
    ['reviewing', `state = 'approved'`, /movements_operators_check/],
    ['reviewing', `state = 'paying'`, /movements_operators_check/],
    ['paying', `state = 'sent'`, /movements_payment_check1/],
    ['paying', `state = 'returned'`, /movements_note_check1/],
    ['locked', `state = 'reviewing', reviewer_id = 1, note = 'x'`, /movements_note_check1/],
    ['locked', `state = 'cancelled', payment = 'x'`, /movements_payment_check1/],
  ]
  for (const [from, change, message] of incomplete)
    it(`is not stored incomplete: from ${from}, ${change}`, async () => {
      await assert.rejects(update('engine', from, change), message)
    })

  for (const [kind, state] of [
    ['deposit', 'locked'],
    ['withdrawal', 'credited'],
    ['adjustment', 'sent'],
    ['gift', 'credited'],
  ])
    it(`is never a ${kind} that is ${state}`, async () => {
      const insertion = fixture.database.enginePool.query(
        `insert into movements (reference, user_id, kind, amount, state, created_at, changed_at)
         select 'new', user_id, $1, 5, $2, now(), now() from trading_accounts`,
        [kind, state],
      )
      await assert.rejects(insertion, /movements_state_check/)
    })
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
