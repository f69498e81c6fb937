import type { Call } from '#browser/calls/call-request.ts'
import { type AccountAmounts, amountsOfFunds } from '#contract/account-from-wire.ts'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { readOrders } from '#web/calls/trading.ts'

/** All open and pending orders, and the amounts of the account. */
export type FetchedOrders = {
  readonly open: readonly ShownOrder[]
  readonly pending: readonly ShownOrder[]
  readonly amounts: AccountAmounts
  /** Whether amounts and figures come from the same quotes: true if all open orders were on one page. */
  readonly isConsistent: boolean
  /** `inconsistentMark` if orders changed between two pages: some may be missing. */
  readonly ordersMark: string
}

/** Differs from every mark the server sends, so that the lists are fetched again. */
export const inconsistentMark = ''

/** The server's page limit. `maxPages` covers the maximum of 500 open and 200 pending orders. */
const perPage = 100
const maxPages = 8

export async function fetchActiveOrders(call: Call, signal: AbortSignal): Promise<FetchedOrders> {
  const [open, pending] = await Promise.all([readAll(call, 1, signal), readAll(call, 0, signal)])
  return {
    open: open.orders,
    pending: pending.orders,
    amounts: open.amounts,
    isConsistent: open.pages === 1,
    ordersMark: open.ordersMark === pending.ordersMark ? open.ordersMark : inconsistentMark,
  }
}

async function readAll(call: Call, status: 0 | 1, signal: AbortSignal) {
  const orders = new Map<number, ShownOrder>()
  const marks = new Set<string>()
  for (let page = 1; ; page += 1) {
    const answer = await readOrders(call, { status, page, limit: perPage }, { signal, background: true })
    for (const order of answer.data) orders.set(order.Id, orderFromWire(order))
    marks.add(answer.OrdersMark)
    const isLast = answer.data.length === 0 || page * perPage >= answer.total || page === maxPages
    if (isLast)
      return {
        orders: [...orders.values()],
        pages: page,
        amounts: amountsOfFunds(answer),
        ordersMark: marks.size === 1 ? answer.OrdersMark : inconsistentMark,
      }
  }
}
