import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Price, parsePrice } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'

export type StopKind = 'stop_loss' | 'take_profit'
type LineKind = 'order' | StopKind

/** A name instead of a colour value, so that the line follows the theme. */
export type LineTone = 'rise' | 'fall' | 'accent' | 'dim'

/** A horizontal line at a price of an order. */
export type OrderLine = {
  readonly orderId: number
  readonly kind: LineKind
  /** In steps of the order's precision. */
  readonly price: Price
  readonly precision: number
  readonly label: string
  readonly tone: LineTone
  /**
   * The stop that dragging the line below or above its price sets; undefined if the line cannot be dragged that way.
   */
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
  /** In order of priority: labels of later lines are left out if space is short. */
  readonly lines: readonly OrderLine[]
  readonly fills: readonly FillMark[]
}

/** A dragged stop, not sent to the server yet. */
export type StopMove = { readonly orderId: number; readonly kind: StopKind; readonly price: Price }

export type StopMoveHandlers = {
  /** Label of the line while it is dragged. */
  readonly labelFor: (move: StopMove) => string
  /** If it returns false, the line moves back at once; otherwise the line stays until new marks are shown. */
  readonly onDrop: (move: StopMove) => boolean
}

export const noMarks: OrderMarks = { lines: [], fills: [] }

export function lineKey({ orderId, kind }: Pick<OrderLine, 'orderId' | 'kind'>): string {
  return `${orderId}.${kind}`
}

/** The price as a plain number, as the axis uses it. */
export function axisValue({ price, precision }: Pick<OrderLine, 'price' | 'precision'>): number {
  return price / 10 ** precision
}

export type LineLabels = {
  readonly order: (order: ShownOrder) => string
  readonly stop: (order: ShownOrder, kind: StopKind, price: Price) => string
}

/** Only the newest orders are drawn: more would hide the candles. */
export const maxOrders = 20

/** Lines of active orders, newest order first. */
export function orderLines(orders: readonly ShownOrder[], labels: LineLabels): readonly OrderLine[] {
  const newest = orders.toSorted((one, other) => other.id - one.id).slice(0, maxOrders)
  return newest.flatMap((order) => [...stopLines(order, labels), ...ownLine(order, labels)])
}

function stopLines(order: ShownOrder, labels: LineLabels): readonly OrderLine[] {
  return stopKinds.flatMap((kind) => {
    const text = kind === 'stop_loss' ? order.stopLoss : order.takeProfit
    const line = (price: Price) => labels.stop(order, kind, price)
    return lineAt(order, kind, text, line, { below: kind, above: kind })
  })
}

/** The line at the open or target price. Dragging it sets a stop that the order does not have yet. */
function ownLine(order: ShownOrder, labels: LineLabels): readonly OrderLine[] {
  const loss = order.stopLoss === null ? 'stop_loss' : undefined
  const gain = order.takeProfit === null ? 'take_profit' : undefined
  const dragKinds: OrderLine['dragKinds'] =
    order.side === 'buy' ? { below: loss, above: gain } : { below: gain, above: loss }
  return lineAt(order, 'order', order.openPrice, () => labels.order(order), dragKinds)
}

const stopKinds: readonly StopKind[] = ['take_profit', 'stop_loss']

function lineAt(
  order: ShownOrder,
  kind: LineKind,
  text: string | null,
  label: (price: Price) => string,
  dragKinds: OrderLine['dragKinds'],
): readonly OrderLine[] {
  const { precision } = order.market
  const read = text === null ? undefined : parsePrice(text, precision)
  if (read === undefined || !read.ok) return []
  const { amount: price } = read
  const tone = kind === 'order' ? (order.status === 'open' ? 'accent' : 'dim') : tones[kind]
  return [{ orderId: order.id, kind, price, precision, label: label(price), tone, dragKinds }]
}

const tones = { stop_loss: 'fall', take_profit: 'rise' } as const

/** Openings and closings without duplicates: a partially closed order shares its opening with the closed part. */
export function fillMarks(orders: readonly ShownOrder[]): readonly FillMark[] {
  const found = new Map<string, FillMark>()
  for (const order of orders) {
    for (const fill of fillsOf(order)) {
      const { side, kind, timeMs, price } = fill
      found.set(`${side} ${kind} ${timeMs} ${price}`, fill)
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
  kind: FillMark['kind'],
  time: string | null,
  text: string | null,
): readonly FillMark[] {
  const read = text === null ? undefined : parsePrice(text, precision)
  const timeMs = time === null ? Number.NaN : Date.parse(time)
  if (read === undefined || !read.ok || Number.isNaN(timeMs)) return []
  return [{ side, kind, timeMs, price: read.amount, precision }]
}
