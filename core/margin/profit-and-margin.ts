import type { BidAsk } from '#core/market/quote.ts'
import { type Lots, type Micros, micros, oneToOne, type Price, type Rate } from '#core/money/amounts.ts'
import { mulDiv, mulDivWide, mulDivWithin } from '#core/money/mul-div.ts'
import { directionOf, type OrderTerms, type Side } from '#core/order/order.ts'

type ValueTerms = Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
type MarginTerms = ValueTerms & Pick<OrderTerms, 'marginMode'>

// Units: prices are steps of 10^−precision, lots are hundredths, rates are billionths, results are micro-dollars. A
// product of all of them is divided by 10^precision × 100 × 1,000 and rounded once, at the end.

/** (close − open) × direction × lots × units per lot, converted to US dollars. */
export function profitAt(terms: ValueTerms, order: Position, close: Price, rate: Rate): Micros {
  const gained = (close - order.openPrice) * directionOf(order.side)
  return toUsd(terms, gained, order.lots, rate, 1)
}

/** Profit at the mid price. The mid may lie between two steps, so the formula uses half steps. */
export function profitAtMid(terms: ValueTerms, order: Position, quote: BidAsk, rate: Rate): Micros {
  const gained = (quote.bid + quote.ask - 2 * order.openPrice) * directionOf(order.side)
  return toUsd(terms, gained, order.lots, rate, 2)
}

export type Position = { readonly side: Side; readonly openPrice: Price; readonly lots: Lots }

/** By leverage: lots × units × price ÷ leverage. Fixed: lots × units, which is already in US dollars. */
export function requiredMargin(
  terms: MarginTerms,
  { lots, price, leverage }: { readonly lots: Lots; readonly price: Price; readonly leverage: number },
  rate: Rate,
): Micros {
  if (terms.marginMode === 'fixed') return micros(lots * terms.unitsPerLot * microsPerHundredth)
  return toUsd(terms, price, lots, rate, leverage)
}

/** Lots × units × price. Undefined above the exact range, which a typed order price can reach. */
export function notionalValue(terms: ValueTerms, lots: Lots, price: Price, rate: Rate): Micros | undefined {
  const found = mulDivWithin([price, lots, terms.unitsPerLot, rate], [scaleOf(terms)])
  return found === undefined ? undefined : micros(found)
}

const microsPerHundredth = 10_000

function toUsd(terms: ValueTerms, steps: number, lots: Lots, rate: Rate, divisor: number): Micros {
  const { unitsPerLot, pricePrecision } = terms
  // In USD no rate is needed, and the product stays within exact doubles, which avoids BigInt.
  if (rate === oneToOne)
    return micros(mulDivWide([steps, lots, unitsPerLot, microsPerHundredth], [10 ** pricePrecision, divisor]))
  // A lot is mostly 100,000 units, a factor that cancels against the divisor and keeps the product small.
  if (unitsPerLot % hundredThousand === 0)
    return micros(
      mulDivWide([steps, lots, unitsPerLot / hundredThousand, rate], [10 ** pricePrecision, divisor]),
    )
  return micros(mulDivWide([steps, lots, unitsPerLot, rate], [scaleOf(terms), divisor]))
}

const hundredThousand = 100_000

function scaleOf({ pricePrecision }: ValueTerms): number {
  return 10 ** pricePrecision * hundredThousand
}

type FeeTerms = Pick<OrderTerms, 'feeMode' | 'feePerLot' | 'feeShare'>

/** Per lot: lots × fee in US dollars. Otherwise: margin × fee share. */
export function tradeFee(terms: FeeTerms, lots: Lots, margin: Micros): Micros {
  if (terms.feeMode === 'per_lot') return micros(mulDiv(lots, terms.feePerLot, hundredthsPerLot))
  return micros(mulDiv(margin, terms.feeShare, billionths))
}

const hundredthsPerLot = 100
const billionths = 1_000_000_000
