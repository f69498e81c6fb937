import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Column, toCsv } from '#web/parts/lists/csv.ts'
import { type DateRange, type Day, epochRange, localDay } from '#web/parts/lists/date-range.ts'

/**
 * Column names are the same in every language, so that spreadsheets and scripts can rely on them. Amounts are exact
 * and times are UTC, as on the wire.
 */
const columns: readonly Column<ShownOrder>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'parent_id', value: ({ parentId }) => parentId },
  { name: 'market', value: ({ market }) => market.showCode },
  { name: 'side', value: ({ side }) => side },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'status', value: ({ status }) => status },
  { name: 'lots', value: ({ lots }) => lots },
  { name: 'units_per_lot', value: ({ unitsPerLot }) => unitsPerLot },
  { name: 'multiplier', value: ({ leverage }) => leverage },
  { name: 'asked_price', value: ({ askedPrice }) => askedPrice },
  { name: 'open_price', value: ({ openedAt, openPrice }) => (openedAt === null ? null : openPrice) },
  { name: 'close_price', value: ({ status, closingPrice }) => (status === 'closed' ? closingPrice : null) },
  { name: 'profit_usd', value: ({ profit }) => profit },
  { name: 'fee_usd', value: ({ fee }) => fee },
  { name: 'margin_usd', value: ({ margin }) => margin },
  { name: 'stop_loss', value: ({ stopLoss }) => stopLoss },
  { name: 'take_profit', value: ({ takeProfit }) => takeProfit },
  { name: 'placed_at', value: ({ placedAt }) => placedAt },
  { name: 'opened_at', value: ({ openedAt }) => openedAt },
  { name: 'ended_at', value: ({ endedAt }) => endedAt },
  { name: 'end_cause', value: ({ endCause }) => endCause },
]

export function ordersCsv(orders: readonly ShownOrder[]): string {
  return toCsv(columns, orders)
}

/** Contains the first and last day of the range: by default the day of the oldest order, and today. */
export function ordersFileName(orders: readonly ShownOrder[], range: DateRange, nowMs: number): string {
  const { from, to } = epochRange(range, nowMs)
  const first = from === undefined ? dayOfOldest(orders, nowMs) : localDay(from)
  // `to` is exclusive.
  const last = to === undefined ? localDay(nowMs) : localDay(to - 1)
  return `openlot-orders-${first}-${last}.csv`
}

function dayOfOldest(orders: readonly ShownOrder[], nowMs: number): Day {
  const endedAt = orders.at(-1)?.endedAt ?? undefined
  return localDay(endedAt === undefined ? nowMs : Date.parse(endedAt))
}
