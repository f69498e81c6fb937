import type { Lots } from '#core/money/lots.ts'
import { type Micros, micros } from '#core/money/micros.ts'
import { mulDiv } from '#core/money/mul-div.ts'
import type { OrderTerms } from '#core/order/order-terms.ts'

type FeeTerms = Pick<OrderTerms, 'feeMode' | 'feePerLot' | 'feeShare'>

/** Per lot: lots × fee rate, in US dollars. Otherwise margin × fee rate. */
export function tradeFee(terms: FeeTerms, lots: Lots, margin: Micros): Micros {
  if (terms.feeMode === 'per_lot') return micros(mulDiv(lots, terms.feePerLot, hundredthsPerLot))
  return micros(mulDiv(margin, terms.feeShare, billionths))
}

const hundredthsPerLot = 100
const billionths = 1_000_000_000
