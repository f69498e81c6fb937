import type { TradeListAnswer } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'
import { quoteOfItem, quoteOfRow } from '#contract/market-from-wire.ts'
import { createKeyedStores, isSameRecord } from '#web/markets/keyed-stores.ts'
import type { MarketQuote } from '#web/markets/markets-types.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'

/** A moment: pushes that came after it are newer than a list asked for at it. */
export type RequestTime = number

/** The server may answer with a list that is a little older than the question. */
const oldestListMs = 1_000

/** The newest quote of each market, from the list and from the pushes. */
export type QuoteStore = {
  readonly quote: (marketId: number) => ReadableStore<MarketQuote | undefined>
  /** Taken before a list is asked for. */
  readonly requestTime: () => RequestTime
  /** What was pushed after the mark stays: the list is older, though it may arrive later. */
  readonly applyList: (items: TradeListAnswer, asked: RequestTime) => void
  /** When the last list was taken. */
  readonly listedAtMs: () => number | undefined
  /** True when a market has closed of which nobody knows when it opens next. */
  readonly applyPush: (rows: readonly QuoteRow[]) => boolean
}

export type QuoteStoreParts = {
  readonly now: () => number
  /** How whoever looks at a market is told of its news: at once, or when there is time. */
  readonly schedule: (tell: () => void) => void
}

export function createQuoteStore({ now, schedule: tellBy }: QuoteStoreParts): QuoteStore {
  const quotes = createKeyedStores<MarketQuote>(isSameRecord, tellBy)
  const lastPush = new Map<number, RequestTime>()
  let listedAtMs: number | undefined
  return {
    quote: quotes.store,
    requestTime: () => now() - oldestListMs,
    applyList(items, asked) {
      listedAtMs = now()
      for (const item of items) {
        const listed = quoteOfItem(item)
        const present = quotes.get(item.Id)
        const pushed = lastPush.get(item.Id)
        const isOlder = present !== undefined && pushed !== undefined && pushed >= asked
        quotes.set(item.Id, isOlder ? withOpening(present, listed.nextOpenMs) : listed)
      }
    },
    listedAtMs: () => listedAtMs,
    applyPush(rows) {
      const pushedAt = now()
      let isOpeningUnknown = false
      for (const row of rows) {
        const present = quotes.get(row.Id)
        const next = quoteOfRow(row, present?.nextOpenMs)
        lastPush.set(row.Id, pushedAt)
        quotes.set(row.Id, next)
        const hasClosed = next.state === 'closed' && present !== undefined && present.state !== 'closed'
        if (hasClosed) isOpeningUnknown = true
      }
      return isOpeningUnknown
    },
  }
}

function withOpening(quote: MarketQuote, nextOpenMs: number | undefined): MarketQuote {
  return quote.state === 'closed' ? { ...quote, nextOpenMs } : quote
}
