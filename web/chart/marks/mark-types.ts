import type { Price } from '#core/money/price.ts'
import type { Side } from '#core/order/order.ts'

// What of somebody's orders is drawn over the candles. Plain data: the chart knows neither orders nor money.

export type StopKind = 'stop_loss' | 'take_profit'
export type LineKind = 'order' | StopKind

/** By name, so that light, dark and swapped colours follow by themselves. */
export type LineTone = 'rise' | 'fall' | 'accent' | 'dim'

/** A price that matters to an order, across the whole chart. */
export type MarkLine = {
  readonly orderId: number
  readonly kind: LineKind
  /** In steps of the order's own precision. */
  readonly price: Price
  readonly precision: number
  readonly label: string
  readonly tone: LineTone
  /** Which stop it means when it is dragged below or above itself; undefined where it cannot be dragged to. */
  readonly becomes: { readonly below: StopKind | undefined; readonly above: StopKind | undefined }
}

/** Where an order was opened or closed. */
export type FillMark = {
  readonly side: Side
  readonly what: 'opening' | 'closing'
  readonly timeMs: number
  readonly price: Price
  readonly precision: number
}

export type ChartMarks = {
  /** Those that matter most first: where there is no room for all labels, the later ones go without. */
  readonly lines: readonly MarkLine[]
  readonly fills: readonly FillMark[]
}

/** A stop as somebody has dragged it. Nothing is done by it yet. */
export type StopMove = { readonly orderId: number; readonly kind: StopKind; readonly price: Price }

/** Whoever shows the chart says what a move would mean, and whether it is looked into. */
export type MoveAnswers = {
  /** What the line says while it is dragged. */
  readonly wordsFor: (move: StopMove) => string
  /** It was let go. False puts it back at once; otherwise it stays until other marks are shown. */
  readonly onMoved: (move: StopMove) => boolean
}

export const noMarks: ChartMarks = { lines: [], fills: [] }

export function keyOf({ orderId, kind }: Pick<MarkLine, 'orderId' | 'kind'>): string {
  return `${orderId}.${kind}`
}

/** Where it lies on the axis of the chart, which counts in plain numbers. */
export function axisValue({ price, precision }: Pick<MarkLine, 'price' | 'precision'>): number {
  return price / 10 ** precision
}
