import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useDeferredValue,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { Translate } from '#i18n/translator.ts'
import type { TradingKey } from '#i18n/web/trading/en.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import type { RefusalPlace } from '#web/parts/ticket/ticket-messages.ts'
import type { TicketDraft } from '#web/parts/ticket/ticket-types.ts'
import { orderPlacement } from '#web/screens/trade/ticket/order-placement.ts'
import { refusalAt } from '#web/screens/trade/ticket/refusal.ts'
import { draftStoreOf } from '#web/screens/trade/ticket/ticket-draft.ts'
import { createTicketStore, type TicketSnapshot } from '#web/screens/trade/ticket/ticket-store.ts'

type TicketContext = { readonly market: ListedMarket; readonly store: ReadableStore<TicketSnapshot> }

const Context = createContext<TicketContext | null>(null)

export function TicketProvider({ market, children }: { market: ListedMarket; children: ReactNode }) {
  const parts = useParts()
  const value = useMemo(() => ({ market, store: createTicketStore(parts, market) }), [parts, market])
  return <Context value={value}>{children}</Context>
}

/** The market, and the store of its ticket. Does not subscribe to the store; `useTicket` does. */
export function useTicketContext(): TicketContext {
  const value = use(Context)
  if (value === null) throw new Error('TicketProvider is missing above this component')
  return value
}

/**
 * Selects a value from the ticket. The component re-renders only when that value changes. `select` must not
 * build a new object at each call: return a text, a number or a part of the draft.
 */
export function useTicket<Chosen>(select: (now: TicketSnapshot) => Chosen): Chosen {
  const { store } = useTicketContext()
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()))
}

/** Edits the draft. Dismisses a failed order of this market, because its message was about the old draft. */
export function useEditDraft() {
  const parts = useParts()
  const { market, store } = useTicketContext()
  return useCallback(
    (change: (draft: TicketDraft) => TicketDraft) => {
      const placement = orderPlacement(parts)
      const state = placement.getSnapshot()
      const hasMessage = state.kind === 'failed' || state.kind === 'never'
      if (hasMessage && state.request.input.forex_id === market.id) placement.dismiss()
      draftStoreOf(parts).set(change(store.getSnapshot().draft))
    },
    [parts, market, store],
  )
}

/** The server's refusal for this part of the ticket, until the draft is edited. */
export function useRefusal(place: RefusalPlace): string | undefined {
  const placement = orderPlacement(useParts())
  const { market } = useTicketContext()
  return useSyncExternalStore(placement.subscribe, () => refusalAt(placement.getSnapshot(), place, market.id))
}

/**
 * False in the first render: the sheet slides in with its button first, and the form follows. The form and the
 * button use the same flag, so that no order is placed from a form that is not visible yet.
 */
export function useIsFormRendered(): boolean {
  return useDeferredValue(true, false)
}

/** The name of an order's market, if it is not the ticket's market. After a reload the two can differ. */
export function useOtherMarketName(): (marketId: number) => string | undefined {
  const { markets } = useParts()
  const { market } = useTicketContext()
  return (marketId) => {
    if (marketId === market.id) return undefined
    return markets.list.getSnapshot().markets.find(({ id }) => id === marketId)?.showCode
  }
}

export function withMarketName(t: Translate<TradingKey>, market: string | undefined, words: string): string {
  return market === undefined ? words : t('act.of_market', { market, words })
}
