import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Column, csvOf } from '#web/parts/lists/csv.ts'
import { type DateRange, type Day, dayOf, epochRange } from '#web/parts/lists/date-range.ts'

/** Names for programs, the same in every language. Amounts are exact and moments are UTC, as the server gives them. */
const columns: readonly Column<ShownOrder>[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'parent_id', of: ({ parentId }) => parentId },
  { name: 'market', of: ({ market }) => market.showCode },
  { name: 'side', of: ({ side }) => side },
  { name: 'kind', of: ({ kind }) => kind },
  { name: 'status', of: ({ status }) => status },
  { name: 'lots', of: ({ lots }) => lots },
  { name: 'units_per_lot', of: ({ unitsPerLot }) => unitsPerLot },
  { name: 'multiplier', of: ({ leverage }) => leverage },
  { name: 'asked_price', of: ({ askedPrice }) => askedPrice },
  { name: 'open_price', of: ({ openedAt, openPrice }) => (openedAt === null ? null : openPrice) },
  { name: 'close_price', of: ({ status, closingPrice }) => (status === 'closed' ? closingPrice : null) },
  { name: 'profit_usd', of: ({ profit }) => profit },
  { name: 'fee_usd', of: ({ fee }) => fee },
  { name: 'margin_usd', of: ({ margin }) => margin },
  { name: 'stop_loss', of: ({ stopLoss }) => stopLoss },
  { name: 'take_profit', of: ({ takeProfit }) => takeProfit },
  { name: 'placed_at', of: ({ placedAt }) => placedAt },
  { name: 'opened_at', of: ({ openedAt }) => openedAt },
  { name: 'ended_at', of: ({ endedAt }) => endedAt },
  { name: 'end_cause', of: ({ endCause }) => endCause },
]

export function ordersCsv(orders: readonly ShownOrder[]): string {
  return csvOf(columns, orders)
}

/** Named by its first and its last day; an end that is open is where the orders end, and today. */
export function ordersFileName(orders: readonly ShownOrder[], range: DateRange, nowMs: number): string {
  const { from, to } = epochRange(range, nowMs)
  const first = from === undefined ? dayOfOldest(orders, nowMs) : dayOf(from)
  // The end is the first moment that no longer counts.
  const last = to === undefined ? dayOf(nowMs) : dayOf(to - 1)
  return `openlot-orders-${first}-${last}.csv`
}

function dayOfOldest(orders: readonly ShownOrder[], nowMs: number): Day {
  const endedAt = orders.at(-1)?.endedAt ?? undefined
  return dayOf(endedAt === undefined ? nowMs : Date.parse(endedAt))
}
