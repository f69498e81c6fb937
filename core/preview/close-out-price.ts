import { closeOutPercent, isAbovePercent, type Risk } from '#core/margin/account-figures.ts'
import type { BidAsk } from '#core/margin/profit-and-margin.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import { conversionOf } from '#core/market/conversion.ts'
import { highestPrice, type Price, price } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { directionOf } from '#core/order/order.ts'
import { binarySearchFirst } from '#core/preview/binary-search.ts'
import type { PreviewInput, PreviewPosition } from '#core/preview/preview-order.ts'
import { isWithinExactRange, scenarioAt, totalMidProfit } from '#core/preview/scenario.ts'

type MarketPositions = {
  /** All there is in this market, the wish among it. */
  readonly positions: readonly PreviewPosition[]
  /** The account without what those positions have gained. */
  readonly baseline: Risk
}

/**
 * Looks for it one way only, where the account loses, from the quote at which the order opens to the last price there is
 * or that can be counted with, bid and ask as far apart as there. What is held in other markets stays as it is, even
 * where this market converts its currency.
 */
export function closeOutPrice(wish: PreviewInput, held: MarketPositions, from: BidAsk): Price | null {
  const spread = from.ask - from.bid
  const way = -netDirection(wish, held.positions)
  const quoteAfter = (steps: number): BidAsk => {
    const bid = from.bid + way * steps
    return { bid: price(bid), ask: price(bid + spread) }
  }
  const found = binarySearchFirst(0, maxSteps(way, from), (steps) => {
    const risk = riskAt(wish, held, quoteAfter(steps))
    return risk === undefined || !isAbovePercent(risk, closeOutPercent)
  })
  if (found === undefined || riskAt(wish, held, quoteAfter(found)) === undefined) return null
  return closingPrice(wish.side, quoteAfter(found))
}

/** Undefined where it cannot be counted any more. */
function riskAt(
  wish: PreviewInput,
  { positions, baseline: standing }: MarketPositions,
  quote: BidAsk,
): Risk | undefined {
  const moment = scenarioAt(wish, quote)
  if (moment === undefined || !isWithinExactRange(positions, moment)) return undefined
  return { ...standing, netValue: add(standing.netValue, totalMidProfit(positions, moment)) }
}

/** 0 where a move of the price changes nothing: only the quote at which it opens is left to be judged. */
function maxSteps(way: number, { bid, ask }: BidAsk): number {
  if (way === 0) return 0
  return way < 0 ? bid - 1 : highestPrice - ask
}

/**
 * 1 where the account gains by a rising price, −1 where it loses by it. A profit in a currency that is divided by this price
 * is (price − open) ÷ price a unit: what then counts is the worth of each order when it opened, not its size.
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
