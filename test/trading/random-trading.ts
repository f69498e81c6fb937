import assert from 'node:assert/strict'
import type { Decision } from '#core/decision/decision.ts'
import { fc } from '#test/fast-check.ts'
import type { Trader } from '#test/trading/trader.ts'

export const startPrices = {
  EURUSD: ['1.08420', '1.08430'],
  GBPUSD: ['1.27000', '1.27010'],
  EURGBP: ['0.85370', '0.85380'],
  USDJPY: ['150.000', '150.010'],
  NGAS: ['3.800', '3.802'],
} as const
type Code = keyof typeof startPrices
const codes = Object.keys(startPrices) as Code[]

/** One random action of a trader. Typed input may be invalid. */
export type Step = (trader: Trader) => Decision | undefined

const code = fc.constantFrom(...codes)
const side = fc.constantFrom('buy' as const, 'sell' as const)
const orderId = fc.integer({ min: 0, max: 12 })
const garbage = fc.oneof(fc.string({ maxLength: 70 }), fc.double().map(String), fc.bigInt().map(String))
const lots = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 400 }).map((count) => decimal(count, 2)) },
  garbage,
)
/** A price that differs from the start price by `percent`. */
const near = (market: Code, percent: number) => {
  const [bid] = startPrices[market]
  const precision = bid.length - bid.indexOf('.') - 1
  return decimal(Math.max(1, Math.round(Number(bid) * 10 ** precision * (1 + percent / 100))), precision)
}
const percent = fc.noBias(fc.integer({ min: -6000, max: 6000 })).map((hundredths) => hundredths / 100)
const typed = (market: Code) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 6, arbitrary: percent.map((by) => near(market, by)) },
    garbage,
  )

const placeAnyOrder: fc.Arbitrary<Step> = code.chain((market) =>
  fc
    .record({
      side,
      lots,
      leverage: fc.constantFrom(100, 100, 50, 1, 33, Number.NaN),
      target: typed(market),
      seen: typed(market),
      deviation: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.double()),
      stopLoss: typed(market),
      takeProfit: typed(market),
    })
    .map((ticket) => (trader) => trader.place(market, ticket)),
)
const placeMarketOrder: fc.Arbitrary<Step> = fc.tuple(code, side, fc.integer({ min: 1, max: 400 })).map(
  ([market, orderSide, count]) =>
    (trader) =>
      trader.place(market, { side: orderSide, lots: decimal(count, 2) }),
)
/** Places orders with stops or a target near the start price, which are often valid. */
const placeWithStopsOrTarget: fc.Arbitrary<Step> = fc
  .tuple(code, side, fc.integer({ min: 1, max: 30 }), fc.boolean())
  .map(([market, orderSide, by, isPending]) => (trader) => {
    const up = orderSide === 'buy' ? by : -by
    const stops = { stopLoss: near(market, -up), takeProfit: near(market, up) }
    const target = isPending ? near(market, by % 2 === 0 ? by / 3 : -by / 3) : null
    return trader.place(market, { side: orderSide, lots: '0.50', target, ...(isPending ? {} : stops) })
  })
const publishQuote: fc.Arbitrary<Step> = fc
  .tuple(code, percent, fc.nat({ max: 40 }))
  .map(([market, by, spread]) => (trader) => {
    const bid = near(market, by)
    const precision = bid.length - bid.indexOf('.') - 1
    const ask = decimal(Math.round(Number(bid) * 10 ** precision) + spread, precision)
    return trader.quote(market, bid, ask)
  })
const changeState: fc.Arbitrary<Step> = fc
  .tuple(code, fc.constantFrom('open' as const, 'open' as const, 'closed' as const, 'stale' as const))
  .map(([market, state]) => (trader) => {
    trader.state(market, state)
    return undefined
  })
const changeOrder: fc.Arbitrary<Step> = fc.oneof(
  orderId.map(
    (id): Step =>
      (trader) =>
        trader.close(id),
  ),
  orderId.map(
    (id): Step =>
      (trader) =>
        trader.cancel(id),
  ),
  fc.tuple(orderId, typed('EURUSD'), typed('EURUSD')).map(
    ([id, stopLoss, takeProfit]): Step =>
      (trader) =>
        trader.setStops(id, stopLoss, takeProfit),
  ),
)
const closePart: fc.Arbitrary<Step> = fc.tuple(orderId, lots).map(([id, part]) => (trader) => {
  const before = trader.account().orders.get(id)
  const decision = trader.close(id, part)
  if (decision.kind === 'decided' && decision.answer.length === 2) {
    const [closed, rest] = decision.answer
    for (const field of ['lots', 'margin', 'fee'] as const)
      assert.equal((closed?.[field] ?? 0) + (rest?.[field] ?? 0), before?.[field])
  }
  return decision
})
const resetDemo: fc.Arbitrary<Step> = fc.constant<Step>((trader) => trader.submit({ kind: 'reset_demo' }))

/** A random sequence of actions of one account. Most are valid. */
export const randomTrading = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: placeAnyOrder },
    { weight: 2, arbitrary: placeMarketOrder },
    { weight: 4, arbitrary: placeWithStopsOrTarget },
    { weight: 6, arbitrary: publishQuote },
    changeState,
    { weight: 2, arbitrary: changeOrder },
    { weight: 2, arbitrary: closePart },
    { weight: 1, arbitrary: resetDemo },
  ),
  { minLength: 40, maxLength: 60 },
)

function decimal(units: number, precision: number): string {
  const digits = String(units).padStart(precision + 1, '0')
  return `${digits.slice(0, -precision)}.${digits.slice(-precision)}`
}
