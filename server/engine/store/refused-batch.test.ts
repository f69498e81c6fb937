import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Micros, micros, type Price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'
import { BatchRefused } from '#server/engine/engine-store.ts'
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
  type BatchParts,
  type BatchWriter,
  batchOf,
  createBatchWriter,
  createStoreFixture,
  movementOf,
  type StoreFixture,
  transferOf,
} from '#test/engine/store-fixture.ts'

const start = micros(10_000_000)
let fixture: StoreFixture
let writer: BatchWriter
let real: number
let demo: number
before(async () => {
  fixture = await createStoreFixture()
  real = await insertUser(fixture.database)
  demo = await insertUser(fixture.database, 'demo')
  writer = await createBatchWriter(fixture.store)
  await writer.commit({
    accounts: [accountOf(real, { cash: start }), accountOf(demo, { book: 'demo' })],
    transfers: [transferOf({ id: 1, userId: real, amount: start })],
  })
})
after(async () => await fixture.database.drop())

/** Expects that the whole batch is refused for this rule, and that nothing is written. */
async function assertRefused(parts: BatchParts, rule: RegExp): Promise<void> {
  const before = await countRows(fixture.database)
  await assert.rejects(writer.commit(parts), (caught: unknown) => {
    assert.ok(caught instanceof BatchRefused, String(caught))
    assert.match(caught.message, rule)
    assert.ok(caught.cause instanceof Error)
    return true
  })
  assert.deepEqual(await countRows(fixture.database), before)
  assert.deepEqual(await wrongBalances(fixture.database), [])
  assert.deepEqual(await wrongTotals(fixture.database), [])
}

/** Skip the checks of amounts and prices, for values that the application never produces. */
const amountOf = (count: number) => count as Micros
const priceOf = (steps: number) => steps as Price

it('a batch with a value that cannot be encoded is refused like one that the database refuses', async () => {
  const placed: Receipt = Object.assign(sampleReceipt('market_order'), { note: 1n })
  const order = openOrder({ id: 60, userId: real, placed })
  await assertRefused(
    { accounts: [accountOf(real, { cash: start, version: 2 })], orders: [order] },
    /encoded/,
  )
})

describe('a balance that disagrees with its transfers', () => {
  const disagree = /: 22000$/
  const deposit = (fields = {}) => transferOf({ id: 50, userId: real, amount: micros(5), ...fields })
  const account = (fields = {}) => accountOf(real, { cash: micros(start + 5), version: 2, ...fields })

  it('is refused in cash', async () => {
    await assertRefused(
      { accounts: [account({ cash: micros(start + 6) })], transfers: [deposit()] },
      disagree,
    )
  })
  it('is refused in locked', async () => {
    await assertRefused({ accounts: [account({ locked: micros(5) })], transfers: [deposit()] }, disagree)
  })
  it('is refused if the batch has no transfer', async () => {
    await assertRefused({ accounts: [account()] }, disagree)
  })
  it('is refused for a transfer without an account record', async () => {
    await assertRefused({ transfers: [deposit()] }, /: 23502/)
    const transfers = [deposit({ userId: await insertUser(fixture.database) })]
    await assertRefused({ transfers }, /: 23502/)
  })
  it('is refused for two records of one account', async () => {
    await assertRefused({ accounts: [account(), account()], transfers: [deposit()] }, disagree)
  })
  it('is refused for a new account with cash and no transfer', async () => {
    const userId = await insertUser(fixture.database)
    await assertRefused({ accounts: [accountOf(userId, { cash: micros(1) })] }, disagree)
  })
  it('is refused if one of several accounts is wrong', async () => {
    const accounts = [accountOf(demo, { book: 'demo', version: 2 }), account({ cash: start })]
    await assertRefused({ accounts, transfers: [deposit()] }, disagree)
  })
  it('is refused if book or opening time differ from the stored account', async () => {
    await assertRefused({ accounts: [account({ cash: start, book: 'demo' })] }, disagree)
    await assertRefused({ accounts: [account({ cash: start, openedAtMs: 1 })] }, disagree)
  })
  it('is refused if the version is not the stored one plus the decisions of the batch', async () => {
    for (const version of [0, 1, 3])
      await assertRefused({ accounts: [account({ cash: start, version })] }, disagree)
    await assertRefused({ accounts: [{ ...account({ cash: start }), changes: 2 }] }, disagree)
    const userId = await insertUser(fixture.database)
    await assertRefused({ accounts: [accountOf(userId, { version: 2 })] }, disagree)
  })
})

describe('a transfer', () => {
  const refused: readonly [string, Partial<ReturnType<typeof transferOf>>, RegExp][] = [
    ['of zero', { amount: micros(0) }, /23514 transfers_amount/],
    ['of a negative amount', { amount: micros(-1) }, /23514 transfers_amount/],
    ['from cash to cash', { source: 'cash' }, /23514 transfers_check/],
    ['from the house to the house', { destination: 'fees' }, /23514 transfers_check/],
    ['of demo credit in the real book', { source: 'demo_credit' }, /23514 transfers_check|22000$/],
    ['of an unknown order', { orderId: 99 }, /23503 transfers_order_id/],
    ['without a reference', { reference: '' }, /23514 transfers_reference/],
    ['with a used id', { id: 1 }, /23505 transfers_pkey/],
  ]
  for (const [what, fields, rule] of refused)
    it(`${what} is refused`, async () => {
      const transfer = transferOf({ id: 60, userId: real, amount: micros(5), ...fields })
      const isCredit = transfer.source !== 'cash' && transfer.destination === 'cash'
      const cash = isCredit ? micros(start + transfer.amount) : start
      await assertRefused({ accounts: [accountOf(real, { cash, version: 2 })], transfers: [transfer] }, rule)
    })

  for (const source of ['deposits', 'withdrawals', 'adjustments'] as const)
    it(`from ${source} to a demo account is refused`, async () => {
      const transfers = [transferOf({ id: 61, userId: demo, book: 'demo', source })]
      const accounts = [accountOf(demo, { book: 'demo', cash: micros(1_000_000), version: 2 })]
      await assertRefused({ accounts, transfers }, /23514 transfers_check|22000$/)
    })

  it('in another book than its account is refused', async () => {
    const transfers = [transferOf({ id: 62, userId: demo, book: 'real' })]
    const accounts = [accountOf(demo, { book: 'demo', cash: micros(1_000_000), version: 2 })]
    await assertRefused({ accounts, transfers }, /23503 transfers_user_id_book/)
  })

  it('of more than is locked is refused', async () => {
    const send = { source: 'locked', destination: 'withdrawals', type: 'withdrawal' } as const
    const transfers = [transferOf({ id: 63, userId: real, ...send, amount: micros(1) })]
    const accounts = [accountOf(real, { cash: start, locked: micros(-1), version: 2 })]
    await assertRefused({ accounts, transfers }, /23514 trading_accounts_locked/)
  })
})

describe('an invalid value', () => {
  for (const count of [Number.NaN, 0.5, 1e300, Number.POSITIVE_INFINITY, 2 ** 53, 2 ** 63])
    it(`${count} is refused as money, as a price and as an id`, async () => {
      const transfer = transferOf({ id: 70, userId: real, amount: amountOf(count) })
      await assertRefused({ accounts: [accountOf(real, { version: 2 })], transfers: [transfer] }, /: 2[23]/)
      await assertRefused(
        { orders: [openOrder({ id: 70, userId: real, openPrice: priceOf(count) })] },
        /: 2[23]/,
      )
      await assertRefused({ orders: [openOrder({ id: count, userId: real })] }, /: 2[23]/)
    })

  it('NaN is refused as a time', async () => {
    await assertRefused({ orders: [openOrder({ id: 71, userId: real, placedAtMs: Number.NaN })] }, /: 22/)
    await assertRefused({ atMs: Number.NaN }, /: 22/)
  })

  it('text with a NUL character is refused', async () => {
    const order = openOrder({ id: 72, userId: real, placed: sampleReceipt('market_order', { feed: 'a\0' }) })
    await assertRefused({ orders: [order] }, /: 22/)
    await assertRefused({ movements: [movementOf(real, { reference: 'a\0' })] }, /: 22/)
  })

  it('a hash of 31 bytes is refused', async () => {
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

describe('a decided row', () => {
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
      'the opening receipt of an open order',
      () => ({ ...open(), opened: sampleReceipt('market_order', { slippage: 9 }) }),
    ],
    ['the price of an open order', () => ({ ...open(), openPrice: priceOf(1) })],
    [
      'the placing receipt of a pending order',
      () => ({ ...pending(), placed: sampleReceipt('pending_order') }),
    ],
    ['the user of an order', () => ({ ...open(), userId: demo })],
    ['the side of an order', () => ({ ...open(), side: 'sell' })],
    ['the terms of an order', () => ({ ...open(), terms: { ...open().terms, unitsPerLot: 1 } })],
    [
      'an open order into a cancelled one',
      () => cancelledOrder({ ...open(), opened: null, openedAtMs: null }),
    ],
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

  it('may change from locked to sent, once', async () => {
    const sent = movementOf(real, { reference: 'w', state: 'sent', atMs: placedAtMs + 1 })
    assert.equal(await writer.commit({ movements: [sent] }), 'committed')
    assert.deepEqual(await fixture.store.movement('w'), sent)
    assert.equal(await fixture.store.movement('unknown'), undefined)
    await assertRefused({ movements: [sent] }, /: 42501/)
  })
})

describe('an inconsistent order', () => {
  const contradictions: readonly [string, Partial<Order>][] = [
    ['closed without a profit', { status: 'closed', closePrice: priceOf(1), endCause: 'user', endedAtMs: 1 }],
    ['open and ended', { endedAtMs: 1, endCause: 'user' }],
    ['open without a receipt', { opened: null }],
    ['a pending market order', { status: 'pending', opened: null, openedAtMs: null }],
    ['a market order opened by another receipt', { opened: sampleReceipt('limit_reached') }],
    ['of an unknown market', { marketId: 999_999 }],
    ['part of an unknown order', { parentId: 999_999 }],
    ['of an unknown user', { userId: 999_999 }],
  ]
  for (const [what, fields] of contradictions)
    it(`is refused: ${what}`, async () => {
      await assertRefused({ orders: [{ ...openOrder({ id: 90, userId: real }), ...fields }] }, /: 23/)
    })
})

describe('a fault of the database', () => {
  beforeEach(async () => {
    writer = await createBatchWriter(fixture.store)
  })

  for (const [mishap, code] of [
    ['alter table journal rename to elsewhere', '42P01'],
    ['revoke insert on transfers from openlot_engine', '42501'],
    ['revoke update on orders from openlot_engine', '42501'],
  ] as const)
    it(`is not reported as refused data: ${mishap}`, async () => {
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

  it('has no data of users in its message', async () => {
    const movements = [movementOf(real, { reference: 'secret'.repeat(30) })]
    await assertRefused({ movements }, /^the database refused a batch: 23514 movements_reference_check$/)
  })
})
