// Where prices come from and what becomes of them: the feed, the hours and the market data, wired and kept going.
import { dayMs } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { Config } from '#server/bootstrap/config.ts'
import { createFeed } from '#server/feed/feed.ts'
import {
  createHours,
  createMarketData,
  loadMarkets,
  type MarketDataRoom,
} from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'

export type MarketModulesParts = {
  readonly config: Pick<Config, 'feed' | 'simHours'>
  readonly pool: Pool
  readonly log: Log
  readonly clock: Clock
  readonly timers: Timers
  readonly metrics: Metrics
  readonly publish: (event: MarketEvent) => void
  /** The feed cannot go on; the sentence says why. */
  readonly onFatal: (sentence: string) => void
}

export type MarketModules = {
  readonly marketData: MarketDataRoom
  /**
   * Names the feed on receipts, where its users see it: its kind and its row in `feed_sources`. The key there holds a seed, from which
   * prices to come could be told, or the path of a file.
   */
  readonly feedName: string
  readonly isSimulated: boolean
  /** Whether the first prices have come. */
  readonly isReady: () => boolean
  /** Lets the feed speak. Whoever must not miss a price listens by then. */
  readonly startFeed: () => void
  /** The feed falls silent, and what it said last is saved. */
  readonly stop: () => Promise<void>
}

/** Charts reach back 400 days; what opens next is looked for two weeks ahead. */
const knownPastMs = 430 * dayMs
const knownFutureMs = 14 * dayMs
const pulseEveryMs = 250
const saveEveryMs = 2_000
const extendEveryMs = 60_000

export async function prepareMarketModules(parts: MarketModulesParts): Promise<MarketModules> {
  const { config, clock, timers, pool } = parts
  const listed = await loadMarkets(pool)
  const nowMs = clock.now()
  const hours = createHours({
    mode: config.simHours,
    markets: listed.markets,
    fromMs: nowMs - knownPastMs,
    toMs: nowMs + knownFutureMs,
  })
  const feed = createFeed({
    ...parts,
    source: config.feed,
    markets: listed.markets,
    spansOf: hours.spansOf,
    hoursMode: config.simHours,
  })
  const marketData = await createMarketData({ ...parts, ...listed, spansOf: hours.spansOf, feed })
  let isReady = false
  let cancels: readonly CancelTimer[] = []

  function begin(): void {
    // Not waited for: a replay may begin when somebody writes into its pipe, and the server says so until then.
    feed.start(marketData.accept).then(
      () => {
        isReady = true
      },
      (fault: unknown) => {
        if (!(fault instanceof StartFailure)) parts.log.error({ fault }, 'the feed did not start')
        parts.onFatal(fault instanceof StartFailure ? fault.message : 'The feed did not start: see the log.')
      },
    )
    cancels = [
      timers.every(pulseEveryMs, marketData.pulse),
      timers.every(saveEveryMs, () => void marketData.save()),
      timers.every(extendEveryMs, () => hours.extendTo(clock.now() + knownFutureMs)),
    ]
  }
  return {
    marketData,
    feedName: `${config.feed.kind}:${marketData.sourceId}`,
    startFeed: begin,
    isSimulated: feed.isSimulated,
    isReady: () => isReady,
    async stop() {
      for (const cancel of cancels) cancel()
      await feed.stop()
      await marketData.save()
    },
  }
}
