import type { Candle } from '#core/candle/candle.ts'
import type { Period } from '#core/candle/period.ts'
import type { Category, Market, MarketView } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { maxClockAheadMs } from '#core/market/tick-filter.ts'
import { nextOpen, type OpenSpans } from '#core/market/trading-hours.ts'
import type { Price } from '#core/money/amounts.ts'
import type { Feed, FeedEvent } from '#server/feed/feed.ts'
import { createMarketTrack, type MarketTrack } from '#server/market-data/cached-market.ts'
import { createDayShelf } from '#server/market-data/candles/day-candles.ts'
import { type CandleParts, readCandles } from '#server/market-data/candles/read-candles.ts'
import { createSaver } from '#server/market-data/persistence.ts'
import { createSequence } from '#server/market-data/quote-sequence.ts'
import { sourceIdOf, takeSequenceBlock } from '#server/market-data/quote-store.ts'
import { createAcceptance } from '#server/market-data/tick-filter.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Pool } from '#server/storage/storage.ts'

// The door of the market data room: what is quoted, when a market is open, and what its price did before.

export { createHours } from '#server/market-data/hours/market-hours.ts'
export { loadMarkets } from '#server/market-data/load-markets.ts'
export type { MarketData } from '#server/market-data/market-data.ts'

type MarketDataParts = {
  readonly pool: Pool
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'ticks'>
  readonly categories: readonly Category[]
  readonly markets: readonly Market[]
  readonly spansOf: (marketId: number) => OpenSpans
  readonly feed: Pick<Feed, 'key' | 'governedBy' | 'history'>
  /** Told in order; whoever trades on it needs no clock. */
  readonly publish: (event: MarketEvent) => void
}

export type MarketDataRoom = MarketData & {
  /** The row of `feed_sources` that says where quotes come from. */
  readonly sourceId: number
  readonly accept: (event: FeedEvent) => void
  /** Opens and closes markets by their hours and finds those gone quiet. Called a few times a second. */
  readonly pulse: () => void
  /** Writes what is new, in one batch. Called every few seconds, and last of all before the end. */
  readonly save: () => Promise<void>
}

export async function createMarketData(parts: MarketDataParts): Promise<MarketDataRoom> {
  const { pool, clock, feed, spansOf } = parts
  const { history } = feed
  const source = await sourceIdOf(pool, feed.key)
  const tracks = new Map(parts.markets.map((market) => [market.id, createMarketTrack(market)]))
  const saver = createSaver({ ...parts, source, keepsMinutes: history === undefined, tracks })
  await saver.restore(clock.now() + (feed.stateSource === 'feed' ? 0 : maxClockAheadMs))
  const takeBlock = (size: number) => takeSequenceBlock(pool, size)
  const sequence = await createSequence({ ...parts, takeBlock })
  const acceptance = createAcceptance({ ...parts, tracks, sequence, noteQuote: saver.noteQuote })
  const candleParts = new Map([...tracks].map(([id, track]) => [id, candlePartsOf(track)]))

  function candlePartsOf(track: MarketTrack): CandleParts {
    const shelf = { pool, source, marketId: track.market.id }
    const spans = () => spansOf(track.market.id)
    return { track, shelf, history, spans, clock, days: createDayShelf({ shelf, history, spans }) }
  }

  function viewOf(track: MarketTrack) {
    const isClosed = track.state() === 'closed' && feed.stateSource === 'calendar'
    return track.view(isClosed ? nextOpen(spansOf(track.market.id), clock.now()) : undefined)
  }

  return {
    ...acceptance,
    sourceId: source,
    categories: parts.categories,
    markets: parts.markets,
    save: saver.save,
    view(marketId) {
      const track = tracks.get(marketId)
      return track === undefined ? undefined : viewOf(track)
    },
    views: () => [...tracks.values()].map(viewOf),
    currentCandle: (marketId, period) => tracks.get(marketId)?.currentCandle(period),
    sparkline: (marketId) => tracks.get(marketId)?.sparkline() ?? [],
    async candles({ marketId, period, beforeMs = Number.MAX_SAFE_INTEGER, limit }) {
      const own = candleParts.get(marketId)
      return own === undefined ? [] : await readCandles(own, period, beforeMs, limit)
    },
  }
}

/** Candles of one market, newest last, all begun before `beforeMs` where it is given. */
type CandleQuestion = {
  readonly marketId: number
  readonly period: Period
  readonly beforeMs?: number | undefined
  readonly limit: number
}

/** What other rooms may ask about markets. All but `candles` answer from memory. */
export type MarketData = {
  /** In the order in which they are shown. */
  readonly categories: readonly Category[]
  readonly markets: readonly Market[]
  readonly view: (marketId: number) => MarketView | undefined
  /** One for each market, in the same order. */
  readonly views: () => readonly MarketView[]
  /** The candle in progress, or the last one there was. */
  readonly currentCandle: (marketId: number, period: Period) => Candle | undefined
  /** About 48 closes of the 24 hours that end at the last quote, oldest first. */
  readonly sparkline: (marketId: number) => readonly Price[]
  readonly candles: (question: CandleQuestion) => Promise<readonly Candle[]>
}
