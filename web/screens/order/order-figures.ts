import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { formatPrice, parseLots, parsePrice, price } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'

/** Whether a step can be closed and enough be left: a part must leave at least the least lots. */
export function canClosePart({
  lots,
  lotStep,
  leastLots,
}: Pick<ShownOrder, 'lots' | 'lotStep' | 'leastLots'>): boolean {
  const [all, step, least] = [parseLots(lots), parseLots(lotStep), parseLots(leastLots)]
  return all.ok && step.ok && least.ok && all.amount - step.amount >= Math.max(step.amount, least.amount)
}

export type TargetDistance = {
  /** What it would open at now: the price that its target is compared with. */
  readonly now: string
  /** How far that price must still move, with its sign. */
  readonly distance: string
}

/** How far a pending order is from opening: a buy opens at the ask, a sell at the bid. */
export function targetDistance(
  { side, target }: { readonly side: Side; readonly target: string },
  quote: BidAsk | undefined,
  precision: number,
): TargetDistance | undefined {
  const wanted = parsePrice(target, precision)
  if (quote === undefined || !wanted.ok) return undefined
  const now = side === 'buy' ? quote.ask : quote.bid
  return {
    now: formatPrice(now, precision),
    distance: formatPrice(price(wanted.amount - now), precision),
  }
}
