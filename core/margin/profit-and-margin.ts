import { type Lots, type Micros, micros, oneToOne, type Price, type Rate } from '#core/money/amounts.ts'
import { mulDiv, mulDivWide, mulDivWithin } from '#core/money/mul-div.ts'
import { directionOf, type OrderTerms, type Side } from '#core/order/order.ts'

type ValueTerms = Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
type MarginTerms = ValueTerms & Pick<OrderTerms, 'marginMode'>

// A step of the price is 10^−precision, lots are hundredths, a rate counts billionths and the result millionths: so a
// product of the four is divided by 10^precision × 100 × 1,000 to be micro-dollars. It is rounded once, at the end.

/** (close − open) × direction × lots × units per lot, turned into US dollars. */
export function profitAt(terms: ValueTerms, order: Position, close: Price, rate: Rate): Micros {
  const gained = (close - order.openPrice) * directionOf(order.side)
  return toUsd(terms, gained, order.lots, rate, 1)
}

/** The same at the middle of bid and ask, which may lie between two steps: so it is counted in half steps. */
export function profitAtMid(terms: ValueTerms, order: Position, quote: BidAsk, rate: Rate): Micros {
  const gained = (quote.bid + quote.ask - 2 * order.openPrice) * directionOf(order.side)
  return toUsd(terms, gained, order.lots, rate, 2)
}

export type Position = { readonly side: Side; readonly openPrice: Price; readonly lots: Lots }
export type BidAsk = { readonly bid: Price; readonly ask: Price }

/** By leverage: lots × units × price ÷ leverage. Fixed: lots × units, which is US dollars already. */
export function requiredMargin(
  terms: MarginTerms,
  { lots, price, leverage }: { readonly lots: Lots; readonly price: Price; readonly leverage: number },
  rate: Rate,
): Micros {
  if (terms.marginMode === 'fixed') return micros(lots * terms.unitsPerLot * microsPerHundredth)
  return toUsd(terms, price, lots, rate, leverage)
}

/**
 * What is bought or sold is worth: lots × units × price. Undefined where that is more than can be counted, and so
 * beyond every limit: a target is what somebody typed.
 */
export function notionalValue(terms: ValueTerms, lots: Lots, price: Price, rate: Rate): Micros | undefined {
  const found = mulDivWithin([price, lots, terms.unitsPerLot, rate], [scaleOf(terms)])
  return found === undefined ? undefined : micros(found)
}

const microsPerHundredth = 10_000

function toUsd(terms: ValueTerms, steps: number, lots: Lots, rate: Rate, divisor: number): Micros {
  const { unitsPerLot, pricePrecision } = terms
  // Dollars are dollars. Without the rate the product stays small enough to be exact without wider numbers.
  if (rate === oneToOne)
    return micros(mulDivWide([steps, lots, unitsPerLot, microsPerHundredth], [10 ** pricePrecision, divisor]))
  // A lot is most often a hundred thousand of something, which what it is divided by has in it, too: the same holds.
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

/** Per lot: lots × fee rate, in US dollars. Otherwise margin × fee rate. */
export function tradeFee(terms: FeeTerms, lots: Lots, margin: Micros): Micros {
  if (terms.feeMode === 'per_lot') return micros(mulDiv(lots, terms.feePerLot, hundredthsPerLot))
  return micros(mulDiv(margin, terms.feeShare, billionths))
}

const hundredthsPerLot = 100
const billionths = 1_000_000_000
