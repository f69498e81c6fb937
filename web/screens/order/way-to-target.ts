import type { TwoSided } from '#core/margin/exposure.ts'
import { formatPrice, parsePrice, price } from '#core/money/price.ts'
import type { Side } from '#core/order/order.ts'

export type WayToTarget = {
  /** What it would open at now: the price that its target is compared with. */
  readonly now: string
  /** How far that price must still move, with its sign. */
  readonly distance: string
}

/** How far a pending order is from opening: a buy opens at the ask, a sell at the bid. */
export function wayToTarget(
  { side, target }: { readonly side: Side; readonly target: string },
  quote: TwoSided | undefined,
  precision: number,
): WayToTarget | undefined {
  const wanted = parsePrice(target, precision)
  if (quote === undefined || !wanted.ok) return undefined
  const now = side === 'buy' ? quote.ask : quote.bid
  return {
    now: formatPrice(now, precision),
    distance: formatPrice(price(wanted.amount - now), precision),
  }
}
