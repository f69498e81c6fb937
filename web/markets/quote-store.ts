import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { TradeListAnswer } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'
import { quoteOfItem, quoteOfRow } from '#contract/market-from-wire.ts'
import { createKeyedStores, isSameRecord } from '#web/markets/keyed-stores.ts'
import type { MarketQuote } from '#web/markets/markets-types.ts'

/** Epoch ms at which a list was requested, less `maxListAgeMs`. Quotes pushed since then are newer than the list. */
export type RequestTime = number

/** The server may answer with a cached list of up to this age. */
const maxListAgeMs = 1_000

/** The newest quote of each market, from lists and pushes. */
export type QuoteStore = {
  readonly quote: (marketId: number) => ReadableStore<MarketQuote | undefined>
  /** Call it before a list is requested. */
  readonly requestTime: () => RequestTime
  /** Keeps quotes pushed after `requested`: the list is older, even if it arrives later. */
  readonly applyList: (items: TradeListAnswer, requested: RequestTime) => void
  /** When the last list was applied. */
  readonly listedAtMs: () => number | undefined
  /** True if a market has just closed: only a list tells when it opens next. */
  readonly applyPush: (rows: readonly QuoteRow[]) => boolean
}

export type QuoteStoreParts = {
  readonly now: () => number
  /** Runs the notification of a subscriber, now or in a later frame. */
  readonly schedule: (notify: () => void) => void
}

export function createQuoteStore({ now, schedule }: QuoteStoreParts): QuoteStore {
  const quotes = createKeyedStores<MarketQuote>(isSameRecord, schedule)
  const pushedAtMs = new Map<number, RequestTime>()
  let listedAtMs: number | undefined
  return {
    quote: quotes.store,
    requestTime: () => now() - maxListAgeMs,
    applyList(items, requested) {
      listedAtMs = now()
      for (const item of items) {
        const listed = quoteOfItem(item)
        const present = quotes.get(item.Id)
        const pushed = pushedAtMs.get(item.Id)
        const isOlder = present !== undefined && pushed !== undefined && pushed >= requested
        quotes.set(item.Id, isOlder ? withOpening(present, listed.nextOpenMs) : listed)
      }
    },
    listedAtMs: () => listedAtMs,
    applyPush(rows) {
      const nowMs = now()
      let hasClosedMarket = false
      for (const row of rows) {
        const present = quotes.get(row.Id)
        const next = quoteOfRow(row, present?.nextOpenMs)
        pushedAtMs.set(row.Id, nowMs)
        quotes.set(row.Id, next)
        const hasClosed = next.state === 'closed' && present !== undefined && present.state !== 'closed'
        if (hasClosed) hasClosedMarket = true
      }
      return hasClosedMarket
    },
  }
}

function withOpening(quote: MarketQuote, nextOpenMs: number | undefined): MarketQuote {
  return quote.state === 'closed' ? { ...quote, nextOpenMs } : quote
}
