import { createContext, type ReactNode, use, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import type { TicketDraft } from '#web/parts/ticket/ticket-types.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'
import { draftOf } from '#web/screens/trade/ticket/draft-store.ts'
import { placingOf } from '#web/screens/trade/ticket/placing/placing.ts'
import { createTicketSource, type TicketNow } from '#web/screens/trade/ticket/ticket-source.ts'

type TicketContext = { readonly market: ListedMarket; readonly source: ReadableStore<TicketNow> }

const Context = createContext<TicketContext | null>(null)

/** Gives the components inside it the ticket of this market. */
export function TicketProvider({ market, children }: { market: ListedMarket; children: ReactNode }) {
  const parts = useParts()
  const value = useMemo(() => ({ market, source: createTicketSource(parts, market) }), [parts, market])
  return <Context value={value}>{children}</Context>
}

/** The market, and the store of its ticket. Reading the store here does not subscribe to it; `useTicket` does. */
export function useTicketOf(): TicketContext {
  const value = use(Context)
  if (value === null) throw new Error('TicketProvider is missing above this component')
  return value
}

/**
 * Selects a value from the ticket. The component renders again only when that value changes. `choose` must not build a
 * new object at each call: return a text, a number or a part of the draft.
 */
export function useTicket<Chosen>(choose: (now: TicketNow) => Chosen): Chosen {
  const { source } = useTicketOf()
  return useSyncExternalStore(source.subscribe, () => choose(source.getSnapshot()))
}

/** Edits the draft. A failed order of this market is forgotten, because its message was about the old draft. */
export function useChangeTicket() {
  const parts = useParts()
  const { market, source } = useTicketOf()
  return useCallback(
    (change: (draft: TicketDraft) => TicketDraft) => {
      const placing = placingOf(parts)
      const state = placing.getSnapshot()
      const isSaid = state.kind === 'failed' || state.kind === 'never'
      if (isSaid && state.request.input.forex_id === market.id) placing.forget()
      draftOf(parts).set(change(source.getSnapshot().draft))
    },
    [parts, market, source],
  )
}
