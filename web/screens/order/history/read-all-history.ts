import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { Call } from '#web/calls/call-request.ts'
import { type HistoryAsked, readHistory } from '#web/screens/order/history/read-history.ts'

/** As many as one page may have, and as many pages as one file may have. */
export const perPage = 100
export const mostRows = 10_000

export type AllHistory = {
  readonly orders: readonly ShownOrder[]
  /** There are more than one file may have; these are the newest. */
  readonly isCut: boolean
}

type Asked = Pick<HistoryAsked, 'range' | 'nowMs'> & {
  readonly signal: AbortSignal
  /** How much of it is there, from 0 to 1. */
  readonly onProgress: (done: number) => void
}

/** Every order of these days, newest first. Rejects as soon as a page cannot be had: half of it would look like all. */
export async function readAllHistory(
  call: Call,
  { signal, onProgress, ...asked }: Asked,
): Promise<AllHistory> {
  // What ends meanwhile comes in front and moves the rest on, so that one may come twice.
  const orders = new Map<number, ShownOrder>()
  for (let page = 1; ; page += 1) {
    const { data, total } = await readHistory(call, { ...asked, page, limit: perPage }, signal)
    for (const order of data) orders.set(order.id, order)
    const isAll = data.length === 0 || page * perPage >= total
    if (isAll || page * perPage >= mostRows)
      return { orders: [...orders.values()].slice(0, mostRows), isCut: !isAll }
    onProgress((page * perPage) / Math.min(total, mostRows))
  }
}
