// Market data: current quotes, market states, session hours and candles.
import type { Candle } from '#core/candle/candle.ts'
import type { Period } from '#core/candle/period.ts'
import type { Category, Market, MarketView } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { maxClockAheadMs } from '#core/market/tick-filter.ts'
import { nextOpen, type OpenSpans } from '#core/market/trading-hours.ts'
import type { Price } from '#core/money/amounts.ts'
import type { Feed, FeedEvent } from '#server/feed/feed.ts'
import { createBackfill, type PastFilled } from '#server/market-data/backfill.ts'
import { type CachedMarket, createCachedMarket } from '#server/market-data/cached-market.ts'
import { createDayCandles } from '#server/market-data/candles/day-candles.ts'
import { limitHistory } from '#server/market-data/candles/limited-history.ts'
import { type CandleParts, readCandles } from '#server/market-data/candles/read-candles.ts'
import { createPersistence } from '#server/market-data/persistence.ts'
import { createQuoteSequence } from '#server/market-data/quote-sequence.ts'
import { allocateSequenceBlock, sourceIdOf } from '#server/market-data/quote-store.ts'
import { createSourceLiveness, type SourceStatus } from '#server/market-data/source-liveness.ts'
import { registerSources } from '#server/market-data/sources.ts'
import { createTickProcessor } from '#server/market-data/tick-processor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'

export type { PastFilled } from '#server/market-data/backfill.ts'
export { createMarketHours } from '#server/market-data/hours/market-hours.ts'
export { loadMarkets } from '#server/market-data/load-markets.ts'
export { readLastBids } from '#server/market-data/quote-store.ts'

type MarketDataParts = {
  readonly pool: Pool
  readonly log: Log
  readonly clock: Clock
  readonly timers: Timers
  readonly metrics: Pick<Metrics, 'ticks' | 'feedSourceUp' | 'backfills' | 'backfillGaps'>
  readonly categories: readonly Category[]
  readonly markets: readonly Market[]
  readonly spansOf: (marketId: number) => OpenSpans
  readonly feed: Pick<Feed, 'key' | 'sources' | 'stateSource' | 'history' | 'lastQuoteAt'>
  /** Called in sequence order. Events carry their times, so subscribers need no clock. */
  readonly publish: (event: MarketEvent) => void
  readonly publishPastFilled: (filled: PastFilled) => void
}

export type MarketDataService = MarketData & {
  /** Id of the feed in `feed_sources`. */
  readonly feedId: number
  readonly onFeedEvent: (event: FeedEvent) => void
  /**
   * Opens and closes markets by session hours, detects staleness and requests missing minutes again. Called a few times
   * a second.
   */
  readonly refreshStates: () => void
  /** Persists new quotes and candles in one batch. Called every few seconds and at shutdown. */
  readonly save: () => Promise<void>
  /** Stops filling gaps. Call it before the last `save`. */
  readonly stop: () => void
}

export async function createMarketData(parts: MarketDataParts): Promise<MarketDataService> {
  const { pool, clock, feed, spansOf } = parts
  const history = feed.history && limitHistory(feed.history, parts.timers)
  const backfill = history && createBackfill({ ...parts, history })
  const feedId = await sourceIdOf(pool, feed.key)
  const sources = await registerSources(pool, feed.sources)
  const cachedMarkets = new Map(parts.markets.map((market) => [market.id, createCachedMarket(market)]))
  const storesMinutes = history === undefined
  const persistence = createPersistence({ ...parts, feedId, sources, storesMinutes, cachedMarkets })
  await persistence.restore(clock.now() + (feed.stateSource === 'feed' ? 0 : maxClockAheadMs))
  const allocateBlock = (size: number) => allocateSequenceBlock(pool, size)
  const sequence = await createQuoteSequence({ ...parts, allocateBlock })
  const { markUnsaved, save } = persistence
  const liveness = createSourceLiveness(sources, clock)
  const tickProcessor = createTickProcessor({
    ...parts,
    liveness,
    backfill,
    cachedMarkets,
    sequence,
    markUnsaved,
  })
  const candleParts = new Map([...cachedMarkets].map(([id, cached]) => [id, candlePartsOf(cached)]))

  function candlePartsOf(cached: CachedMarket): CandleParts {
    const series = { pool, source: feedId, marketId: cached.market.id }
    const spans = () => spansOf(cached.market.id)
    return { cached, series, history, spans, clock, days: createDayCandles({ series, history, spans }) }
  }

  function viewOf(cached: CachedMarket) {
    const isClosed = cached.state() === 'closed' && feed.stateSource === 'calendar'
    return cached.view(isClosed ? nextOpen(spansOf(cached.market.id), clock.now()) : undefined)
  }

  return {
    onFeedEvent: tickProcessor.onFeedEvent,
    refreshStates() {
      tickProcessor.refreshStates()
      backfill?.retryDue()
    },
    feedId,
    categories: parts.categories,
    markets: parts.markets,
    sources: liveness.statuses,
    save,
    stop: () => backfill?.stop(),
    view(marketId) {
      const cached = cachedMarkets.get(marketId)
      return cached === undefined ? undefined : viewOf(cached)
    },
    views: () => [...cachedMarkets.values()].map(viewOf),
    currentCandle: (marketId, period) => cachedMarkets.get(marketId)?.currentCandle(period),
    sparkline: (marketId) => cachedMarkets.get(marketId)?.sparkline() ?? [],
    async candles({ marketId, period, beforeMs = Number.MAX_SAFE_INTEGER, limit }) {
      const own = candleParts.get(marketId)
      if (own === undefined) return []
      await backfill?.settled(own.cached)
      return await readCandles(own, period, beforeMs, limit)
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
  /** All sources of the feed, at most 16. */
  readonly sources: () => readonly SourceStatus[]
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
