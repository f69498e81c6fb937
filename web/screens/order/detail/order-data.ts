import { useCallback, useEffect, useMemo, useState } from 'react'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { readOrders } from '#web/calls/trading.ts'
import { useConnectionStatus, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useUsdRate } from '#web/parts/market/use-usd-rate.ts'
import type { TicketConditions } from '#web/parts/ticket/ticket-types.ts'
import type { ActiveOrders } from '#web/portfolio/portfolio-types.ts'

export type OrderLookup =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly retry: () => Promise<void> }
  | { readonly kind: 'known'; readonly order: ShownOrder }

/**
 * One order: among those that stand, and by its number otherwise. One that has just gone from them stays as it was last
 * seen until it is known how it ended, and while `isHeld`, because then an act is under way that is going to say so.
 * `before` is shown until the lists have the order.
 */
export function useOrder(id: number, isHeld: boolean, before?: ShownOrder): OrderLookup {
  const { portfolio } = useParts()
  const standing = useStore(portfolio.activeOrders)
  const present = findActive(standing, id)
  const [last, setLast] = useState(present ?? before)
  if (present !== undefined && present !== last) setLast(present)
  const isWanted = present === undefined && !isHeld && standing.status !== 'loading'
  const { fetched, fetchOrder } = useFetchedOrder(id, isWanted)
  if (present !== undefined) return { kind: 'known', order: present }
  if (fetched.kind === 'known') return fetched
  if (last !== undefined) return { kind: 'known', order: last }
  return fetched.kind === 'failed' ? { kind: 'failed', retry: fetchOrder } : fetched
}

type Fetched = Exclude<OrderLookup, { kind: 'failed' }> | { readonly kind: 'failed' }

function useFetchedOrder(id: number, isWanted: boolean) {
  const { caller } = useParts()
  const [fetched, setFetched] = useState<Fetched>({ kind: 'loading' })
  const fetchOrder = useCallback(
    async (signal?: AbortSignal) => {
      const found = await readOrders(caller.call, { id }, signal === undefined ? {} : { signal }).then(
        ({ data }): Fetched => lookupFromWire(data.find(({ Id }) => Id === id)),
        // Why makes no difference: it is said that it failed, and asked again when somebody wishes.
        (): Fetched => ({ kind: 'failed' }),
      )
      if (!signal?.aborted) setFetched(found)
    },
    [caller, id],
  )
  useEffect(() => {
    if (!isWanted) return
    const asking = new AbortController()
    void fetchOrder(asking.signal)
    return () => asking.abort()
  }, [isWanted, fetchOrder])
  return { fetched, fetchOrder: () => fetchOrder() }
}

function lookupFromWire(wire: Parameters<typeof orderFromWire>[0] | undefined): Fetched {
  return wire === undefined ? { kind: 'missing' } : { kind: 'known', order: orderFromWire(wire) }
}

function findActive({ open, pending }: ActiveOrders, id: number): ShownOrder | undefined {
  return open.find((order) => order.id === id) ?? pending.find((order) => order.id === id)
}

/** Live prices, account and orders that a new order in this market is judged on. Undefined until the market is known. */
export function useSurroundings(marketId: number, quoteCurrency: string): TicketConditions | undefined {
  const { markets, portfolio } = useParts()
  const market = useStore(markets.list).markets.find(({ id }) => id === marketId)
  const quote = useStore(markets.quote(marketId))
  const line = useConnectionStatus()
  const rate = useUsdRate(quoteCurrency)
  const funds = useStore(portfolio.funds)
  const { status, open } = useStore(portfolio.activeOrders)
  return useMemo(
    () =>
      market === undefined
        ? undefined
        : {
            ...{ market, quote, line, rate },
            account: funds.kind === 'known' ? funds.amounts : undefined,
            open: status === 'ready' ? open : undefined,
          },
    [market, quote, line, rate, funds, status, open],
  )
}

/** Prices flow while the detail is open, and the markets are known that convert them into dollars. */
export function useLivePrices(isOpen: boolean): void {
  const { markets } = useParts()
  useEffect(() => {
    if (!isOpen) return
    if (markets.list.getSnapshot().markets.length === 0) void markets.refresh()
    return markets.watch()
  }, [markets, isOpen])
}
