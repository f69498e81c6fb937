import { notionalValue, profitAt, profitAtMid } from '#core/margin/profit-and-margin.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import { conversionOf, conversionRate } from '#core/market/conversion.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { type Micros, micros, type Price, price, type Rate } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Side } from '#core/order/order.ts'
import type { PreviewInput, PreviewPosition } from '#core/preview/preview-types.ts'

/** Quote and rate of the market: the current ones, or assumed ones. */
export type Scenario = { readonly quote: BidAsk; readonly rate: Rate }

/** Prices at which the order opens: the current ones, or those at its order price. Undefined without a valid rate. */
export function openingScenario(input: PreviewInput): Scenario | undefined {
  const { side, target, quote, rate } = input
  return target === null ? { quote, rate } : scenarioAt(input, quoteAtTarget(side, target, quote))
}

/** The rate stays the same, unless this market itself converts the currency. */
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

/** A quote at which the order opens at `target`, with the current spread. */
function quoteAtTarget(side: Side, target: Price, now: BidAsk): BidAsk {
  const spread = now.ask - now.bid
  return side === 'buy'
    ? { bid: price(Math.max(1, target - spread)), ask: target }
    : { bid: target, ask: price(target + spread) }
}

type Positions = readonly PreviewPosition[]

/** 1.5 billion dollars, above every account limit. Sums of a few such amounts stay safe integers. */
export const maxExactAmount = 1.5e15

/** True if the notional of all positions stays exact. Typed prices may be arbitrarily high. */
export function isWithinExactRange(positions: Positions, { quote, rate }: Scenario): boolean {
  let total = 0
  for (const { terms, lots, openPrice } of positions) {
    const highest = price(Math.max(quote.ask, openPrice))
    total += notionalValue(terms, lots, highest, rate) ?? Number.POSITIVE_INFINITY
  }
  return total <= maxExactAmount
}

/** Total profit at closing prices. */
export function totalClosingProfit(positions: Positions, { quote, rate }: Scenario): Micros {
  return sumOf(positions, (one) => profitAt(one.terms, one, closingPrice(one.side, quote), rate))
}

/** Total profit at the mid price, as used by the margin level. */
export function totalMidProfit(positions: Positions, { quote, rate }: Scenario): Micros {
  return sumOf(positions, (one) => profitAtMid(one.terms, one, quote, rate))
}

function sumOf(positions: Positions, profit: (one: PreviewPosition) => Micros): Micros {
  return positions.reduce((sum, one) => add(sum, profit(one)), micros(0))
}
