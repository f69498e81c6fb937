import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Side } from '#core/order/order.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useLatePart } from '#web/parts/use-late-part.ts'
import { keptSentOrder } from '#web/screens/trade/ticket/placing/kept-sent-order.ts'

/** Begun when a finger comes down, so that it is there when the finger goes up. */
export const fetchTicket = () => import('#web/screens/trade/ticket/ticket.tsx')

export type TicketPlaceProps = {
  readonly market: ListedMarket
  readonly side: Side | undefined
  readonly onClose: () => void
}

/**
 * Where the ticket lies. It is made when it is first asked for and stays, so that it can also leave the screen; or at once
 * where a reload has left an order in doubt, for it finds out and says how that went.
 */
export function TicketPlace(props: TicketPlaceProps) {
  const [path] = useLocation()
  useEffect(fetchWhenIdle, [])
  const [hasDoubt, setHasDoubt] = useState(isInDoubt)
  const late = useLatePart(fetchTicket, hasDoubt || props.side !== undefined, () => {
    setHasDoubt(false)
    props.onClose()
  })
  return late === undefined ? null : <late.Ticket {...props} isHere={path === '/trade'} />
}

/** So that the first press opens it as fast as any other. Not every browser says when it is idle. */
function fetchWhenIdle(): (() => void) | undefined {
  if (!('requestIdleCallback' in window)) return undefined
  // What cannot be fetched now is fetched, and said, when it is wanted.
  const asked = requestIdleCallback(() => void fetchTicket().catch(() => undefined))
  return () => cancelIdleCallback(asked)
}

function isInDoubt(): boolean {
  return keptSentOrder().read() !== undefined
}
