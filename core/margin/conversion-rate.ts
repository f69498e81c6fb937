import type { BidAsk } from '#core/margin/exposure.ts'
import type { Conversion } from '#core/market/conversion.ts'
import { mulDivWithin } from '#core/money/mul-div.ts'
import { oneToOne, type Rate, rate } from '#core/money/rate.ts'

/**
 * A currency in US dollars, at the middle of bid and ask of the market that converts it. Undefined where it would be
 * too small or too large to be counted: nothing can be traded on that.
 */
export function conversionRate(
  conversion: Exclude<Conversion, { readonly by: 'itself' }>,
  { bid, ask }: BidAsk,
  precision: number,
): Rate | undefined {
  const step = 10 ** precision
  const found =
    conversion.by === 'multiply'
      ? mulDivWithin([bid + ask, oneToOne], [2 * step, conversion.divisor])
      : mulDivWithin([2 * step, oneToOne], [bid + ask, conversion.divisor])
  return found === undefined || found === 0 ? undefined : rate(found)
}
