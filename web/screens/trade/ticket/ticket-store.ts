import { conversionMarket, currentRate } from '#web/markets/current-rate.ts'
import type { ListedMarket, MarketQuote } from '#web/markets/markets-types.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import type { TicketConditions, TicketDraft, TicketView } from '#web/parts/ticket/ticket-types.ts'
import { viewTicket } from '#web/parts/ticket/ticket-view.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'
import { draftStoreOf, newDraft } from '#web/screens/trade/ticket/ticket-draft.ts'

/** What is filled in, the quote it is judged on, and all there is to say of it: of one moment. */
export type TicketSnapshot = {
  readonly draft: TicketDraft
  readonly quote: MarketQuote | undefined
  readonly view: TicketView
}

/**
 * The ticket of one market as a store. Whoever follows it is told together with all others, and between two tellings it
 * stays as it was told last, whatever is known by then: so all that is on the screen is of one moment, and so is what is sent.
 */
export function createTicketStore(parts: AppParts, market: ListedMarket): ReadableStore<TicketSnapshot> {
  const { markets, portfolio, connectionStatus: line } = parts
  const drafts = draftStoreOf(parts)
  const converting = conversionMarket(markets, market.quoteCurrency)?.market
  const stores = [
    drafts,
    markets.quote(market.id),
    markets.quote(converting?.id ?? market.id),
    line,
    portfolio.funds,
    portfolio.activeOrders,
  ] as const
  const empty = newDraft(market, 'buy')
  const listeners = new Set<{ readonly listener: () => void }>()
  let unsubscribers: readonly (() => void)[] = []
  let lastInputs: readonly unknown[] = []
  let snapshot: TicketSnapshot | undefined

  function surroundings(): TicketConditions {
    const funds = portfolio.funds.getSnapshot()
    const { status, open } = portfolio.activeOrders.getSnapshot()
    return {
      market,
      quote: markets.quote(market.id).getSnapshot(),
      line: line.getSnapshot(),
      rate: currentRate(markets, market.quoteCurrency),
      account: funds.kind === 'known' ? funds.amounts : undefined,
      open: status === 'ready' ? open : undefined,
    }
  }
  /** Judged once for each change of whatever it depends on, however many look at it. */
  function currentSnapshot(): TicketSnapshot {
    const present = stores.map((store) => store.getSnapshot())
    if (snapshot !== undefined && present.every((value, place) => value === lastInputs[place]))
      return snapshot
    lastInputs = present
    const kept = drafts.getSnapshot()
    const draft = kept?.marketId === market.id ? kept : empty
    const around = surroundings()
    snapshot = { draft, quote: around.quote, view: viewTicket(draft, around) }
    return snapshot
  }
  function onInputChange(): void {
    const before = snapshot
    if (currentSnapshot() !== before) for (const entry of [...listeners]) entry.listener()
  }
  function subscribeToInputs(): void {
    currentSnapshot()
    unsubscribers = [...new Set(stores)].map((store) => store.subscribe(onInputChange))
  }
  function unsubscribeFromInputs(): void {
    for (const end of unsubscribers) end()
  }
  return {
    getSnapshot: () => (listeners.size > 0 && snapshot !== undefined ? snapshot : currentSnapshot()),
    subscribe(listener) {
      const entry = { listener }
      if (listeners.size === 0) subscribeToInputs()
      listeners.add(entry)
      return () => {
        if (listeners.delete(entry) && listeners.size === 0) unsubscribeFromInputs()
      }
    },
  }
}
