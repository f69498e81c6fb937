import { type Candle, type DayFigures, dayFigures, mergeCandles } from '#core/candle/candle.ts'
import { candleStart, dayMs, type Period } from '#core/candle/period.ts'
import type { Market, MarketView } from '#core/market/market.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import type { FilterState } from '#core/market/tick-filter.ts'
import type { Price } from '#core/money/amounts.ts'
import type { Gap } from '#server/market-data/candles/insert-past.ts'
import {
  createCurrentCandles,
  createRecentMinutes,
  sampleCloses,
} from '#server/market-data/candles/recent-candles.ts'
import type { Instant } from '#server/market-data/market-state.ts'

/** Latest quote, state and recent candles of one market, in memory. */
export type CachedMarket = {
  readonly market: Market
  readonly quote: () => Quote | undefined
  readonly state: () => MarketState
  readonly setState: (state: MarketState) => void
  /** State of the tick filter: the last accepted tick and the held one. */
  filter: FilterState
  /** State declared by the feed, until its next tick. */
  feedState: 'closed' | 'stale' | undefined
  /** Arrival of the last quote; undefined while the only quote is one restored from an earlier run. */
  quotedAt: Instant | undefined
  /** Pauses of its source at the arrival of that quote; undefined if a tick was held or lost since then. */
  seenPauses: number | undefined
  readonly applyQuote: (quote: Quote) => void
  /** Inserts the minutes of a gap, oldest first. */
  readonly applyPastMinutes: (minutes: readonly Candle[], gap: Gap) => void
  /** Restores the last quote of an earlier run. */
  readonly restore: (quote: Quote) => void
  readonly minutes: () => readonly Candle[]
  readonly completeFromMs: () => number | undefined
  readonly currentCandle: (period: Period) => Candle | undefined
  readonly sparkline: () => readonly Price[]
  readonly view: (nextOpenMs: number | undefined) => MarketView
}

export function createCachedMarket(market: Market): CachedMarket {
  const minutes = createRecentMinutes()
  const currentCandles = createCurrentCandles()
  let quote: Quote | undefined
  let state: MarketState = 'closed'
  let sparkline: { readonly ofMinute: number; readonly closes: readonly Price[] } | undefined

  function day(): DayFigures | undefined {
    const now = minutes.last()
    const before = minutes.previous24h()
    if (now === undefined) return undefined
    return dayFigures(before === undefined ? now : mergeCandles(before, now))
  }

  const cached: CachedMarket = {
    market,
    filter: { last: undefined, held: undefined },
    feedState: undefined,
    quotedAt: undefined,
    seenPauses: undefined,
    quote: () => quote,
    state: () => state,
    setState(next) {
      state = next
    },
    applyQuote(next) {
      quote = next
      minutes.addQuote(next.timeMs, next.bid)
      currentCandles.addQuote(next.timeMs, next.bid)
    },
    applyPastMinutes(past, gap) {
      minutes.addPast(past, gap)
      currentCandles.rebuild(minutes.all())
      sparkline = undefined
    },
    restore(last) {
      quote = last
      const { bid, ask, timeMs } = last
      cached.filter = { last: { bid, ask, timeMs }, held: undefined }
    },
    minutes: minutes.all,
    completeFromMs: minutes.completeFromMs,
    currentCandle: currentCandles.current,
    sparkline() {
      const last = minutes.last()
      if (last === undefined) return []
      if (sparkline?.ofMinute !== last.startMs) {
        sparkline = { ofMinute: last.startMs, closes: sampleCloses(minutes.all(), last.startMs - dayMs) }
      }
      return [...sparkline.closes.slice(0, -1), last.close]
    },
    view: (nextOpenMs) => ({ market, state, quote, day: day(), nextOpenMs }),
  }
  return cached
}

/** Start of the cached minutes of a market whose last quote has this time. */
export function cachedFromMs(timeMs: number): number {
  return candleStart(timeMs, '1day') - dayMs
}
