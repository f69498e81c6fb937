import { useEffect, useState } from 'react'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { readOrders } from '#web/calls/read-orders.ts'
import { useParts, useToken } from '#web/parts/app-parts.tsx'
import { createSingleFlight } from '#web/platform/single-flight.ts'
import { browserTimers } from '#web/platform/timers.ts'

const longestFetchMs = 15_000
/** The largest page: older ones are not marked on the chart. */
const mostEnded = 100
/** Many orders may end one after the other: they are fetched once. */
const settleMs = 400

type Ended = { readonly of: string; readonly orders: readonly ShownOrder[] }

/** The orders of a market that ended last. What cannot be fetched is left out: the lists of orders have it. */
export function useEndedOrders(marketId: number): readonly ShownOrder[] {
  const { caller, portfolio } = useParts()
  const token = useToken()
  const [ended, setEnded] = useState<Ended>()
  const of = token === undefined ? undefined : `${marketId} ${token}`
  useEffect(() => {
    if (of === undefined) return undefined
    const flight = createSingleFlight(
      async (signal) => {
        const input = { status: 3, forex_id: marketId, limit: mostEnded } as const
        const answer = await readOrders(caller.call, input, { signal, initial: true }).catch(() => undefined)
        if (answer !== undefined && !signal.aborted) setEnded({ of, orders: answer.data.map(orderFromWire) })
      },
      browserTimers,
      longestFetchMs,
    )
    void flight.join()
    let cancel: () => void = () => undefined
    const leave = portfolio.onEnded(() => {
      cancel()
      cancel = browserTimers.after(settleMs, () => void flight.restart())
    })
    return () => {
      leave()
      cancel()
    }
  }, [of, marketId, caller, portfolio])
  return ended !== undefined && ended.of === of ? ended.orders : none
}

const none: readonly ShownOrder[] = []
