// The terms of a market from the wire's plain numbers into whole units.
import { type Lots, lots, lotsDecimals } from '#core/money/lots.ts'
import { micros, microsDecimals } from '#core/money/micros.ts'
import { rate, rateDecimals } from '#core/money/rate.ts'
import { unitsOf } from '#core/money/units-of.ts'
import type { OrderTerms } from '#core/order/order-terms.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'

export function termsOf({ quoteCurrency, precision, terms }: ListedMarket): OrderTerms {
  const isPerLot = terms.feeMode === 'per_lot'
  return {
    quoteCurrency,
    pricePrecision: precision,
    unitsPerLot: terms.unitsPerLot,
    lotStep: lotsOf(terms.lotStep),
    leastLots: lotsOf(terms.leastLots),
    marginMode: terms.hasFixedMargin ? 'fixed' : 'leverage',
    feePerLot: micros(isPerLot ? unitsOf(terms.feeRate, microsDecimals) : 0),
    feeShare: rate(isPerLot ? 0 : unitsOf(terms.feeRate, rateDecimals)),
    feeMode: terms.feeMode,
  }
}

export function lotsOf(amount: number): Lots {
  return lots(unitsOf(amount, lotsDecimals))
}
