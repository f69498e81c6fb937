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

/** What a stop that was dragged would mean. Exact decimals; null for what cannot be told. */
export type DraggedStop = {
  readonly from: string | null
  readonly to: string
  readonly view: StopView
  /** From the closing price now, or from the target: in pips, or as a price where nobody counts in pips. */
  readonly distance: string | null
  readonly isInPips: boolean
  /** What is sent: both stops, the other one as it is. */
  readonly input: SetStopPriceInput
}

export type MovePrices = Pick<CurrentValues, 'rate' | 'balance'> & { readonly quote: BidAsk | undefined }

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

/** A move that was made, and what a list that does not know of it yet says of that stop. */
export type AppliedMove = { readonly move: StopMove; readonly stale: readonly (string | null)[] }

/** Those of which no list has told yet. */
export function notYetListed(
  set: readonly AppliedMove[],
  listed: readonly ShownOrder[],
): readonly AppliedMove[] {
  const still = set.filter(({ move, stale }) => {
    const order = listed.find(({ id }) => id === move.orderId)
    return (
      order !== undefined &&
      stopOf(order, move) !== priceText(order, move) &&
      stale.includes(stopOf(order, move))
    )
  })
  return still.length === set.length ? set : still
}

/** Lists that come late are told from those that know; of more moves in a row than these nobody keeps count. */
const maxStale = 10

/** The newest move of a stop is the one that holds. `listed` is the order as the list says it. */
export function addAppliedMove(
  set: readonly AppliedMove[],
  listed: ShownOrder,
  move: StopMove,
): readonly AppliedMove[] {
  const isSame = (one: AppliedMove) => one.move.orderId === move.orderId && one.move.kind === move.kind
  const before = set.filter(isSame).flatMap((one) => [...one.stale, priceText(listed, one.move)])
  const stale = [...before, stopOf(listed, move)].slice(-maxStale)
  return [...set.filter((one) => !isSame(one)), { move, stale }]
}

/** The order as it is after what was set, also where the list does not say so yet. */
export function withAppliedMoves(order: ShownOrder, set: readonly AppliedMove[]): ShownOrder {
  const made = set.filter(({ move }) => move.orderId === order.id)
  return made.reduce((before, { move }) => withMove(before, move), order)
}

/** The order as it would be. */
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
