import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { Side } from '#core/order/order.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'

/** Begun when a finger comes down, so that it is there when the finger goes up. */
export const fetchTicket = () => import('#web/screens/trade/ticket/ticket.tsx')

const Ticket = lazy(async () => ({ default: (await fetchTicket()).Ticket }))

export type TicketPlaceProps = {
  readonly market: ListedMarket
  readonly side: Side | undefined
  readonly onClose: () => void
}

/** Where the ticket lies. It is made when it is first asked for and stays, so that it can also leave the screen. */
export function TicketPlace(props: TicketPlaceProps) {
  const [path] = useLocation()
  const [isMade, setIsMade] = useState(false)
  if (!isMade && props.side !== undefined) setIsMade(true)
  return isMade ? (
    <Suspense>
      <Ticket {...props} isHere={path === '/trade'} />
    </Suspense>
  ) : null
}
