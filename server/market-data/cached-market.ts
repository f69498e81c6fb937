import { type Candle, type DayFigures, dayFigures, mergeCandles } from '#core/candle/candle.ts'
import { candleStart, dayMs, type Period } from '#core/candle/period.ts'
import type { Market, MarketView } from '#core/market/market.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import type { FilterState } from '#core/market/tick-filter.ts'
import type { Price } from '#core/money/amounts.ts'
import {
  createCurrentCandles,
  createRecentMinutes,
  sampleCloses,
} from '#server/market-data/candles/recent-candles.ts'
import type { Moment } from '#server/market-data/market-state.ts'

/** Everything that is known of one market by now. Whoever holds it sees to the order of events. */
export type MarketTrack = {
  readonly market: Market
  readonly quote: () => Quote | undefined
  readonly state: () => MarketState
  readonly setState: (state: MarketState) => void
  /** What its next price is judged by: the last accepted one and the one held back, if any. */
  judged: FilterState
  /** What the feed itself said of the market, until its next price. */
  feedSays: 'closed' | 'stale' | undefined
  /** When the last quote came; undefined as long as there is none but that of an earlier run. */
  quotedAt: Moment | undefined
  readonly takeQuote: (quote: Quote) => void
  readonly takePast: (minutes: readonly Candle[]) => void
  /** The quote of an earlier run. */
  readonly restore: (quote: Quote) => void
  readonly minutes: () => readonly Candle[]
  readonly wholeFromMs: () => number | undefined
  readonly currentCandle: (period: Period) => Candle | undefined
  readonly sparkline: () => readonly Price[]
  readonly view: (nextOpenMs: number | undefined) => MarketView
}

export function createMarketTrack(market: Market): MarketTrack {
  const minutes = createRecentMinutes()
  const inProgress = createCurrentCandles()
  let quote: Quote | undefined
  let state: MarketState = 'closed'
  let sparkline: { readonly ofMinute: number; readonly closes: readonly Price[] } | undefined

  function day(): DayFigures | undefined {
    const now = minutes.last()
    const before = minutes.dayBefore()
    if (now === undefined) return undefined
    return dayFigures(before === undefined ? now : mergeCandles(before, now))
  }

  const track: MarketTrack = {
    market,
    judged: { last: undefined, held: undefined },
    feedSays: undefined,
    quotedAt: undefined,
    quote: () => quote,
    state: () => state,
    setState(next) {
      state = next
    },
    takeQuote(next) {
      quote = next
      minutes.addQuote(next.timeMs, next.bid)
      inProgress.addQuote(next.timeMs, next.bid)
    },
    takePast(past) {
      minutes.addPast(past)
      inProgress.addPast(past)
    },
    restore(last) {
      quote = last
      track.judged = { last, held: undefined }
    },
    minutes: minutes.all,
    wholeFromMs: minutes.wholeFromMs,
    currentCandle: inProgress.current,
    sparkline() {
      const last = minutes.last()
      if (last === undefined) return []
      if (sparkline?.ofMinute !== last.startMs) {
        const fromMs = last.startMs - dayMs
        const closes = sampleCloses(minutes.all().filter(({ startMs }) => startMs > fromMs))
        sparkline = { ofMinute: last.startMs, closes }
      }
      return [...sparkline.closes.slice(0, -1), last.close]
    },
    view: (nextOpenMs) => ({ market, state, quote, day: day(), nextOpenMs }),
  }
  return track
}

/** Where the minutes that are kept begin, for a market whose last quote is of this moment. */
export function keptFromMs(timeMs: number): number {
  return candleStart(timeMs, '1day') - dayMs
}
