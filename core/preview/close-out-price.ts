import { closeOutPercent, type EquityAndMargin, isAbovePercent } from '#core/margin/account-figures.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import { conversionOf } from '#core/market/conversion.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { highestPrice, type Price, price } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { directionOf } from '#core/order/order.ts'
import { binarySearchFirst } from '#core/preview/binary-search.ts'
import type { PreviewInput, PreviewPosition } from '#core/preview/preview-types.ts'
import { isWithinExactRange, scenarioAt, totalMidProfit } from '#core/preview/scenario.ts'

type MarketPositions = {
  /** Open positions of this market plus the previewed order. */
  readonly positions: readonly PreviewPosition[]
  /** The account without the profit of these positions. */
  readonly baseline: EquityAndMargin
}

/**
 * Closing price at which the account would be closed out if only this market moved. Searches from the opening quote
 * in the losing direction, with a constant spread. Positions in other markets keep their value, even if this market
 * converts their currency. Null if no such price exists.
 */
export function closeOutPrice(input: PreviewInput, inMarket: MarketPositions, from: BidAsk): Price | null {
  const spread = from.ask - from.bid
  const direction = -netDirection(input, inMarket.positions)
  const quoteAfter = (steps: number): BidAsk => {
    const bid = from.bid + direction * steps
    return { bid: price(bid), ask: price(bid + spread) }
  }
  const found = binarySearchFirst(0, maxSteps(direction, from), (steps) => {
    const risk = riskAt(input, inMarket, quoteAfter(steps))
    return risk === undefined || !isAbovePercent(risk, closeOutPercent)
  })
  if (found === undefined || riskAt(input, inMarket, quoteAfter(found)) === undefined) return null
  return closingPrice(input.side, quoteAfter(found))
}

/** Undefined outside the exact range. */
function riskAt(
  input: PreviewInput,
  { positions, baseline }: MarketPositions,
  quote: BidAsk,
): EquityAndMargin | undefined {
  const scenario = scenarioAt(input, quote)
  if (scenario === undefined || !isWithinExactRange(positions, scenario)) return undefined
  return { ...baseline, equity: add(baseline.equity, totalMidProfit(positions, scenario)) }
}

/** 0 for a full hedge: only the opening quote is checked. */
function maxSteps(direction: number, { bid, ask }: BidAsk): number {
  if (direction === 0) return 0
  return direction < 0 ? bid - 1 : highestPrice - ask
}

/**
 * 1 if a rising price is a profit for the account, −1 if it is a loss, 0 for a full hedge. If the quote currency is
 * converted by dividing by this market's own price, profit per unit is (price − open) ÷ price. Orders are then weighted
 * by their opening value instead of their size.
 */
function netDirection({ marketCode, terms }: PreviewInput, positions: readonly PreviewPosition[]): number {
  const conversion = conversionOf(terms.quoteCurrency)
  const isDivided = conversion?.by === 'divide' && conversion.marketCode === marketCode
  let sum = 0n
  for (const one of positions) {
    const size = BigInt(one.lots) * BigInt(one.terms.unitsPerLot) * BigInt(directionOf(one.side))
    sum += isDivided ? size * BigInt(one.openPrice) : size
  }
  return sum > 0n ? 1 : sum < 0n ? -1 : 0
}
