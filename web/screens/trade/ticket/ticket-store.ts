import type { ReadableStore } from '#browser/platform/value-store.ts'
import { conversionMarket, currentRate } from '#web/markets/current-rate.ts'
import type { ListedMarket, MarketQuote } from '#web/markets/markets-types.ts'
import { isOpeningBlocked, realTradesOf } from '#web/parts/account/opening-block.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import type { TicketConditions, TicketDraft, TicketView } from '#web/parts/ticket/ticket-types.ts'
import { viewTicket } from '#web/parts/ticket/ticket-view.ts'
import { draftStoreOf, newDraft } from '#web/screens/trade/ticket/ticket-draft.ts'

/** The draft, the quote it was checked against and the resulting view, all from one instant. */
export type TicketSnapshot = {
  readonly draft: TicketDraft
  readonly quote: MarketQuote | undefined
  readonly view: TicketView
}

/**
 * The ticket of one market as a store. All subscribers are notified together, and between notifications the
 * snapshot does not change. So everything on screen, and the order that is sent, is based on the same quote.
 */
export function createTicketStore(parts: AppParts, market: ListedMarket): ReadableStore<TicketSnapshot> {
  const { markets, portfolio, connectionStatus, currentUser } = parts
  const realTrades = realTradesOf(parts)
  const drafts = draftStoreOf(parts)
  const converting = conversionMarket(markets, market.quoteCurrency)?.market
  const stores = [
    drafts,
    markets.quote(market.id),
    markets.quote(converting?.id ?? market.id),
    connectionStatus,
    portfolio.funds,
    portfolio.activeOrders,
    currentUser,
    realTrades,
  ] as const
  const empty = newDraft(market, 'buy')
  const listeners = new Set<{ readonly listener: () => void }>()
  let unsubscribers: readonly (() => void)[] = []
  let lastInputs: readonly unknown[] = []
  let snapshot: TicketSnapshot | undefined

  function conditions(): TicketConditions {
    const funds = portfolio.funds.getSnapshot()
    const { status, open } = portfolio.activeOrders.getSnapshot()
    return {
      market,
      quote: markets.quote(market.id).getSnapshot(),
      connection: connectionStatus.getSnapshot(),
      rate: currentRate(markets, market.quoteCurrency),
      account: funds.kind === 'known' ? funds.amounts : undefined,
      open: status === 'ready' ? open : undefined,
      isOpeningBlocked: isOpeningBlocked(currentUser.getSnapshot(), realTrades.getSnapshot()),
    }
  }
  /** Recomputes only if an input has changed, however many components read it. */
  function currentSnapshot(): TicketSnapshot {
    const inputs = stores.map((store) => store.getSnapshot())
    if (snapshot !== undefined && inputs.every((value, index) => value === lastInputs[index])) return snapshot
    lastInputs = inputs
    const stored = drafts.getSnapshot()
    const draft = stored?.marketId === market.id ? stored : empty
    const now = conditions()
    snapshot = { draft, quote: now.quote, view: viewTicket(draft, now) }
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
    for (const unsubscribe of unsubscribers) unsubscribe()
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
