// Market data: current quotes, market states, session hours and candles.
import type { Candle } from '#core/candle/candle.ts'
import type { Period } from '#core/candle/period.ts'
import type { Category, Market, MarketView } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { maxClockAheadMs } from '#core/market/tick-filter.ts'
import { nextOpen, type OpenSpans } from '#core/market/trading-hours.ts'
import type { Price } from '#core/money/amounts.ts'
import type { Feed, FeedEvent } from '#server/feed/feed.ts'
import { type CachedMarket, createCachedMarket } from '#server/market-data/cached-market.ts'
import { createDayCandles } from '#server/market-data/candles/day-candles.ts'
import { type CandleParts, readCandles } from '#server/market-data/candles/read-candles.ts'
import { createPersistence } from '#server/market-data/persistence.ts'
import { createQuoteSequence } from '#server/market-data/quote-sequence.ts'
import { allocateSequenceBlock, sourceIdOf } from '#server/market-data/quote-store.ts'
import { createTickProcessor } from '#server/market-data/tick-processor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Pool } from '#server/storage/storage.ts'

export { createMarketHours } from '#server/market-data/hours/market-hours.ts'
export { loadMarkets } from '#server/market-data/load-markets.ts'

type MarketDataParts = {
  readonly pool: Pool
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'ticks'>
  readonly categories: readonly Category[]
  readonly markets: readonly Market[]
  readonly spansOf: (marketId: number) => OpenSpans
  readonly feed: Pick<Feed, 'key' | 'stateSource' | 'history'>
  /** Called in sequence order. Events carry their times, so subscribers need no clock. */
  readonly publish: (event: MarketEvent) => void
}

export type MarketDataService = MarketData & {
  /** Id of the feed in `feed_sources`. */
  readonly sourceId: number
  readonly onFeedEvent: (event: FeedEvent) => void
  /** Opens and closes markets by session hours and detects staleness. Called a few times a second. */
  readonly refreshStates: () => void
  /** Persists new quotes and candles in one batch. Called every few seconds and at shutdown. */
  readonly save: () => Promise<void>
}

export async function createMarketData(parts: MarketDataParts): Promise<MarketDataService> {
  const { pool, clock, feed, spansOf } = parts
  const { history } = feed
  const source = await sourceIdOf(pool, feed.key)
  const cachedMarkets = new Map(parts.markets.map((market) => [market.id, createCachedMarket(market)]))
  const storesMinutes = history === undefined
  const persistence = createPersistence({ ...parts, source, storesMinutes, cachedMarkets })
  await persistence.restore(clock.now() + (feed.stateSource === 'feed' ? 0 : maxClockAheadMs))
  const allocateBlock = (size: number) => allocateSequenceBlock(pool, size)
  const sequence = await createQuoteSequence({ ...parts, allocateBlock })
  const { markUnsaved, save } = persistence
  const tickProcessor = createTickProcessor({ ...parts, cachedMarkets, sequence, markUnsaved })
  const candleParts = new Map([...cachedMarkets].map(([id, cached]) => [id, candlePartsOf(cached)]))

  function candlePartsOf(cached: CachedMarket): CandleParts {
    const series = { pool, source, marketId: cached.market.id }
    const spans = () => spansOf(cached.market.id)
    return { cached, series, history, spans, clock, days: createDayCandles({ series, history, spans }) }
  }

  function viewOf(cached: CachedMarket) {
    const isClosed = cached.state() === 'closed' && feed.stateSource === 'calendar'
    return cached.view(isClosed ? nextOpen(spansOf(cached.market.id), clock.now()) : undefined)
  }

  return {
    ...tickProcessor,
    sourceId: source,
    categories: parts.categories,
    markets: parts.markets,
    save,
    view(marketId) {
      const cached = cachedMarkets.get(marketId)
      return cached === undefined ? undefined : viewOf(cached)
    },
    views: () => [...cachedMarkets.values()].map(viewOf),
    currentCandle: (marketId, period) => cachedMarkets.get(marketId)?.currentCandle(period),
    sparkline: (marketId) => cachedMarkets.get(marketId)?.sparkline() ?? [],
    async candles({ marketId, period, beforeMs = Number.MAX_SAFE_INTEGER, limit }) {
      const own = candleParts.get(marketId)
      return own === undefined ? [] : await readCandles(own, period, beforeMs, limit)
    },
  }
}

type CandleQuery = {
  readonly marketId: number
  readonly period: Period
  /** Returns only candles that start before this time. */
  readonly beforeMs?: number | undefined
  readonly limit: number
}

/** Queries for other modules. All but `candles` are answered from memory. */
export type MarketData = {
  /** In display order. */
  readonly categories: readonly Category[]
  readonly markets: readonly Market[]
  readonly view: (marketId: number) => MarketView | undefined
  /** In the order of `markets`. */
  readonly views: () => readonly MarketView[]
  /** The candle in progress, or the last one of a closed market. */
  readonly currentCandle: (marketId: number, period: Period) => Candle | undefined
  /** About 48 closes of the 24 hours that end at the last quote, oldest first. */
  readonly sparkline: (marketId: number) => readonly Price[]
  /** Oldest first. */
  readonly candles: (query: CandleQuery) => Promise<readonly Candle[]>
}
