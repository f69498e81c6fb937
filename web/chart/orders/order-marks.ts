import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Price, parsePrice } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'

// What of somebody's orders is drawn over the candles. Plain data: the chart knows neither orders nor money.

export type StopKind = 'stop_loss' | 'take_profit'
type LineKind = 'order' | StopKind

/** By name, so that light, dark and swapped colours follow by themselves. */
export type LineTone = 'rise' | 'fall' | 'accent' | 'dim'

/** A price that matters to an order, across the whole chart. */
export type OrderLine = {
  readonly orderId: number
  readonly kind: LineKind
  /** In steps of the order's own precision. */
  readonly price: Price
  readonly precision: number
  readonly label: string
  readonly tone: LineTone
  /** Which stop it means when it is dragged below or above itself; undefined where it cannot be dragged to. */
  readonly dragKinds: { readonly below: StopKind | undefined; readonly above: StopKind | undefined }
}

/** Where an order was opened or closed. */
export type FillMark = {
  readonly side: Side
  readonly kind: 'opening' | 'closing'
  readonly timeMs: number
  readonly price: Price
  readonly precision: number
}

export type OrderMarks = {
  /** Those that matter most first: where there is no room for all labels, the later ones go without. */
  readonly lines: readonly OrderLine[]
  readonly fills: readonly FillMark[]
}

/** A stop as somebody has dragged it. Nothing is done by it yet. */
export type StopMove = { readonly orderId: number; readonly kind: StopKind; readonly price: Price }

/** Whoever shows the chart says what a move would mean, and whether it is looked into. */
export type StopMoveHandlers = {
  /** What the line says while it is dragged. */
  readonly labelFor: (move: StopMove) => string
  /** It was let go. False puts it back at once; otherwise it stays until other marks are shown. */
  readonly onDrop: (move: StopMove) => boolean
}

export const noMarks: OrderMarks = { lines: [], fills: [] }

export function lineKey({ orderId, kind }: Pick<OrderLine, 'orderId' | 'kind'>): string {
  return `${orderId}.${kind}`
}

/** Where it lies on the axis of the chart, which counts in plain numbers. */
export function axisValue({ price, precision }: Pick<OrderLine, 'price' | 'precision'>): number {
  return price / 10 ** precision
}

/** What the lines say. */
export type LineLabels = {
  readonly order: (order: ShownOrder) => string
  readonly stop: (order: ShownOrder, kind: StopKind, price: Price) => string
}

/** More orders of one market than this would hide the candles: the newest are drawn. */
export const maxOrders = 20

/** The lines of orders that stand, newest order first. */
export function orderLines(orders: readonly ShownOrder[], words: LineLabels): readonly OrderLine[] {
  const newest = orders.toSorted((one, other) => other.id - one.id).slice(0, maxOrders)
  return newest.flatMap((order) => [...stopLines(order, words), ...ownLine(order, words)])
}

function stopLines(order: ShownOrder, words: LineLabels): readonly OrderLine[] {
  return stopKinds.flatMap((kind) => {
    const text = kind === 'stop_loss' ? order.stopLoss : order.takeProfit
    const line = (price: Price) => words.stop(order, kind, price)
    return lineAt(order, kind, text, line, { below: kind, above: kind })
  })
}

/** What it was opened at, or waits for. Dragged away from itself it gives the order a stop that it does not have yet. */
function ownLine(order: ShownOrder, words: LineLabels): readonly OrderLine[] {
  const loss = order.stopLoss === null ? 'stop_loss' : undefined
  const gain = order.takeProfit === null ? 'take_profit' : undefined
  const becomes: OrderLine['dragKinds'] =
    order.side === 'buy' ? { below: loss, above: gain } : { below: gain, above: loss }
  return lineAt(order, 'order', order.openPrice, () => words.order(order), becomes)
}

const stopKinds: readonly StopKind[] = ['take_profit', 'stop_loss']

function lineAt(
  order: ShownOrder,
  kind: LineKind,
  text: string | null,
  label: (price: Price) => string,
  becomes: OrderLine['dragKinds'],
): readonly OrderLine[] {
  const { precision } = order.market
  const read = text === null ? undefined : parsePrice(text, precision)
  if (read === undefined || !read.ok) return []
  const { amount: price } = read
  const tone = kind === 'order' ? (order.status === 'open' ? 'accent' : 'dim') : tones[kind]
  return [{ orderId: order.id, kind, price, precision, label: label(price), tone, dragKinds: becomes }]
}

const tones = { stop_loss: 'fall', take_profit: 'rise' } as const

/** Openings and closings of orders, each once: the closed part of an order was opened together with the rest. */
export function fillMarks(orders: readonly ShownOrder[]): readonly FillMark[] {
  const found = new Map<string, FillMark>()
  for (const order of orders) {
    for (const fill of fillsOf(order)) {
      const { side, kind: what, timeMs, price } = fill
      found.set(`${side} ${what} ${timeMs} ${price}`, fill)
    }
  }
  return [...found.values()]
}

function fillsOf(order: ShownOrder): readonly FillMark[] {
  const { status, openedAt, openPrice, endedAt, closingPrice } = order
  if (status !== 'open' && status !== 'closed') return []
  const closing = status === 'closed' ? fillAt(order, 'closing', endedAt, closingPrice) : []
  return [...fillAt(order, 'opening', openedAt, openPrice), ...closing]
}

function fillAt(
  { side, market: { precision } }: ShownOrder,
  what: FillMark['kind'],
  moment: string | null,
  text: string | null,
): readonly FillMark[] {
  const read = text === null ? undefined : parsePrice(text, precision)
  const timeMs = moment === null ? Number.NaN : Date.parse(moment)
  if (read === undefined || !read.ok || Number.isNaN(timeMs)) return []
  return [{ side, kind: what, timeMs, price: read.amount, precision }]
}
