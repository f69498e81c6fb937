import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useDeferredValue,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { TradingKey } from '#i18n/trading/en.ts'
import type { Translate } from '#i18n/translator.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import type { RefusalPlace } from '#web/parts/ticket/ticket-messages.ts'
import type { TicketDraft } from '#web/parts/ticket/ticket-types.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'
import { orderPlacement } from '#web/screens/trade/ticket/order-placement.ts'
import { refusalAt } from '#web/screens/trade/ticket/refusal.ts'
import { draftStoreOf } from '#web/screens/trade/ticket/ticket-draft.ts'
import { createTicketStore, type TicketSnapshot } from '#web/screens/trade/ticket/ticket-store.ts'

type TicketContext = { readonly market: ListedMarket; readonly store: ReadableStore<TicketSnapshot> }

const Context = createContext<TicketContext | null>(null)

/** Gives the components inside it the ticket of this market. */
export function TicketProvider({ market, children }: { market: ListedMarket; children: ReactNode }) {
  const parts = useParts()
  const value = useMemo(() => ({ market, store: createTicketStore(parts, market) }), [parts, market])
  return <Context value={value}>{children}</Context>
}

/** The market, and the store of its ticket. Reading the store here does not subscribe to it; `useTicket` does. */
export function useTicketContext(): TicketContext {
  const value = use(Context)
  if (value === null) throw new Error('TicketProvider is missing above this component')
  return value
}

/**
 * Selects a value from the ticket. The component renders again only when that value changes. `choose` must not build a
 * new object at each call: return a text, a number or a part of the draft.
 */
export function useTicket<Chosen>(select: (now: TicketSnapshot) => Chosen): Chosen {
  const { store } = useTicketContext()
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()))
}

/** Edits the draft. A failed order of this market is forgotten, because its message was about the old draft. */
export function useEditDraft() {
  const parts = useParts()
  const { market, store } = useTicketContext()
  return useCallback(
    (change: (draft: TicketDraft) => TicketDraft) => {
      const placing = orderPlacement(parts)
      const state = placing.getSnapshot()
      const isSaid = state.kind === 'failed' || state.kind === 'never'
      if (isSaid && state.request.input.forex_id === market.id) placing.forget()
      draftStoreOf(parts).set(change(store.getSnapshot().draft))
    },
    [parts, market, store],
  )
}

/** What the server said about this part of the ticket, until it is changed. */
export function useRefusal(place: RefusalPlace): string | undefined {
  const placing = orderPlacement(useParts())
  const { market } = useTicketContext()
  return useSyncExternalStore(placing.subscribe, () => refusalAt(placing.getSnapshot(), place, market.id))
}

/**
 * The sheet rises at once with its button; drawing the form is put off until that can be seen. For the form and for the
 * button, which come together: nothing is placed from a form nobody saw.
 */
export function useIsFormRendered(): boolean {
  return useDeferredValue(true, false)
}

/** The name of an order's market if the ticket is of another one: after a reload it may be. */
export function useOtherMarketName(): (marketId: number) => string | undefined {
  const { markets } = useParts()
  const { market } = useTicketContext()
  return (marketId) => {
    if (marketId === market.id) return undefined
    return markets.list.getSnapshot().markets.find(({ id }) => id === marketId)?.showCode
  }
}

/** Puts the name of a market before words, if there is one. */
export function withMarketName(t: Translate<TradingKey>, market: string | undefined, words: string): string {
  return market === undefined ? words : t('act.of_market', { market, words })
}
