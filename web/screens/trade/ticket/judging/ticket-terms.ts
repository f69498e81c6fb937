// The terms of a market from the wire's plain numbers into whole units.
import { type Lots, lots, lotsDecimals } from '#core/money/lots.ts'
import { micros, microsDecimals } from '#core/money/micros.ts'
import { rate, rateDecimals } from '#core/money/rate.ts'
import { unitsOf } from '#core/money/units-of.ts'
import type { FeeMode, OrderTerms } from '#core/order/order-terms.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'

/** What the wire calls the fee rate is dollars a lot, or a share of the margin. While nobody knows which, there is none. */
export function termsOf(
  { quoteCurrency, precision, terms }: ListedMarket,
  feeMode: FeeMode | undefined,
): OrderTerms {
  const isPerLot = feeMode === 'per_lot'
  const isShare = feeMode === 'share_of_margin'
  return {
    quoteCurrency,
    pricePrecision: precision,
    unitsPerLot: terms.unitsPerLot,
    lotStep: lotsOf(terms.lotStep),
    leastLots: lotsOf(terms.leastLots),
    marginMode: terms.hasFixedMargin ? 'fixed' : 'leverage',
    feePerLot: micros(isPerLot ? unitsOf(terms.feeRate, microsDecimals) : 0),
    feeShare: rate(isShare ? unitsOf(terms.feeRate, rateDecimals) : 0),
    feeMode: feeMode ?? 'per_lot',
  }
}

export function lotsOf(amount: number): Lots {
  return lots(unitsOf(amount, lotsDecimals))
}
