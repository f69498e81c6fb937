import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Side } from '#core/order/order.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { useLazyPart } from '#web/parts/lazy-overlay.tsx'
import { orderPlacement } from '#web/screens/trade/ticket/order-placement.ts'

/** Begun when a finger comes down, so that it is there when the finger goes up. */
export const loadTicket = () => import('#web/screens/trade/ticket/ticket-sheet.tsx')

export type LazyTicketProps = {
  readonly market: ListedMarket
  readonly side: Side | undefined
  readonly onClose: () => void
}

/**
 * Where the ticket lies. It is made when it is first asked for and stays, so that it can also leave the screen. It is also
 * made for an order that was placed, or is too long ago to find out, while the ticket was not there: it tells so.
 */
export function LazyTicket(props: LazyTicketProps) {
  const [path] = useLocation()
  useEffect(loadWhenIdle, [])
  const { kind } = useStore(orderPlacement(useParts()))
  const isTelling = kind === 'done' || kind === 'expired'
  const late = useLazyPart(loadTicket, isTelling || props.side !== undefined, props.onClose)
  return late === undefined ? null : <late.TicketSheet {...props} isScreenShown={path === '/trade'} />
}

/** So that the first press opens it as fast as any other. Not every browser says when it is idle. */
function loadWhenIdle(): (() => void) | undefined {
  if (!('requestIdleCallback' in window)) return undefined
  // What cannot be fetched now is fetched, and said, when it is wanted.
  const asked = requestIdleCallback(() => void loadTicket().catch(() => undefined))
  return () => cancelIdleCallback(asked)
}
