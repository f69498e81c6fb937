import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Side } from '#core/order/order.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useRefreshedRealTrades } from '#web/parts/account/use-opening-block.ts'
import { type AppParts, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import { orderPlacement } from '#web/screens/trade/ticket/order-placement.ts'

/** Called on pointer down, so that the chunk is usually loaded when the finger lifts. */
export const ticketCode = {
  load: async () => (await import('#web/screens/trade/ticket/ticket-sheet.tsx')).TicketSheet,
}

type LazyTicketProps = {
  readonly market: ListedMarket
  readonly side: Side | undefined
  readonly onClose: () => void
}

/**
 * The ticket, loaded on first use and kept mounted for its closing animation. It is also loaded to report an
 * order that was placed, or whose outcome expired, while the ticket was closed.
 */
export function LazyTicket(props: LazyTicketProps) {
  const [path] = useLocation()
  const parts = useParts()
  useEffect(() => loadWhenIdle(parts), [parts])
  // Asked before the first press, so that the ticket of a blocked account opens as such.
  useRefreshedRealTrades(true)
  const { kind } = useStore(orderPlacement(parts))
  const hasResult = kind === 'done' || kind === 'expired'
  const TicketSheet = useLateOverlay(ticketCode, hasResult || props.side !== undefined, props.onClose)
  return TicketSheet === undefined ? null : <TicketSheet {...props} isScreenShown={path === '/trade'} />
}

/** Preloads the chunk, so that the first press opens the ticket without delay. Safari lacks `requestIdleCallback`. */
function loadWhenIdle({ late }: AppParts): (() => void) | undefined {
  if (!('requestIdleCallback' in window)) return undefined
  // A failed preload is ignored: opening the ticket loads it again and reports the failure.
  const handle = requestIdleCallback(() => void late.load(ticketCode).catch(() => undefined))
  return () => cancelIdleCallback(handle)
}
