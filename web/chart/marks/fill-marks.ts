import type { ShownOrder } from '#contract/order-from-wire.ts'
import { parsePrice } from '#core/money/price.ts'
import type { FillMark } from '#web/chart/marks/mark-types.ts'

/** Openings and closings of orders, each once: the closed part of an order was opened together with the rest. */
export function fillMarks(orders: readonly ShownOrder[]): readonly FillMark[] {
  const found = new Map<string, FillMark>()
  for (const order of orders) {
    for (const fill of fillsOf(order)) {
      const { side, what, timeMs, price } = fill
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
  what: FillMark['what'],
  moment: string | null,
  text: string | null,
): readonly FillMark[] {
  const read = text === null ? undefined : parsePrice(text, precision)
  const timeMs = moment === null ? Number.NaN : Date.parse(moment)
  if (read === undefined || !read.ok || Number.isNaN(timeMs)) return []
  return [{ side, what, timeMs, price: read.amount, precision }]
}
