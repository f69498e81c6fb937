import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import type { Call } from '#web/calls/call-request.ts'
import { readOrders } from '#web/calls/trading.ts'
import { type DateRange, epochRange } from '#web/parts/lists/date-range.ts'

/** One page of what is over. */
export type HistoryPage = {
  readonly data: readonly ShownOrder[]
  /** How many ended in these days, and what they brought together: an exact decimal. */
  readonly total: number
  readonly profit: string
}

export type HistoryQuery = {
  readonly range: DateRange
  /** Which day is today. */
  readonly nowMs: number
  readonly page: number
  /** As many as the server gives by itself when left out. */
  readonly limit?: number
}

export async function readHistory(
  call: Call,
  { range, nowMs, ...asked }: HistoryQuery,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const answer = await readOrders(call, { status: 3, ...asked, ...epochRange(range, nowMs) }, { signal })
  return { data: answer.data.map(orderFromWire), total: answer.total, profit: answer.all_fact_profits }
}
