import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { formatPrice, parseLots, parsePrice, price } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'

/** Whether one lot step can be closed while at least the minimum lots stay open. */
export function canClosePart({
  lots,
  lotStep,
  leastLots,
}: Pick<ShownOrder, 'lots' | 'lotStep' | 'leastLots'>): boolean {
  const [all, step, least] = [parseLots(lots), parseLots(lotStep), parseLots(leastLots)]
  return all.ok && step.ok && least.ok && all.amount - step.amount >= Math.max(step.amount, least.amount)
}

export type TargetDistance = {
  /** Current price that is compared with the order price. */
  readonly now: string
  /** Order price minus current price. */
  readonly distance: string
}

/** How far the price is from the order price (`target`). A buy opens at the ask, a sell at the bid. */
export function targetDistance(
  { side, target }: { readonly side: Side; readonly target: string },
  quote: BidAsk | undefined,
  precision: number,
): TargetDistance | undefined {
  const parsedTarget = parsePrice(target, precision)
  if (quote === undefined || !parsedTarget.ok) return undefined
  const now = side === 'buy' ? quote.ask : quote.bid
  return {
    now: formatPrice(now, precision),
    distance: formatPrice(price(parsedTarget.amount - now), precision),
  }
}
