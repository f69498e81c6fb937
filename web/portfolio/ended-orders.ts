import type { Call } from '#browser/calls/call-request.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { readOrders } from '#web/calls/trading.ts'

/** Finds out how orders ended: from the pushed changes, or from the history if no push contained them. */
export type EndedOrders = {
  /** Takes the orders of a pushed change. Those that have ended are remembered. */
  readonly pushed: (orders: readonly ShownOrder[]) => void
  /** Resolves with the orders of these ids as they ended. Those that cannot be found are left out. */
  readonly find: (ids: ReadonlySet<number>) => Promise<readonly ShownOrder[]>
  /** Cancels all waits. Searches that have not ended stay without a result. */
  readonly stop: () => void
}

type Parts = { readonly call: Call; readonly timers: Timers; readonly random: () => number }

type Search = {
  readonly ids: ReadonlySet<number>
  readonly resolve: (orders: readonly ShownOrder[]) => void
}

/** The id of an ended order is pushed just before the order itself. */
export const orderWaitMs = 1_000
/** A restart or one tick can end orders of thousands of users, and their browsers must not read the history at once. */
export const historyJitterMs = 5_000
/** The wait before the history is read again, without its jitter. */
export const historyRetryMs = 2_000
/** The largest page. Orders beyond it are not found. */
const historyLimit = 100
/** More orders than can end before an action that was to end them is found to have failed. */
const maxRemembered = 200

export function createEndedOrders({ call, timers, random }: Parts): EndedOrders {
  const known = new Map<number, ShownOrder>()
  const searches = new Set<Search>()
  const cancelWaits = new Set<CancelTimer>()
  let cancelRead: CancelTimer | undefined
  let isStopped = false

  function remember(order: ShownOrder): void {
    known.set(order.id, order)
    for (const oldest of known.keys()) {
      if (known.size <= maxRemembered) break
      known.delete(oldest)
    }
  }
  function finishComplete(): void {
    for (const search of searches)
      if ([...search.ids].every((id) => known.has(id))) {
        searches.delete(search)
        search.resolve(ordersOf(search, known))
      }
    if (searches.size > 0) return
    cancelRead?.()
    cancelRead = undefined
  }
  function after(delayMs: number, run: () => void): CancelTimer {
    const cancel = timers.after(delayMs + random() * historyJitterMs, () => {
      cancelWaits.delete(cancel)
      if (!isStopped) run()
    })
    cancelWaits.add(cancel)
    return () => {
      cancelWaits.delete(cancel)
      cancel()
    }
  }
  /** One read serves all searches that wait by then. */
  async function searchHistory(): Promise<void> {
    cancelRead = undefined
    const unfinished = [...searches]
    searches.clear()
    const missing = new Set(unfinished.flatMap(({ ids }) => [...ids].filter((id) => !known.has(id))))
    const read = new Map((await readHistory(missing)).map((order) => [order.id, order]))
    for (const search of unfinished) search.resolve(ordersOf(search, new Map([...known, ...read])))
  }
  /** Reads once more if the first read failed or lacks an order. */
  async function readHistory(missing: ReadonlySet<number>): Promise<readonly ShownOrder[]> {
    const read = async () => {
      const { data } = await readOrders(call, { status: 3, limit: historyLimit }, { background: true })
      return data.filter(({ Id }) => missing.has(Id)).map(orderFromWire)
    }
    const first = await read().catch(() => [])
    if (first.length >= Math.min(missing.size, historyLimit)) return first
    await new Promise<void>((resolve) => void after(historyRetryMs, resolve))
    return await read().catch(() => first)
  }
  return {
    pushed(orders) {
      for (const order of orders)
        if (order.status === 'closed' || order.status === 'cancelled') remember(order)
      finishComplete()
    },
    find: (ids) =>
      new Promise((resolve) => {
        searches.add({ ids, resolve })
        finishComplete()
        if (searches.size > 0) cancelRead ??= after(orderWaitMs, () => void searchHistory())
      }),
    stop() {
      isStopped = true
      for (const cancel of cancelWaits) cancel()
    },
  }
}

function ordersOf({ ids }: Search, orders: ReadonlyMap<number, ShownOrder>): readonly ShownOrder[] {
  return [...ids].flatMap((id) => orders.get(id) ?? [])
}
