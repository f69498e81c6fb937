import { type AccountAmounts, amountsOfFunds } from '#contract/account-from-wire.ts'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import type { Call } from '#web/calls/call-request.ts'
import { readOrders } from '#web/calls/trading.ts'

/** Every order that stands, and what the account comes to. */
export type FetchedOrders = {
  readonly open: readonly ShownOrder[]
  readonly pending: readonly ShownOrder[]
  readonly amounts: AccountAmounts
  /** Whether the amounts and the figures of all open orders are of one state of prices: they were on one page. */
  readonly isConsistent: boolean
  /** `severalStates` where orders came or went between two pages: some may be missing. */
  readonly ordersMark: string
}

/** A mark that is never told, so that the lists are fetched again. */
export const inconsistentMark = ''

/** As many as one page may have. An account has 500 open and 200 pending orders at most, so this ends. */
const perPage = 100
const mostPages = 8

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
    const answer = await readOrders(call, { status, page, limit: perPage }, { signal, initial: true })
    for (const order of answer.data) orders.set(order.Id, orderFromWire(order))
    marks.add(answer.OrdersMark)
    const isLast = answer.data.length === 0 || page * perPage >= answer.total || page === mostPages
    if (isLast)
      return {
        orders: [...orders.values()],
        pages: page,
        amounts: amountsOfFunds(answer),
        ordersMark: marks.size === 1 ? answer.OrdersMark : inconsistentMark,
      }
  }
}
