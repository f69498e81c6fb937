// The section "Formulas" of the rules. Results are in micro-dollars, rounded once.

import { minus, product, type Rational, ratio, rounded } from '#test/trading-day/oracle/exact-numbers.ts'
import type { FeeMode, OracleMarket, Side } from '#test/trading-day/oracle/oracle-types.ts'

/** Size, price in steps, and rate of the quote currency at the time of the price. */
export type Deal = {
  readonly market: OracleMarket
  readonly side: Side
  readonly lots: bigint
  readonly leverage: number
  readonly openPrice: bigint
  readonly rate: bigint
}

/** "(closing price − open price) × direction × lots × units per lot × rate" */
export function profitOf(deal: Deal, closingPrice: Rational, rateNow: bigint): bigint {
  const direction = ratio(deal.side === 'buy' ? 1n : -1n)
  const move = minus(closingPrice, ratio(deal.openPrice))
  return micros(product(inUnits(deal), inDecimal(move, deal.market), direction, inDollars(rateNow)))
}

/** "By leverage: lots × units × fill price × rate ÷ leverage. Fixed margin: lots × units, already in US dollars." */
export function marginOf(deal: Deal): bigint {
  if (deal.market.marginMode === 'fixed') return micros(inUnits(deal))
  return micros(product(worth(deal), ratio(1n, BigInt(deal.leverage))))
}

/** "Per lot: lots × fee per lot. As a share: the rounded margin × share." */
export function feeOf(deal: Deal, margin: bigint, mode: FeeMode): bigint {
  if (mode === 'per_lot') return rounded(product(inLots(deal), ratio(BigInt(deal.market.feePerLot))))
  return rounded(product(ratio(margin), ratio(BigInt(deal.market.feeShare), 1_000_000_000n)))
}

/** "Lots × units × price × rate" */
export function notionalOf(deal: Deal): bigint {
  return micros(worth(deal))
}

function worth(deal: Deal): Rational {
  return product(inUnits(deal), inDecimal(ratio(deal.openPrice), deal.market), inDollars(deal.rate))
}

function inLots({ lots }: Deal): Rational {
  return ratio(lots, 100n)
}

function inUnits(deal: Deal): Rational {
  return product(inLots(deal), ratio(BigInt(deal.market.unitsPerLot)))
}

function inDecimal(steps: Rational, { precision }: OracleMarket): Rational {
  return product(steps, ratio(1n, 10n ** BigInt(precision)))
}

function inDollars(rate: bigint): Rational {
  return ratio(rate, 1_000_000_000n)
}

function micros(dollars: Rational): bigint {
  return rounded(product(dollars, ratio(1_000_000n)))
}
