// Wires the feed, the trading hours and the market data, and runs their timers.
import { dayMs } from '#core/candle/period.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { Config } from '#server/bootstrap/config.ts'
import { createFeed, loadSimulation, type SimSource } from '#server/feed/feed.ts'
import {
  createMarketData,
  createMarketHours,
  loadMarkets,
  type MarketDataService,
  type PastFilled,
  readLastBids,
} from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type CancelTimer, type Timers, withTimeout } from '#server/platform/timers.ts'
import { type Pool, readCorrections } from '#server/storage/storage.ts'

export type MarketModulesParts = {
  readonly config: Pick<Config, 'feed' | 'simHours'>
  readonly pool: Pool
  readonly log: Log
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly metrics: Metrics
  readonly publish: (event: MarketEvent) => void
  readonly publishPastFilled: (filled: PastFilled) => void
  /** The feed failed permanently; the sentence says why. */
  readonly onFatal: (sentence: string) => void
}

export type MarketModules = {
  readonly marketData: MarketDataService
  /**
   * Names the feed on receipts without a quote, which users see: its kind and its id in `feed_sources`. The key of that
   * row is secret: it may hold the path of a file.
   */
  readonly feedName: string
  readonly isSimulated: boolean
  /** Whether the first prices have arrived. */
  readonly isReady: () => boolean
  /** Starts the feed. Subscribe to market events first, so that no price is missed. */
  readonly startFeed: () => void
  /** Stops the feed and saves the last prices. */
  readonly stop: () => Promise<void>
}

/** Charts reach back 400 days; 30 more are a margin. The next opening is searched for up to two weeks ahead. */
const knownPastMs = 430 * dayMs
const knownFutureMs = 14 * dayMs
const pulseEveryMs = 250
const saveEveryMs = 2_000
/** Soon, because a clock that is set ahead by weeks leaves the known hours. */
const extendEveryMs = 1_000

async function simSource(
  { pool, clock, random, log }: MarketModulesParts,
  { seed, ticksPerSecond }: Extract<Config['feed'], { kind: 'sim' }>,
  markets: readonly Market[],
): Promise<SimSource> {
  const nowMs = clock.now()
  const lastBids = await readLastBids(pool, 'sim', nowMs)
  const corrections = await readCorrections(pool)
  const simulation = await loadSimulation({
    ...{ pool, random, log, markets, lastBids, corrections, nowMs },
    feedSeed: seed,
  })
  return { kind: 'sim', ...simulation, ticksPerSecond }
}

export async function prepareMarketModules(parts: MarketModulesParts): Promise<MarketModules> {
  const { config, clock, timers, pool } = parts
  const listed = await loadMarkets(pool)
  const nowMs = clock.now()
  const hours = createMarketHours({
    mode: config.simHours,
    markets: listed.markets,
    fromMs: nowMs - knownPastMs,
    toMs: nowMs + knownFutureMs,
  })
  const feed = createFeed({
    ...parts,
    source: config.feed.kind === 'sim' ? await simSource(parts, config.feed, listed.markets) : config.feed,
    markets: listed.markets,
    spansOf: hours.spansOf,
    hoursMode: config.simHours,
  })
  const marketData = await createMarketData({ ...parts, ...listed, spansOf: hours.spansOf, feed })
  let isReady = false
  let cancels: readonly CancelTimer[] = []

  function startFeed(): void {
    // Not awaited: a replay starts when data is written to its pipe. Until then /readyz reports that prices are not
    // ready.
    feed.start(marketData.onFeedEvent).then(
      () => {
        isReady = true
      },
      (fault: unknown) => {
        if (!(fault instanceof StartFailure)) parts.log.error({ fault }, 'the feed did not start')
        parts.onFatal(fault instanceof StartFailure ? fault.message : 'The feed did not start: see the log.')
      },
    )
    cancels = [
      timers.every(pulseEveryMs, marketData.refreshStates),
      timers.every(saveEveryMs, () => void marketData.save()),
      timers.every(extendEveryMs, () => hours.extendTo(clock.now() + knownFutureMs)),
    ]
  }
  async function stopAndSave(): Promise<true> {
    await feed.stop()
    marketData.stop()
    await marketData.save()
    return true
  }
  return {
    marketData,
    feedName: `${config.feed.kind}:${marketData.feedId}`,
    startFeed,
    isSimulated: feed.isSimulated,
    isReady: () => isReady,
    async stop() {
      for (const cancel of cancels) cancel()
      const isSaved = await withTimeout(timers, stopBoundsMs.prices, stopAndSave())
      if (isSaved !== true) parts.log.warn({}, 'the last quotes and candles could not be saved in time')
    },
  }
}
