import { useCallback, useEffect, useState } from 'react'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { readOrders } from '#web/calls/trading.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import type { StandingState } from '#web/portfolio/portfolio-types.ts'

export type FoundOrder =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly retry: () => Promise<void> }
  | { readonly kind: 'known'; readonly order: ShownOrder }

/**
 * One order: among those that stand, and by its number otherwise. One that has just gone from them stays as it was last
 * seen until it is known how it ended, and while `isHeld`, because then an act is under way that is going to say so.
 * `before` is shown until the lists have the order.
 */
export function useOrder(id: number, isHeld: boolean, before?: ShownOrder): FoundOrder {
  const { portfolio } = useParts()
  const standing = useStore(portfolio.standing)
  const present = findStanding(standing, id)
  const [last, setLast] = useState(present ?? before)
  if (present !== undefined && present !== last) setLast(present)
  const isWanted = present === undefined && !isHeld && standing.status !== 'loading'
  const { fetched, fetchOrder } = useFetched(id, isWanted)
  if (present !== undefined) return { kind: 'known', order: present }
  if (fetched.kind === 'known') return fetched
  if (last !== undefined) return { kind: 'known', order: last }
  return fetched.kind === 'failed' ? { kind: 'failed', retry: fetchOrder } : fetched
}

type Fetched = Exclude<FoundOrder, { kind: 'failed' }> | { readonly kind: 'failed' }

function useFetched(id: number, isWanted: boolean) {
  const { caller } = useParts()
  const [fetched, setFetched] = useState<Fetched>({ kind: 'loading' })
  const fetchOrder = useCallback(
    async (signal?: AbortSignal) => {
      const found = await readOrders(caller.call, { id }, signal === undefined ? {} : { signal }).then(
        ({ data }): Fetched => knownOf(data.find(({ Id }) => Id === id)),
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

function knownOf(wire: Parameters<typeof orderFromWire>[0] | undefined): Fetched {
  return wire === undefined ? { kind: 'missing' } : { kind: 'known', order: orderFromWire(wire) }
}

function findStanding({ open, pending }: StandingState, id: number): ShownOrder | undefined {
  return open.find((order) => order.id === id) ?? pending.find((order) => order.id === id)
}
