import type { SetStopPriceInput } from '#contract/calls/set-stop-price.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { TwoSided } from '#core/margin/exposure.ts'
import { closingSide } from '#core/margin/valuation.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import { formatPrice } from '#core/money/price.ts'
import { pipSteps } from '#core/preview/pip.ts'
import type { StopMove } from '#web/chart/marks/mark-types.ts'
import { type BasisNow, orderBasis } from '#web/parts/stops/order-basis.ts'
import { stopView, unknownStop } from '#web/parts/stops/stop-draft.ts'
import type { StopView } from '#web/parts/stops/stop-types.ts'

/** What a stop that was dragged would mean. Exact decimals; null for what cannot be told. */
export type MovedStop = {
  readonly from: string | null
  readonly to: string
  readonly view: StopView
  /** From the closing price now, or from the target: in pips, or as a price where nobody counts in pips. */
  readonly distance: string | null
  readonly isInPips: boolean
  /** What is sent: both stops, the other one as it is. */
  readonly input: SetStopPriceInput
}

export type MoveNow = Pick<BasisNow, 'rate' | 'balance'> & { readonly quote: TwoSided | undefined }

export function movedStop(order: ShownOrder, move: StopMove, { quote, ...now }: MoveNow): MovedStop {
  const { precision } = order.market
  const to = formatPrice(move.price, precision)
  const closing = quote === undefined ? undefined : closingSide(order.side, quote)
  const basis = orderBasis(order, { ...now, closing })
  const moved = withMove(order, move)
  return {
    from: move.kind === 'stop_loss' ? order.stopLoss : order.takeProfit,
    to,
    view:
      basis === undefined ? unknownStop : stopView(move.kind, { isOn: true, by: 'price', text: to }, basis),
    distance: basis === undefined ? null : distanceText(Math.abs(move.price - basis.reference), precision),
    isInPips: pipSteps(precision) > 1,
    input: {
      id: order.id,
      stop_loss_price: moved.stopLoss ?? '',
      target_profit_price: moved.takeProfit ?? '',
    },
  }
}

/** The order as it would be. */
export function withMove(order: ShownOrder, { kind, price }: StopMove): ShownOrder {
  const at = formatPrice(price, order.market.precision)
  return kind === 'stop_loss' ? { ...order, stopLoss: at } : { ...order, takeProfit: at }
}

function distanceText(steps: number, precision: number): string {
  return pipSteps(precision) > 1 ? formatDecimal(steps, 1) : formatDecimal(steps, precision)
}
