import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import { lots, micros, price, rate } from '#core/money/amounts.ts'
import { type Order, orderTerms } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import type { AccountWithNotice } from '#server/portfolio/account-store.ts'
import { createIncrementalValuation, fundsOf, orderFigures } from '#server/portfolio/account-valuation.ts'
import type { AccountSnapshot } from '#server/portfolio/portfolio-types.ts'
import { openOrder, pendingOrder, sampleReceipt } from '#test/engine/sample-orders.ts'
import { fc } from '#test/fast-check.ts'
import { seeded } from '#test/margin/decimal-inputs.ts'

/** Markets quoted in dollars, yen, francs and pence, and their conversion markets. */
const codes = ['EURUSD', 'EURJPY', 'USDJPY', 'GBPCHF', 'USDCHF', 'HSBA.L', 'GBPUSD', 'XAUUSD']

function orderIn(code: string, id: number): Order {
  const market = seeded(code)
  const openPrice = price(market.referencePrice)
  const quote = { marketId: market.id, bid: openPrice, ask: price(openPrice + 3), timeMs: 0, seq: 1 }
  return openOrder({
    ...{
      id,
      userId: 1,
      marketId: market.id,
      openPrice,
      lots: lots(100 + id),
      margin: micros(id * 1_000_000),
    },
    side: id % 2 === 0 ? 'buy' : 'sell',
    terms: orderTerms(market, 'per_lot'),
    // The price and the rate that the valuation uses until the first quote.
    opened: sampleReceipt('market_order', { quote, rate: rate(7_000_000) }),
  })
}

const account: AccountWithNotice = {
  ...{ cash: micros(5_000_000_000), locked: micros(7), version: 1, notice: null },
  open: codes.map((code, index) => orderIn(code, codes.length - index)),
  pending: [pendingOrder({ id: 99, userId: 1 })],
}

function say(board: LiveBoard, code: string, moved: number, seq: number): void {
  const { id, referencePrice } = seeded(code)
  const bid = price(referencePrice + moved)
  board.apply({ kind: 'quote', marketId: id, bid, ask: price(bid + 2), timeMs: 0, seq, source: 'test' })
}

/** The account valued from scratch. */
function fullValuation(of: AccountWithNotice, board: LiveBoard): AccountSnapshot {
  const orders = of.open.map((order) => orderFigures(order, board)).reverse()
  return { funds: fundsOf(of, board), orders, notice: of.notice }
}

type Step =
  | { readonly code: string; readonly moved: number }
  | { readonly change: 'open' | 'close' | 'amend'; readonly at: number }

/** The account after an order is opened, closed or amended. An amended order is a new object with the same id. */
function changed(before: AccountWithNotice, { change, at }: Extract<Step, { change: unknown }>) {
  const version = before.version + 1
  const { open } = before
  const chosen = open[at % Math.max(1, open.length)]
  if (change === 'open') {
    const added = orderIn(codes[at % codes.length] ?? 'EURUSD', 100 + version)
    return { ...before, version, open: [added, ...open] }
  }
  if (change === 'close') return { ...before, version, open: open.filter((order) => order !== chosen) }
  const amended = open.map((order) => (order === chosen ? { ...order, lots: lots(order.lots + 5) } : order))
  return { ...before, version, open: amended }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ code: fc.constantFrom(...codes), moved: fc.integer({ min: -300, max: 300 }) }),
  fc.record({ change: fc.constantFrom('open', 'close', 'amend'), at: fc.nat({ max: 20 }) }),
)

test('an incremental valuation equals a full one after any quotes and changes of the account', () => {
  const steps = fc.array(fc.tuple(step, fc.boolean()), { maxLength: 40 })
  fc.assert(
    fc.property(steps, (all) => {
      const board = createBoard(markets, [])
      const figures = createIncrementalValuation(board)
      let now = account
      for (const [at, [each, isLooked]] of all.entries()) {
        if ('change' in each) now = changed(now, each)
        else say(board, each.code, each.moved, at + 1)
        if (isLooked) assert.deepEqual(figures(now), fullValuation(now, board))
      }
      assert.deepEqual(figures(now), fullValuation(now, board))
    }),
  )
})

test('only orders that changed, or whose quote or conversion rate changed, are revalued', () => {
  const board = createBoard(markets, [])
  const figures = createIncrementalValuation(board)
  for (const [at, code] of codes.entries()) say(board, code, 1, at + 1)
  function moved(code: string, seq: number): readonly number[] {
    const before = figures(account).orders
    say(board, code, seq, seq)
    const after = figures(account).orders
    return after.filter((order, at) => order !== before[at]).map(({ order }) => order.marketId)
  }
  const ids = (...those: readonly string[]) => those.map((code) => seeded(code).id).sort()
  assert.deepEqual([...moved('XAUUSD', 20)].sort(), ids('XAUUSD'))
  assert.deepEqual([...moved('USDJPY', 30)].sort(), ids('EURJPY', 'USDJPY'))
  assert.deepEqual([...moved('GBPUSD', 40)].sort(), ids('GBPUSD', 'HSBA.L'))
  const { orders } = figures(account)
  say(board, 'AAPL', 5, 50)
  assert.equal(figures(account).orders, orders, 'the very same list')
  assert.equal(figures(account).funds.quoteSeq, 50)

  const known = new Set(orders)
  const opened = figures(changed(account, { change: 'open', at: 0 })).orders
  assert.equal(opened.filter((order) => !known.has(order)).length, 1, 'only the new order')
  const amended = figures(changed(account, { change: 'amend', at: 3 })).orders
  assert.equal(amended.filter((order) => !known.has(order)).length, 1, 'only the amended order')
})
