import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Micros, micros, type Price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { type BatchRecords, BatchRefused } from '#server/engine/engine-store.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import { countRows, wrongBalances, wrongTotals } from '#test/engine/ledger-checks.ts'
import {
  cancelledOrder,
  closedOrder,
  openOrder,
  pendingOrder,
  placedAtMs,
  sampleReceipt,
} from '#test/engine/sample-orders.ts'
import {
  accountOf,
  type BatchWriter,
  batchOf,
  createBatchWriter,
  createStoreFixture,
  movementOf,
  type StoreFixture,
  transferOf,
} from '#test/engine/store-fixture.ts'

const start = micros(10_000_000)
let stage: StoreFixture
let writer: BatchWriter
let real: number
let demo: number
before(async () => {
  stage = await createStoreFixture()
  real = await insertUser(stage.database)
  demo = await insertUser(stage.database, 'demo')
  writer = await createBatchWriter(stage.store)
  await writer.commit({
    accounts: [accountOf(real, { cash: start }), accountOf(demo, { book: 'demo' })],
    transfers: [transferOf({ id: 1, userId: real, amount: start })],
  })
})
after(async () => await stage.database.drop())

/** The whole batch is refused, for this reason, and leaves no trace. */
async function assertRefused(parts: Partial<BatchRecords>, rule: RegExp): Promise<void> {
  const before = await countRows(stage.database)
  await assert.rejects(writer.commit(parts), (caught: unknown) => {
    assert.ok(caught instanceof BatchRefused, String(caught))
    assert.match(caught.message, rule)
    assert.ok(caught.cause instanceof Error)
    return true
  })
  assert.deepEqual(await countRows(stage.database), before)
  assert.deepEqual(await wrongBalances(stage.database), [])
  assert.deepEqual(await wrongTotals(stage.database), [])
}

/** What no function of ours would make. */
const amountOf = (count: number) => count as Micros
const priceOf = (steps: number) => steps as Price

describe('a balance that is not what its transfers add up to', () => {
  const disagree = /: 22000$/
  const deposit = (fields = {}) => transferOf({ id: 50, userId: real, amount: micros(5), ...fields })
  const account = (fields = {}) => accountOf(real, { cash: micros(start + 5), ...fields })

  it('is refused in the cash', async () => {
    await assertRefused(
      { accounts: [account({ cash: micros(start + 6) })], transfers: [deposit()] },
      disagree,
    )
  })
  it('is refused in what is locked', async () => {
    await assertRefused({ accounts: [account({ locked: micros(5) })], transfers: [deposit()] }, disagree)
  })
  it('is refused without any transfer', async () => {
    await assertRefused({ accounts: [account()] }, disagree)
  })
  it('is refused for a transfer whose account is not said', async () => {
    await assertRefused({ transfers: [deposit()] }, /: 23502/)
    const transfers = [deposit({ userId: await insertUser(stage.database) })]
    await assertRefused({ transfers }, /: 23502/)
  })
  it('is refused for an account that is said twice', async () => {
    await assertRefused({ accounts: [account(), account()], transfers: [deposit()] }, disagree)
  })
  it('is refused for an account that begins with money', async () => {
    const userId = await insertUser(stage.database)
    await assertRefused({ accounts: [accountOf(userId, { cash: micros(1) })] }, disagree)
  })
  it('is refused for one among many', async () => {
    const accounts = [accountOf(demo, { book: 'demo' }), account({ cash: start })]
    await assertRefused({ accounts, transfers: [deposit()] }, disagree)
  })
  it('is refused where the account is of the other book or of another time', async () => {
    await assertRefused({ accounts: [accountOf(real, { cash: start, book: 'demo' })] }, disagree)
    await assertRefused({ accounts: [accountOf(real, { cash: start, openedAtMs: 1 })] }, disagree)
  })
})

describe('a transfer', () => {
  const refused: readonly [string, Partial<ReturnType<typeof transferOf>>, RegExp][] = [
    ['of nothing', { amount: micros(0) }, /23514 transfers_amount/],
    ['of less than nothing', { amount: micros(-1) }, /23514 transfers_amount/],
    ['to itself', { source: 'cash' }, /23514 transfers_check/],
    ['from the house to the house', { destination: 'fees' }, /23514 transfers_check/],
    ['of credit from nowhere in the real book', { source: 'demo_credit' }, /23514 transfers_check|22000$/],
    ['of an order that is not there', { orderId: 99 }, /23503 transfers_order_id/],
    ['without a reference', { reference: '' }, /23514 transfers_reference/],
    ['with an id that was used', { id: 1 }, /23505 transfers_pkey/],
  ]
  for (const [what, fields, rule] of refused)
    it(`${what} is refused`, async () => {
      const transfer = transferOf({ id: 60, userId: real, amount: micros(5), ...fields })
      const isCredit = transfer.source !== 'cash' && transfer.destination === 'cash'
      const cash = isCredit ? micros(start + transfer.amount) : start
      await assertRefused({ accounts: [accountOf(real, { cash })], transfers: [transfer] }, rule)
    })

  for (const source of ['deposits', 'withdrawals', 'adjustments'] as const)
    it(`from ${source} never reaches a demo account`, async () => {
      const transfers = [transferOf({ id: 61, userId: demo, book: 'demo', source })]
      const accounts = [accountOf(demo, { book: 'demo', cash: micros(1_000_000) })]
      await assertRefused({ accounts, transfers }, /23514 transfers_check|22000$/)
    })

  it('in the other book than its account is refused', async () => {
    const transfers = [transferOf({ id: 62, userId: demo, book: 'real' })]
    const accounts = [accountOf(demo, { book: 'demo', cash: micros(1_000_000) })]
    await assertRefused({ accounts, transfers }, /23503 transfers_user_id_book/)
  })

  it('of more than is locked is refused', async () => {
    const send = { source: 'locked', destination: 'withdrawals', type: 'withdrawal' } as const
    const transfers = [transferOf({ id: 63, userId: real, ...send, amount: micros(1) })]
    const accounts = [accountOf(real, { cash: start, locked: micros(-1) })]
    await assertRefused({ accounts, transfers }, /23514 trading_accounts_locked/)
  })
})

describe('values that no amount can have', () => {
  for (const count of [Number.NaN, 0.5, 1e300, Number.POSITIVE_INFINITY, 2 ** 53, 2 ** 63])
    it(`${count} is refused as money, as a price and as an id`, async () => {
      const transfer = transferOf({ id: 70, userId: real, amount: amountOf(count) })
      await assertRefused({ accounts: [accountOf(real)], transfers: [transfer] }, /: 2[23]/)
      await assertRefused(
        { orders: [openOrder({ id: 70, userId: real, openPrice: priceOf(count) })] },
        /: 2[23]/,
      )
      await assertRefused({ orders: [openOrder({ id: count, userId: real })] }, /: 2[23]/)
    })

  it('a moment that is none is refused', async () => {
    await assertRefused({ orders: [openOrder({ id: 71, userId: real, placedAtMs: Number.NaN })] }, /: 22/)
    await assertRefused({ atMs: Number.NaN }, /: 22/)
  })

  it('a text that the database cannot hold is refused', async () => {
    const order = openOrder({ id: 72, userId: real, placed: sampleReceipt('market_order', { feed: 'a\0' }) })
    await assertRefused({ orders: [order] }, /: 22/)
    await assertRefused({ movements: [movementOf(real, { reference: 'a\0' })] }, /: 22/)
  })

  it('a hash that is none is refused', async () => {
    await assertRefused({ hash: Buffer.alloc(31) }, /23514 .*hash/)
  })
})

describe('two records for one row', () => {
  it('are refused', async () => {
    const order = openOrder({ id: 73, userId: real })
    await assertRefused({ orders: [order, order] }, /: 21000/)
    const movement = movementOf(real)
    await assertRefused({ movements: [movement, movement] }, /: 21000/)
  })
})

describe('what was decided', () => {
  const open = () => openOrder({ id: 80, userId: real })
  const pending = () => pendingOrder({ id: 81, userId: real })
  const closed = () => closedOrder(openOrder({ id: 82, userId: real }), 0)
  const cancelled = () => cancelledOrder(pendingOrder({ id: 83, userId: real }))
  before(async () => {
    await writer.commit({
      orders: [open(), pending(), closed(), cancelled()],
      movements: [
        movementOf(real, { reference: 'd', kind: 'deposit', state: 'credited' }),
        movementOf(real, { reference: 's', state: 'sent' }),
        movementOf(real, { reference: 'w' }),
      ],
    })
  })

  const rewritten: readonly [string, () => Order][] = [
    ['a closed order', closed],
    ['the profit of a closed order', () => ({ ...closed(), profit: micros(1) })],
    ['a cancelled order', () => ({ ...cancelled(), status: 'pending', endCause: null, endedAtMs: null })],
    [
      'what an open order was opened on',
      () => ({ ...open(), opened: sampleReceipt('market_order', { slippage: 9 }) }),
    ],
    ['the price of an open order', () => ({ ...open(), openPrice: priceOf(1) })],
    ['what a pending order was placed on', () => ({ ...pending(), placed: sampleReceipt('pending_order') })],
    ['whose an order is', () => ({ ...open(), userId: demo })],
    ['the side of an order', () => ({ ...open(), side: 'sell' })],
    ['the terms of an order', () => ({ ...open(), terms: { ...open().terms, unitsPerLot: 1 } })],
    ['an open order, to be cancelled', () => cancelledOrder({ ...open(), opened: null, openedAtMs: null })],
    ['the size of an order, upwards', () => ({ ...open(), lots: open().terms.lotStep * 1000 }) as Order],
  ]
  for (const [what, order] of rewritten)
    it(`is never rewritten: ${what}`, async () => {
      await assertRefused({ orders: [order()] }, /: (42501|23514 (orders_check|opened_as_placed))/)
    })

  const settled = [
    movementOf(0, { reference: 'd', kind: 'deposit', state: 'credited' }),
    movementOf(0, { reference: 's', state: 'returned' }),
    movementOf(0, { reference: 'w', state: 'sent', amount: micros(2) }),
  ]
  for (const movement of settled)
    it(`is never rewritten: the movement ${movement.reference} that is ${movement.state}`, async () => {
      await assertRefused({ movements: [{ ...movement, userId: real }] }, /: 42501/)
    })

  it('goes on where it may: a withdrawal is sent, once', async () => {
    const sent = movementOf(real, { reference: 'w', state: 'sent', atMs: placedAtMs + 1 })
    assert.equal(await writer.commit({ movements: [sent] }), 'committed')
    assert.deepEqual(await stage.store.movement('w'), sent)
    assert.equal(await stage.store.movement('unknown'), undefined)
    await assertRefused({ movements: [sent] }, /: 42501/)
  })
})

describe('an order that contradicts itself', () => {
  const contradictions: readonly [string, Partial<Order>][] = [
    ['closed without a profit', { status: 'closed', closePrice: priceOf(1), endCause: 'user', endedAtMs: 1 }],
    ['open and ended', { endedAtMs: 1, endCause: 'user' }],
    ['open without a receipt', { opened: null }],
    ['pending although it is at market', { status: 'pending', opened: null, openedAtMs: null }],
    ['at market, and opened by something else', { opened: sampleReceipt('limit_reached') }],
    ['of a market that is not there', { marketId: 999_999 }],
    ['part of an order that is not there', { parentId: 999_999 }],
    ['of nobody', { userId: 999_999 }],
  ]
  for (const [what, fields] of contradictions)
    it(`is refused: ${what}`, async () => {
      await assertRefused({ orders: [{ ...openOrder({ id: 90, userId: real }), ...fields }] }, /: 23/)
    })
})

describe('a fault that is not the data’s', () => {
  beforeEach(async () => {
    writer = await createBatchWriter(stage.store)
  })

  for (const [mishap, code] of [
    ['alter table journal rename to elsewhere', '42P01'],
    ['revoke insert on transfers from openlot_app', '42501'],
    ['revoke update on orders from openlot_app', '42501'],
  ] as const)
    it(`is passed on as it is, for nobody knows: ${mishap}`, async () => {
      const { store, database } = await createStoreFixture()
      const lease = (await store.takeLease('test', undefined)) ?? assert.fail()
      await database.query(mishap)
      await assert.rejects(store.commit(lease, batchOf(1)), (caught: unknown) => {
        assert.ok(!(caught instanceof BatchRefused))
        assert.equal((caught as { code?: unknown }).code, code)
        return true
      })
      await database.drop()
    })

  it('says nothing of the data in what it is called', async () => {
    const movements = [movementOf(real, { reference: 'secret'.repeat(30) })]
    await assertRefused({ movements }, /^the database refused a batch: 23514 movements_reference_check$/)
  })
})
