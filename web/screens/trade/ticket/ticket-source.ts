import { convertingMarket, rateNow } from '#web/markets/known-rate.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import type { ReadableStore } from '#web/platform/value-store.ts'
import { draftOf } from '#web/screens/trade/ticket/draft-store.ts'
import { viewTicket } from '#web/screens/trade/ticket/judging/ticket-view.ts'
import { newDraft } from '#web/screens/trade/ticket/ticket-draft.ts'
import type { TicketDraft, TicketSurroundings, TicketView } from '#web/screens/trade/ticket/ticket-types.ts'

/** What is filled in, and all there is to say of it now. */
export type TicketNow = { readonly draft: TicketDraft; readonly view: TicketView }

/**
 * The ticket of one market as a store. It is judged once for each change of whatever it depends on, however many look at
 * it, so that each figure can follow its own part of it.
 */
export function createTicketSource(parts: AppParts, market: ListedMarket): ReadableStore<TicketNow> {
  const { markets, portfolio } = parts
  const drafts = draftOf(parts)
  const converting = convertingMarket(markets, market.quoteCurrency)?.market
  const stores = [
    drafts,
    markets.quote(market.id),
    markets.quote(converting?.id ?? market.id),
    markets.isLive,
    portfolio.funds,
    portfolio.standing,
  ] as const
  const empty = newDraft(market, 'buy')
  let seen: readonly unknown[] = []
  let now: TicketNow | undefined

  function surroundings(): TicketSurroundings {
    const funds = portfolio.funds.getSnapshot()
    return {
      market,
      quote: markets.quote(market.id).getSnapshot(),
      isLive: markets.isLive.getSnapshot(),
      rate: rateNow(markets, market.quoteCurrency),
      account: funds.kind === 'known' ? funds.amounts : undefined,
      open: portfolio.standing.getSnapshot().open,
    }
  }
  return {
    getSnapshot() {
      const present = stores.map((store) => store.getSnapshot())
      if (now !== undefined && present.every((value, place) => value === seen[place])) return now
      seen = present
      const kept = drafts.getSnapshot()
      const draft = kept?.marketId === market.id ? kept : empty
      now = { draft, view: viewTicket(draft, surroundings()) }
      return now
    },
    subscribe(listener) {
      const ends = [...new Set(stores)].map((store) => store.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
