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
  /** Version of the account that all pages show; undefined if it changed between two pages: orders may be missing. */
  readonly version: number | undefined
}

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
    version: open.version === pending.version ? open.version : undefined,
  }
}

async function readAll(call: Call, status: 0 | 1, signal: AbortSignal) {
  const orders = new Map<number, ShownOrder>()
  const versions = new Set<number>()
  for (let page = 1; ; page += 1) {
    const answer = await readOrders(call, { status, page, limit: perPage }, { signal, background: true })
    for (const order of answer.data) orders.set(order.Id, orderFromWire(order))
    versions.add(answer.Version)
    const isLast = answer.data.length === 0 || page * perPage >= answer.total || page === maxPages
    if (isLast)
      return {
        orders: [...orders.values()],
        pages: page,
        amounts: amountsOfFunds(answer),
        version: versions.size === 1 ? answer.Version : undefined,
      }
  }
}
