// Feed adapters: the sources of ticks. Their events are unchecked; the tick filter of market data checks all feeds
// alike.
import { ensureNever } from '#core/ensure-never.ts'
import type { Market } from '#core/market/market.ts'
import type { Feed, SpansOf } from '#server/feed/feed-types.ts'
import { createReplayFeed, type ReplaySource } from '#server/feed/replay/replay-feed.ts'
import { createSimFeed, type SimSource } from '#server/feed/sim/sim-feed.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'

export type {
  AggregatePeriod,
  Feed,
  FeedEvent,
  FeedHistory,
  FeedSource,
  SpansOf,
} from '#server/feed/feed-types.ts'

export type { SimSource } from '#server/feed/sim/sim-feed.ts'
export { loadSimulation } from '#server/feed/sim/simulation-store.ts'

export type FeedParts = {
  readonly source: SimSource | ReplaySource
  readonly markets: readonly Market[]
  readonly spansOf: SpansOf
  /** Part of the feed key: other session hours give other candles. */
  readonly hoursMode: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

export function createFeed(parts: FeedParts): Feed {
  const { source } = parts
  switch (source.kind) {
    case 'sim':
      return createSimFeed({ ...parts, source })
    case 'replay':
      return createReplayFeed({ ...parts, source })
    default:
      return ensureNever(source)
  }
}
