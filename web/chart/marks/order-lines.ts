import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Price, parsePrice } from '#core/money/price.ts'
import type { LineKind, MarkLine, StopKind } from '#web/chart/marks/mark-types.ts'

/** What the lines say. */
export type LineWords = {
  readonly order: (order: ShownOrder) => string
  readonly stop: (order: ShownOrder, kind: StopKind, price: Price) => string
}

/** More orders of one market than this would hide the candles: the newest are drawn. */
export const mostOrders = 20

/** The lines of orders that stand, newest order first. */
export function orderLines(orders: readonly ShownOrder[], words: LineWords): readonly MarkLine[] {
  const newest = orders.toSorted((one, other) => other.id - one.id).slice(0, mostOrders)
  return newest.flatMap((order) => [...stopLines(order, words), ...ownLine(order, words)])
}

function stopLines(order: ShownOrder, words: LineWords): readonly MarkLine[] {
  return stopKinds.flatMap((kind) => {
    const text = kind === 'stop_loss' ? order.stopLoss : order.takeProfit
    const line = (price: Price) => words.stop(order, kind, price)
    return lineAt(order, kind, text, line, { below: kind, above: kind })
  })
}

/** What it was opened at, or waits for. Dragged away from itself it gives the order a stop that it does not have yet. */
function ownLine(order: ShownOrder, words: LineWords): readonly MarkLine[] {
  const loss = order.stopLoss === null ? 'stop_loss' : undefined
  const gain = order.takeProfit === null ? 'take_profit' : undefined
  const becomes: MarkLine['becomes'] =
    order.side === 'buy' ? { below: loss, above: gain } : { below: gain, above: loss }
  return lineAt(order, 'order', order.openPrice, () => words.order(order), becomes)
}

const stopKinds: readonly StopKind[] = ['take_profit', 'stop_loss']

function lineAt(
  order: ShownOrder,
  kind: LineKind,
  text: string | null,
  label: (price: Price) => string,
  becomes: MarkLine['becomes'],
): readonly MarkLine[] {
  const { precision } = order.market
  const read = text === null ? undefined : parsePrice(text, precision)
  if (read === undefined || !read.ok) return []
  const { amount: price } = read
  const tone = kind === 'order' ? (order.status === 'open' ? 'accent' : 'dim') : tones[kind]
  return [{ orderId: order.id, kind, price, precision, label: label(price), tone, becomes }]
}

const tones = { stop_loss: 'fall', take_profit: 'rise' } as const
