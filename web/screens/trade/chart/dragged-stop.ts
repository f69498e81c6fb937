import type { SetStopPriceInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { formatPrice } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import { pipSteps } from '#core/preview/preview-order.ts'
import type { StopMove } from '#web/chart/orders/order-marks.ts'
import { type CurrentValues, stopBasisOf } from '#web/parts/stops/stop-basis.ts'
import { type StopView, stopDraftAt, stopView, unknownStop } from '#web/parts/stops/stop-draft.ts'

/** Preview of a dragged stop. Exact decimals; null if unknown. */
export type DraggedStop = {
  readonly from: string | null
  readonly to: string
  readonly view: StopView
  /** Distance from the closing price or order price: in pips, or as a price in markets without pips. */
  readonly distance: string | null
  readonly isInPips: boolean
  /** The input of the call. It contains both stops, of which only one has moved. */
  readonly input: SetStopPriceInput
}

type MovePrices = Pick<CurrentValues, 'rate' | 'balance'> & { readonly quote: BidAsk | undefined }

export function draggedStop(order: ShownOrder, move: StopMove, { quote, ...now }: MovePrices): DraggedStop {
  const { precision } = order.market
  const to = formatPrice(move.price, precision)
  const closing = quote === undefined ? undefined : closingPrice(order.side, quote)
  const basis = stopBasisOf(order, { ...now, closing })
  const moved = withMove(order, move)
  return {
    from: stopOf(order, move),
    to,
    view: basis === undefined ? unknownStop : stopView(move.kind, stopDraftAt(to), basis),
    distance: basis === undefined ? null : distanceText(Math.abs(move.price - basis.reference), precision),
    isInPips: pipSteps(precision) > 1,
    input: {
      id: order.id,
      stop_loss_price: moved.stopLoss ?? '',
      target_profit_price: moved.takeProfit ?? '',
    },
  }
}

/** A confirmed move that the order list may not show yet, with the outdated prices the list may still show. */
export type AppliedMove = { readonly move: StopMove; readonly stale: readonly (string | null)[] }

/** Drops moves that the list already shows, and moves whose stop has a different price in the list by now. */
export function notYetListed(
  applied: readonly AppliedMove[],
  listed: readonly ShownOrder[],
): readonly AppliedMove[] {
  const remaining = applied.filter(({ move, stale }) => {
    const order = listed.find(({ id }) => id === move.orderId)
    return (
      order !== undefined &&
      stopOf(order, move) !== priceText(order, move) &&
      stale.includes(stopOf(order, move))
    )
  })
  return remaining.length === applied.length ? applied : remaining
}

/** Number of outdated prices remembered per stop. */
const maxStale = 10

/** The newest move of a stop replaces the older ones. `listed` is the order as the list has it. */
export function addAppliedMove(
  applied: readonly AppliedMove[],
  listed: ShownOrder,
  move: StopMove,
): readonly AppliedMove[] {
  const isSame = (one: AppliedMove) => one.move.orderId === move.orderId && one.move.kind === move.kind
  const before = applied.filter(isSame).flatMap((one) => [...one.stale, priceText(listed, one.move)])
  const stale = [...before, stopOf(listed, move)].slice(-maxStale)
  return [...applied.filter((one) => !isSame(one)), { move, stale }]
}

/** The order with its confirmed moves, even if the list does not have them yet. */
export function withAppliedMoves(order: ShownOrder, applied: readonly AppliedMove[]): ShownOrder {
  const ofOrder = applied.filter(({ move }) => move.orderId === order.id)
  return ofOrder.reduce((before, { move }) => withMove(before, move), order)
}

export function withMove(order: ShownOrder, { kind, price }: StopMove): ShownOrder {
  const at = priceText(order, { price })
  return kind === 'stop_loss' ? { ...order, stopLoss: at } : { ...order, takeProfit: at }
}

function priceText({ market }: ShownOrder, { price }: Pick<StopMove, 'price'>): string {
  return formatPrice(price, market.precision)
}

function stopOf(order: ShownOrder, { kind }: Pick<StopMove, 'kind'>): string | null {
  return kind === 'stop_loss' ? order.stopLoss : order.takeProfit
}

function distanceText(steps: number, precision: number): string {
  return pipSteps(precision) > 1 ? formatDecimal(steps, 1) : formatDecimal(steps, precision)
}
