import { type OpenSpans, spanAt } from '#core/market/open-spans.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { MarketTrack } from '#server/market-data/market-track.ts'

/** A feed that says nothing at all for this long has lost its connection. */
const silentFeedMs = 15_000

type StateFacts = Pick<MarketTrack, 'market' | 'feedSays' | 'quotedAtMs'>

export type Now = {
  /** Epoch ms, which hours are told by. */
  readonly timeMs: number
  /** The clock that only grows, which waiting is told by. */
  readonly elapsedMs: number
  /** When the feed last said anything, on that clock. */
  readonly heardAtMs: number
}

/** Open by its hours once a quote of this session has come; stale when the feed or the market has gone quiet. */
export function stateByCalendar(
  track: StateFacts,
  quoteTimeMs: number | undefined,
  spans: OpenSpans,
  now: Now,
): MarketState {
  const span = spanAt(spans, now.timeMs)
  if (span === undefined || quoteTimeMs === undefined || quoteTimeMs < span.fromMs) return 'closed'
  const isSilent = now.elapsedMs - now.heardAtMs > silentFeedMs
  const isQuiet = now.elapsedMs - track.quotedAtMs > track.market.staleAfterMs
  if (track.feedSays !== undefined) return track.feedSays
  return isSilent || isQuiet ? 'stale' : 'open'
}

/** What the feed said last, and nothing else. A quote of an earlier run does not open a market. */
export function stateByFeed(track: StateFacts): MarketState {
  if (track.quotedAtMs === Number.NEGATIVE_INFINITY) return 'closed'
  return track.feedSays ?? 'open'
}
