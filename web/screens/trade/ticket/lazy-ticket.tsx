import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Side } from '#core/order/order.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { useLatePart } from '#web/parts/lazy-overlay.tsx'
import { placingOf } from '#web/screens/trade/ticket/order-placement.ts'

/** Begun when a finger comes down, so that it is there when the finger goes up. */
export const fetchTicket = () => import('#web/screens/trade/ticket/ticket-sheet.tsx')

export type TicketPlaceProps = {
  readonly market: ListedMarket
  readonly side: Side | undefined
  readonly onClose: () => void
}

/**
 * Where the ticket lies. It is made when it is first asked for and stays, so that it can also leave the screen. It is also
 * made for an order that was placed, or is too long ago to find out, while the ticket was not there: it tells so.
 */
export function TicketPlace(props: TicketPlaceProps) {
  const [path] = useLocation()
  useEffect(fetchWhenIdle, [])
  const { kind } = useStore(placingOf(useParts()))
  const isTelling = kind === 'done' || kind === 'expired'
  const late = useLatePart(fetchTicket, isTelling || props.side !== undefined, props.onClose)
  return late === undefined ? null : <late.Ticket {...props} isHere={path === '/trade'} />
}

/** So that the first press opens it as fast as any other. Not every browser says when it is idle. */
function fetchWhenIdle(): (() => void) | undefined {
  if (!('requestIdleCallback' in window)) return undefined
  // What cannot be fetched now is fetched, and said, when it is wanted.
  const asked = requestIdleCallback(() => void fetchTicket().catch(() => undefined))
  return () => cancelIdleCallback(asked)
}
