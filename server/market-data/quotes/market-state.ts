import { type OpenSpans, spanAt } from '#core/market/open-spans.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { MarketTrack } from '#server/market-data/market-track.ts'
import { type Moment, waitedMs } from '#server/market-data/quotes/moment.ts'

/** A feed that says nothing at all for this long has lost its connection. */
const silentFeedMs = 15_000

type StateFacts = Pick<MarketTrack, 'market' | 'feedSays' | 'judged' | 'quotedAt'>

export type Now = Moment & {
  /** When the feed last said anything. */
  readonly heardAt: Moment
}

export function isFeedSilent({ heardAt, ...now }: Now): boolean {
  return waitedMs(heardAt, now) > silentFeedMs
}

/**
 * Open by its hours once a quote of this session has come; stale when the feed or the market has gone quiet, or while a
 * price is held back.
 */
export function stateByCalendar(
  track: StateFacts,
  quoteTimeMs: number | undefined,
  spans: OpenSpans,
  now: Now,
): MarketState {
  const span = spanAt(spans, now.timeMs)
  if (span === undefined || quoteTimeMs === undefined || quoteTimeMs < span.fromMs) return 'closed'
  const isQuiet = track.quotedAt === undefined || waitedMs(track.quotedAt, now) > track.market.staleAfterMs
  if (track.feedSays !== undefined) return track.feedSays
  return isQuiet || isFeedSilent(now) || isHolding(track) ? 'stale' : 'open'
}

/** As the feed said last, and stale while a price is held back. A quote of an earlier run does not open a market. */
export function stateByFeed(track: StateFacts): MarketState {
  if (track.quotedAt === undefined) return 'closed'
  return track.feedSays ?? (isHolding(track) ? 'stale' : 'open')
}

function isHolding({ judged }: StateFacts): boolean {
  return judged.held !== undefined
}
