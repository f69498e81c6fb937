import { useEffect, useMemo, useState } from 'react'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { readOrders } from '#web/calls/trading.ts'
import { useOpeningBlock, useRefreshedRealTrades } from '#web/parts/account/use-opening-block.ts'
import { useConnectionStatus, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useUsdRate } from '#web/parts/market/use-usd-rate.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import type { TicketConditions } from '#web/parts/ticket/ticket-types.ts'
import type { ActiveOrders } from '#web/portfolio/portfolio-types.ts'

export type OrderLookup =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly retry: () => Promise<void> }
  | { readonly kind: 'known'; readonly order: ShownOrder }

/**
 * Looks up an order among the active ones, and reads any other order from the server. An order that has just ended
 * stays as last seen until it is read. `isPaused` delays that read, because the answer to the action in progress will
 * contain the order. `fallback` is shown until the lists have the order.
 */
export function useOrderLookup(id: number, isPaused: boolean, fallback?: ShownOrder): OrderLookup {
  const { portfolio } = useParts()
  const activeOrders = useStore(portfolio.activeOrders)
  const active = findActive(activeOrders, id)
  const [last, setLast] = useState(active ?? fallback)
  if (active !== undefined && active !== last) setLast(active)
  const shouldFetch = active === undefined && !isPaused && activeOrders.status !== 'loading'
  const fetched = useFetchedOrder(id, shouldFetch)
  if (active !== undefined) return { kind: 'known', order: active }
  return fetched.kind !== 'known' && last !== undefined ? { kind: 'known', order: last } : fetched
}

function useFetchedOrder(id: number, isEnabled: boolean): OrderLookup {
  const { data, isError, refetch } = useServerQuery({
    key: ['order', id],
    read: async (call, signal) => {
      const { data: found } = await readOrders(call, { id }, { signal })
      return found.find(({ Id }) => Id === id) ?? null
    },
    isEnabled,
    // An order that has ended must not be shown as open again.
    isForgotten: true,
  })
  const order = useMemo(() => (data ? orderFromWire(data) : undefined), [data])
  if (order !== undefined) return { kind: 'known', order }
  if (data === null) return { kind: 'missing' }
  // The cause does not matter: the detail offers a retry.
  return isError ? { kind: 'failed', retry: async () => void (await refetch()) } : { kind: 'loading' }
}

function findActive({ open, pending }: ActiveOrders, id: number): ShownOrder | undefined {
  return open.find((order) => order.id === id) ?? pending.find((order) => order.id === id)
}

/**
 * Live prices, account and orders for checking a new order in this market. Undefined until the market is loaded.
 */
export function useTicketConditions(marketId: number, quoteCurrency: string): TicketConditions | undefined {
  const { markets, portfolio } = useParts()
  const market = useStore(markets.list).markets.find(({ id }) => id === marketId)
  const quote = useStore(markets.quote(marketId))
  const connection = useConnectionStatus()
  const rate = useUsdRate(quoteCurrency)
  const funds = useStore(portfolio.funds)
  const { status, open } = useStore(portfolio.activeOrders)
  const isOpeningBlocked = useOpeningBlock()
  useRefreshedRealTrades(true)
  return useMemo(
    () =>
      market === undefined
        ? undefined
        : {
            ...{ market, quote, connection, rate },
            account: funds.kind === 'known' ? funds.amounts : undefined,
            open: status === 'ready' ? open : undefined,
            isOpeningBlocked,
          },
    [market, quote, connection, rate, funds, status, open, isOpeningBlocked],
  )
}

/** Subscribes to quotes while the detail is open, and loads the markets needed for conversion to dollars. */
export function useQuotesWhileOpen(isOpen: boolean): void {
  const { markets } = useParts()
  useEffect(() => {
    if (!isOpen) return
    if (markets.list.getSnapshot().markets.length === 0) void markets.refresh()
    return markets.watch()
  }, [markets, isOpen])
}
