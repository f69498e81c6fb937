// Where ticks come from. What the feed says has not been checked: the market data room does that for all feeds alike.
import type { Market } from '#core/market/market.ts'
import type { Feed, SpansOf } from '#server/feed/feed-types.ts'
import { createSimFeed, type SimSource } from '#server/feed/sim/sim-feed.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'

export type { Detail, Feed, FeedEvent, FeedHistory, FeedQuote, SpansOf } from '#server/feed/feed-types.ts'

export type FeedParts = {
  readonly source: SimSource
  readonly markets: readonly Market[]
  readonly spansOf: SpansOf
  /** What the hours of markets depend on besides the markets; it becomes part of the key. */
  readonly hoursMode: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

export function createFeed(parts: FeedParts): Feed {
  return createSimFeed({ ...parts, source: parts.source })
}
