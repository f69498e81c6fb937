// Compares previews with the engine's decisions, to the last unit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Ticket } from '#core/decision/command.ts'
import type { Decision } from '#core/decision/decision.ts'
import { accountFigures } from '#core/margin/account-figures.ts'
import { openingPrice } from '#core/margin/valuation.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { formatLots, formatMicros, formatPrice, lots, type Price, price } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { openOrders } from '#core/order/active-orders.ts'
import { type FeeMode, type Order, orderTerms, type Side } from '#core/order/order.ts'
import { previewOrder } from '#core/preview/preview-order.ts'
import type { Preview } from '#core/preview/preview-types.ts'
import { fc } from '#test/fast-check.ts'
import { answerOf, reasonOf } from '#test/trading/decisions.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { createTrader, type Trader } from '#test/trading/trader.ts'

// GBP/USD is not traded: a preview does not revalue other markets, even if its own market converts their currency.
const prices = {
  EURUSD: ['1.08420', '1.08430'],
  USDJPY: ['150.000', '150.010'],
  EURGBP: ['0.85370', '0.85380'],
  'HSBA.L': ['1150.0', '1150.5'],
  NGAS: ['3.800', '3.802'],
  GBPUSD: ['1.27000', '1.27010'],
} as const
const traded = ['EURUSD', 'USDJPY', 'EURGBP', 'HSBA.L', 'NGAS'] as const

type Wanted = { readonly code: string; readonly side: Side; readonly lots: number; readonly leverage: number }
type Move = { readonly code: string; readonly permille: number; readonly spread: number }
type Case = {
  readonly cash: string
  readonly feeMode: FeeMode
  readonly held: readonly Wanted[]
  readonly moves: readonly Move[]
  readonly wanted: Wanted
}

const code = fc.constantFrom(...traded)
const wanted: fc.Arbitrary<Wanted> = code.chain((market) =>
  fc.record({
    code: fc.constant(market),
    side: fc.constantFrom<Side>('buy', 'sell'),
    lots: fc.integer({ min: 1, max: market === 'HSBA.L' ? 100 : 200 }).map((count) => scaled(market, count)),
    leverage: fc.constantFrom(...marketOf(market).leverages),
  }),
)
const cases: fc.Arbitrary<Case> = fc.record({
  cash: fc.integer({ min: 100, max: 20_000 }).map(String),
  feeMode: fc.constantFrom<FeeMode>('per_lot', 'share_of_margin'),
  held: fc.array(wanted, { maxLength: 4 }),
  moves: fc.array(
    fc.record({ code, permille: fc.integer({ min: -8, max: 8 }), spread: fc.integer({ min: 0, max: 30 }) }),
    { maxLength: 4 },
  ),
  wanted,
})

describe('the engine decides as previewed', () => {
  test('a market order: price, margin, fee, sufficient funds and the account afterwards', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(cases, (one) => {
        const trader = livedThrough(one)
        const preview = previewIn(trader, one, null)
        const decision = trader.place(one.wanted.code, ticketOf(one.wanted))
        seen.add(reasonOf(decision))
        if (decision.kind === 'refused') assertRefused(decision, preview)
        else assertOpened(trader, answerOf(decision), preview)
      }),
      { numRuns: 500 },
    )
    assert.deepEqual([...seen].sort(), ['decided', 'insufficient_margin'])
  })

  test('a pending order: the same once the price reaches the target', () => {
    const seen = new Set<string>()
    const permille = fc.integer({ min: -40, max: 40 })
    fc.assert(
      fc.property(cases, permille, (one, by) => {
        const trader = livedThrough(one)
        const { code: market, side } = one.wanted
        const quote = quoteOf(trader, market)
        const target = movedBy(openingPrice(side, quote), by)
        const preview = previewIn(trader, one, target)
        const { id } = answerOf(trader.place(market, ticketOf(one.wanted, target)))
        const spread = quote.ask - quote.bid
        const tick = quoteAt(trader, market, side === 'buy' ? target - spread : target, spread)
        // A close-out on this tick changes the account, so the preview no longer applies.
        if (isClosedOut(tick)) return
        const order = trader.order(id)
        seen.add(order.endCause ?? order.status)
        assert.equal(preview.isEnough, order.status === 'open')
        if (order.status === 'open') assertOpened(trader, order, preview)
      }),
      { numRuns: 500 },
    )
    assert.deepEqual([...seen].sort(), ['insufficient_margin', 'open'])
  })

  test('the close-out happens at the previewed price, and not one step before', () => {
    const seen = { reached: 0, never: 0 }
    fc.assert(
      fc.property(cases, (one) => {
        const trader = livedThrough(one)
        const preview = previewIn(trader, one, null)
        const decision = trader.place(one.wanted.code, ticketOf(one.wanted))
        if (decision.kind === 'refused') return
        if (preview.closeOutPrice === null) {
          seen.never += 1
          assertNeverClosedOut(trader, one.wanted.code)
        } else {
          seen.reached += 1
          assertClosedOutAt(trader, one.wanted, preview.closeOutPrice)
        }
      }),
      { numRuns: 500 },
    )
    assert.ok(seen.reached > 50 && seen.never > 5, `${seen.reached} reached it, ${seen.never} never did`)
  })
})

/** A trader with random open orders, at prices that have moved since. */
function livedThrough({ cash, feeMode, held, moves }: Case): Trader {
  const trader = createTrader({ cash, feeMode, prices })
  for (const one of held) trader.place(one.code, ticketOf(one))
  for (const { code: market, permille, spread } of moves)
    quoteAt(trader, market, movedBy(quoteOf(trader, market).bid, permille), spread)
  return trader
}

function previewIn(trader: Trader, one: Case, target: Price | null): Preview {
  const { board } = trader.context()
  const { code: marketCode, side, leverage, lots: size } = one.wanted
  const market = marketOf(marketCode)
  const open = [...openOrders(trader.account().orders)]
  const rate = board.rate(market.quoteCurrency)
  assert.ok(rate)
  const preview = previewOrder(accountFigures(trader.account().cash, open, board), {
    marketCode,
    terms: orderTerms(market, one.feeMode),
    side,
    lots: lots(size),
    leverage,
    target,
    quote: quoteOf(trader, marketCode),
    rate,
    others: open.filter(({ marketId }) => marketId === market.id),
  })
  assert.ok(preview)
  return preview
}

function assertRefused(
  decision: Extract<Decision, { kind: 'refused' }>,
  { isEnough, margin, fee }: Preview,
): void {
  assert.deepEqual([decision.reason, isEnough], ['insufficient_margin', false])
  const { needed } = decision.figures ?? {}
  assert.equal(needed, formatMicros(add(margin, fee)))
}

function assertOpened(trader: Trader, order: Order, preview: Preview): void {
  const { cash, orders } = trader.account()
  const figures = accountFigures(cash, openOrders(orders), trader.context().board)
  const { price: openPrice, margin, fee, isEnough, freeMarginAfter, marginLevelAfter } = preview
  assert.deepEqual(
    { openPrice, margin, fee, isEnough, freeMarginAfter, marginLevelAfter },
    {
      openPrice: order.openPrice,
      margin: order.margin,
      fee: order.fee,
      isEnough: true,
      freeMarginAfter: figures.freeMargin,
      marginLevelAfter: figures.marginLevel,
    },
  )
}

/** Asserts that there is no close-out one step before this price, and one at it. */
function assertClosedOutAt(trader: Trader, { code: market, side }: Wanted, closing: Price): void {
  const now = quoteOf(trader, market)
  const spread = now.ask - now.bid
  const bid = side === 'buy' ? closing : closing - spread
  const before = bid + Math.sign(now.bid - bid)
  assert.notEqual(before, bid, 'an order that was just opened is not closed out at the same price')
  assert.equal(isClosedOut(quoteAt(trader, market, before, spread)), false)
  assert.equal(isClosedOut(quoteAt(trader, market, bid, spread)), true)
}

function assertNeverClosedOut(trader: Trader, market: string): void {
  const { bid, ask } = quoteOf(trader, market)
  for (const there of [1, bid / 2, bid * 2, bid * 100])
    assert.equal(isClosedOut(quoteAt(trader, market, Math.round(there), ask - bid)), false)
}

function isClosedOut(decision: Decision): boolean {
  return (
    decision.kind === 'decided' && decision.effects.orders.some(({ endCause }) => endCause === 'stop_out')
  )
}

function ticketOf(
  { side, lots: size, leverage, code: market }: Wanted,
  target: Price | null = null,
): Partial<Ticket> {
  const { pricePrecision } = marketOf(market)
  return {
    side,
    lots: formatLots(lots(size)),
    leverage,
    target: target === null ? null : formatPrice(target, pricePrecision),
  }
}

function quoteOf(trader: Trader, market: string): BidAsk {
  const { quote } = trader.context().board.now(marketOf(market).id)
  assert.ok(quote)
  return quote
}

function quoteAt(trader: Trader, market: string, bid: number, spread: number): Decision {
  const { pricePrecision } = marketOf(market)
  const [low, high] = [price(bid), price(bid + spread)].map((side) => formatPrice(side, pricePrecision))
  return trader.quote(market, `${low}`, `${high}`)
}

function movedBy(from: Price, permille: number): Price {
  return price(Math.round((from * (1000 + permille)) / 1000))
}

/** Shares come in tens, because a single share has a small value. */
function scaled(market: string, count: number): number {
  const { lotStep, leastLots } = marketOf(market)
  const all = market === 'HSBA.L' ? count * 1000 : count
  return Math.max(leastLots, all - (all % lotStep))
}
