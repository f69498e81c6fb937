import type { MarketState } from '#core/market/quote.ts'
import { type OpenSpans, spanAt } from '#core/market/trading-hours.ts'
import type { MarketTrack } from '#server/market-data/cached-market.ts'
import type { Clock } from '#server/platform/clock.ts'

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

/** An instant on both clocks. */
export type Moment = {
  /** Epoch ms, which hours are told by. This clock may be set. */
  readonly timeMs: number
  /** The clock that only grows. It may stand still while the machine sleeps. */
  readonly elapsedMs: number
}

export function momentNow(clock: Clock): Moment {
  return { timeMs: clock.now(), elapsedMs: clock.elapsed() }
}

/** By whichever clock says more: a price is too old as soon as one of them says so. */
function waitedMs(since: Moment, now: Moment): number {
  return Math.max(now.timeMs - since.timeMs, now.elapsedMs - since.elapsedMs)
}
