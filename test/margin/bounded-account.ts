import type { RegionContext } from '#core/margin/region-exposures.ts'
import type { Thresholds } from '#core/margin/safe-region.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { type Micros, price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'

/** An account that safe regions are drawn for, at prices that can be moved. */
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

/** Those with an order in them, and those that convert their currencies. */
export function relevantMarkets({
  open,
  context: around,
}: Pick<BoundedAccount, 'open' | 'around'>): readonly number[] {
  const ways = open.flatMap(({ terms }) => around.routeOf(terms.quoteCurrency)?.marketId ?? [])
  return [...new Set([...open.map(({ marketId }) => marketId), ...ways])]
}

/** A quote whose bid and ask add up to this. */
export function quoteAt(marketId: number, sum: number): Quote {
  const bid = Math.floor(sum / 2)
  return { marketId, bid: price(bid), ask: price(sum - bid), timeMs: 0, seq: 1 }
}

/** Leaves the market where bid and ask add up to this. */
export function moveTo({ board }: Pick<BoundedAccount, 'board'>, marketId: number, sum: number): void {
  if (sumNow({ board }, marketId) !== sum) board.apply({ kind: 'quote', ...quoteAt(marketId, sum) })
}
