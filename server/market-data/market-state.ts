import type { Market } from '#core/market/market.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { FilterState } from '#core/market/tick-filter.ts'
import { type OpenSpans, spanAt } from '#core/market/trading-hours.ts'
import type { Clock } from '#server/platform/clock.ts'

type StateInputs = {
  readonly market: Pick<Market, 'staleAfterMs'>
  readonly feedState: 'closed' | 'stale' | undefined
  readonly filter: FilterState
  readonly quotedAt: Instant | undefined
}

export type StateNow = Instant & {
  /** True if the source of the market has been silent for too long, or the market has no source. */
  readonly isSourceSilent: boolean
}

/**
 * Open during session hours once a quote of this session has arrived. Stale while the market or its source is silent for
 * too long, or while a tick is held.
 */
export function stateByCalendar(
  cached: StateInputs,
  quoteTimeMs: number | undefined,
  spans: OpenSpans,
  now: StateNow,
): MarketState {
  const span = spanAt(spans, now.timeMs)
  if (span === undefined || quoteTimeMs === undefined || quoteTimeMs < span.fromMs) return 'closed'
  const isQuiet =
    cached.quotedAt === undefined || elapsedBetween(cached.quotedAt, now) > cached.market.staleAfterMs
  if (cached.feedState !== undefined) return cached.feedState
  return isQuiet || now.isSourceSilent || hasHeldTick(cached) ? 'stale' : 'open'
}

/** The state declared by the feed; stale while a tick is held. A restored quote does not open a market. */
export function stateByFeed(cached: StateInputs): MarketState {
  if (cached.quotedAt === undefined) return 'closed'
  return cached.feedState ?? (hasHeldTick(cached) ? 'stale' : 'open')
}

function hasHeldTick({ filter }: StateInputs): boolean {
  return filter.held !== undefined
}

/** A point in time on both clocks. */
export type Instant = {
  /** Wall clock, for session hours. It may be adjusted. */
  readonly timeMs: number
  /** Monotonic clock. It may stop while the machine sleeps. */
  readonly elapsedMs: number
}

export function instantNow(clock: Clock): Instant {
  return { timeMs: clock.now(), elapsedMs: clock.elapsed() }
}

/** The larger difference of the two clocks, so that a quote is stale as soon as one of them says so. */
export function elapsedBetween(since: Instant, now: Instant): number {
  return Math.max(now.timeMs - since.timeMs, now.elapsedMs - since.elapsedMs)
}
