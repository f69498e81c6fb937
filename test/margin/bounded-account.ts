import type { RegionContext } from '#core/margin/region-exposures.ts'
import type { Thresholds } from '#core/margin/safe-region.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { type Micros, price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'

/** An account with thresholds, on a board whose prices can be moved. */
export type BoundedAccount = {
  readonly cash: Micros
  readonly open: readonly Order[]
  readonly thresholds: Thresholds
  readonly board: LiveBoard
  readonly context: RegionContext
}

/** bid + ask; undefined without a quote. */
export function sumNow({ board }: Pick<BoundedAccount, 'board'>, marketId: number): number | undefined {
  const { quote } = board.now(marketId)
  return quote === undefined ? undefined : quote.bid + quote.ask
}

/** Ids of the markets of the orders, and of the markets that convert their currencies. */
export function relevantMarkets({
  open,
  context,
}: Pick<BoundedAccount, 'open' | 'context'>): readonly number[] {
  const converting = open.flatMap(({ terms }) => context.routeOf(terms.quoteCurrency)?.marketId ?? [])
  return [...new Set([...open.map(({ marketId }) => marketId), ...converting])]
}

/** A quote with this sum of bid and ask. */
export function quoteAt(marketId: number, sum: number): Quote {
  const bid = Math.floor(sum / 2)
  return { marketId, bid: price(bid), ask: price(sum - bid), timeMs: 0, seq: 1, source: 'test' }
}

/** Moves the market to this sum of bid and ask. */
export function moveTo({ board }: Pick<BoundedAccount, 'board'>, marketId: number, sum: number): void {
  if (sumNow({ board }, marketId) !== sum) board.apply({ kind: 'quote', ...quoteAt(marketId, sum) })
}
