import { type BidAsk, notionalValue, profitAt, profitAtMid } from '#core/margin/profit-and-margin.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import { conversionOf, conversionRate } from '#core/market/conversion.ts'
import { type Micros, micros, type Price, price, type Rate } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Side } from '#core/order/order.ts'
import type { PreviewInput, PreviewPosition } from '#core/preview/preview-order.ts'

/** The prices of the market at one moment, now or imagined. */
export type Scenario = { readonly quote: BidAsk; readonly rate: Rate }

/** When the order opens: now, or when the price has come to its target. Undefined where there would be no rate. */
export function openingScenario(wish: PreviewInput): Scenario | undefined {
  const { side, target, quote, rate } = wish
  return target === null ? { quote, rate } : scenarioAt(wish, quoteAtTarget(side, target, quote))
}

/** The rate stays, unless it is the price of this very market that converts its currency: then it goes along. */
export function scenarioAt(
  { marketCode, terms, rate }: Pick<PreviewInput, 'marketCode' | 'terms' | 'rate'>,
  quote: BidAsk,
): Scenario | undefined {
  const conversion = conversionOf(terms.quoteCurrency)
  if (conversion === undefined || conversion.by === 'itself') return { quote, rate }
  if (conversion.marketCode !== marketCode) return { quote, rate }
  const found = conversionRate(conversion, quote, terms.pricePrecision)
  return found === undefined ? undefined : { quote, rate: found }
}

/** The target where the order opens, and the other side as far from it is now. */
function quoteAtTarget(side: Side, target: Price, now: BidAsk): BidAsk {
  const spread = now.ask - now.bid
  return side === 'buy'
    ? { bid: price(Math.max(1, target - spread)), ask: target }
    : { bid: target, ask: price(target + spread) }
}

type Positions = readonly PreviewPosition[]

/**
 * A billion and a half dollars, and so more than an account may have or hold. As long as no part is more, the few parts
 * of a preview and the margin and fee of one order can be added up in any way and stay exact.
 */
export const maxExactAmount = 1.5e15

/** Whether all that these positions could have gained or lost by then can be counted: prices may be what somebody types. */
export function isWithinExactRange(positions: Positions, { quote, rate }: Scenario): boolean {
  let all = 0
  for (const { terms, lots, openPrice } of positions) {
    const highest = price(Math.max(quote.ask, openPrice))
    all += notionalValue(terms, lots, highest, rate) ?? Number.POSITIVE_INFINITY
  }
  return all <= maxExactAmount
}

/** What they gain together when they are closed. */
export function totalClosingProfit(positions: Positions, { quote, rate }: Scenario): Micros {
  return sumOf(positions, (one) => profitAt(one.terms, one, closingPrice(one.side, quote), rate))
}

/** The same at the middle of bid and ask, as the risk rate counts it. */
export function totalMidProfit(positions: Positions, { quote, rate }: Scenario): Micros {
  return sumOf(positions, (one) => profitAtMid(one.terms, one, quote, rate))
}

function sumOf(positions: Positions, profit: (one: PreviewPosition) => Micros): Micros {
  return positions.reduce((sum, one) => add(sum, profit(one)), micros(0))
}
