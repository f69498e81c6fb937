import { useSyncExternalStore } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import type { RefusalPlace } from '#web/parts/ticket/refusal-place.ts'
import { placingOf } from '#web/screens/trade/ticket/placing/placing.ts'
import { refusalAt } from '#web/screens/trade/ticket/placing/refusal-at.ts'
import { useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** What the server said about this part of the ticket, until it is changed. */
export function useRefusal(place: RefusalPlace): string | undefined {
  const placing = placingOf(useParts())
  const { market } = useTicketOf()
  return useSyncExternalStore(placing.subscribe, () => refusalAt(placing.getSnapshot(), place, market.id))
}
