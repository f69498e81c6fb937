import { conversionRate } from '#core/margin/conversion-rate.ts'
import type { BidAsk } from '#core/margin/exposure.ts'
import { conversionOf } from '#core/market/conversion.ts'
import { type Price, price } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import type { Side } from '#core/order/order.ts'
import type { PreviewInput } from '#core/preview/preview-types.ts'

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
