import type { Call } from '#browser/calls/call-request.ts'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { readOrders } from '#web/calls/trading.ts'
import { type DateRange, epochRange } from '#web/parts/lists/date-range.ts'

export type HistoryPage = {
  readonly data: readonly ShownOrder[]
  /** Order count and realised profit of the whole date range. The profit is an exact decimal. */
  readonly total: number
  readonly profit: string
}

type HistoryQuery = {
  readonly range: DateRange
  /** Current time, which determines which day is today. */
  readonly nowMs: number
  readonly page: number
  /** Defaults to the server's page size. */
  readonly limit?: number
}

export async function readHistory(
  call: Call,
  { range, nowMs, ...page }: HistoryQuery,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const answer = await readOrders(call, { status: 3, ...page, ...epochRange(range, nowMs) }, { signal })
  return { data: answer.data.map(orderFromWire), total: answer.total, profit: answer.all_fact_profits }
}
