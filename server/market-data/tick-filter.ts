import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import {
  type FilterState,
  filterTick,
  maxClockAheadMs,
  type Tick,
  type TickVerdict,
} from '#core/market/tick-filter.ts'
import { type OpenSpans, spanAt } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import type { Feed, FeedEvent } from '#server/feed/feed.ts'
import { keptFromMs, type MarketTrack } from '#server/market-data/cached-market.ts'
import {
  isFeedSilent,
  momentNow,
  type Now,
  stateByCalendar,
  stateByFeed,
} from '#server/market-data/market-state.ts'
import type { Sequence } from '#server/market-data/quote-sequence.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics.ts'

type Parts = {
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'ticks'>
  readonly feed: Pick<Feed, 'governedBy' | 'history'>
  readonly spansOf: (marketId: number) => OpenSpans
  readonly tracks: ReadonlyMap<number, MarketTrack>
  readonly sequence: Sequence
  readonly noteQuote: (track: MarketTrack) => void
  readonly publish: (event: MarketEvent) => void
}

/** A feed that told every price in between leaves no longer pause than this; past it its history is asked. */
const longestPauseMs = 5_000

/** What a feed says is checked here, remembered, numbered and published, in this order and nowhere else. */
export function createAcceptance(parts: Parts) {
  const { clock, feed, spansOf, sequence, tracks, metrics } = parts
  const { history } = feed
  let heardAt = momentNow(clock)

  function accept(event: FeedEvent): void {
    noticeSilence()
    heardAt = momentNow(clock)
    if (event.kind === 'heartbeat') return
    const track = tracks.get(event.marketId)
    if (track === undefined) metrics.ticks.inc({ outcome: 'unknown_market' })
    else if (event.kind === 'tick') acceptTick(track, event)
    else {
      track.feedSays = event.kind
      // The first price after an opening is compared with the last accepted one, not with a held one from before.
      if (event.kind === 'closed') track.judged = { ...track.judged, held: undefined }
      settle(track)
    }
  }

  /** A silence that ended before a pulse saw it makes markets stale all the same. */
  function noticeSilence(): void {
    if (!isFeedSilent(timeNow())) return
    for (const track of tracks.values()) {
      const isStale = stateNow(track, track.quote()?.timeMs) === 'stale'
      if (isStale && track.state() === 'open') enter(track, 'stale')
    }
  }

  /**
   * A feed's clock may be a little ahead of ours. Such a time counts as now: taken as it is, it would move the time of all
   * markets, by which an account waits for the rest of the board.
   */
  function timedByOurClock(track: MarketTrack, tick: Tick): Tick {
    const newestMs = Math.max(clock.now(), track.judged.last?.timeMs ?? 0)
    const isAhead = tick.timeMs > newestMs && tick.timeMs <= clock.now() + maxClockAheadMs
    return isAhead ? { ...tick, timeMs: newestMs } : tick
  }

  function acceptTick(track: MarketTrack, told: Tick): void {
    const tick = timedByOurClock(track, told)
    const { outcome, next } = judge(track, tick)
    metrics.ticks.inc({ outcome })
    if (outcome === 'held') hold(track, next)
    if (outcome !== 'accepted') return
    track.judged = next
    fillPause(track, tick.timeMs)
    closeBetweenSessions(track, tick.timeMs)
    track.feedSays = undefined
    track.quotedAt = heardAt
    // A market opens before its first quote and closes after its last, so that both can be acted on.
    const state = stateNow(track, tick.timeMs)
    if (state !== 'closed') enter(track, state)
    publishQuote(track, tick)
    enter(track, state)
  }

  /** `next` counts only if the price is held or accepted. */
  function judge(track: MarketTrack, tick: Tick) {
    const judged = judgedBefore(track, tick.timeMs)
    const { verdict, next } = filterTick(judged, tick, track.market.jumpLimitPpm, clock.now())
    return { outcome: outcomeOf(track, tick, verdict), next }
  }

  function outcomeOf(track: MarketTrack, tick: Tick, verdict: TickVerdict) {
    if (verdict.kind === 'dropped') return verdict.why
    if (isOutsideHours(track, tick.timeMs)) return 'outside_hours'
    return verdict.kind === 'accepted' && sequence.isLow() ? 'unnumbered' : verdict.kind
  }

  /** While a price is held in this session, the price it was compared with stays the one to compare with. */
  function judgedBefore(track: MarketTrack, timeMs: number): FilterState {
    const { held } = track.judged
    if (held !== undefined && isSameSession(track, held.tick.timeMs, timeMs)) return track.judged
    return { last: priceBefore(track, timeMs), held: undefined }
  }

  /** The last accepted price. After a pause it is the one just before this, if the feed can still tell it. */
  function priceBefore(track: MarketTrack, timeMs: number): Tick | undefined {
    const { last } = track.judged
    const isAfterPause = last !== undefined && timeMs - last.timeMs > longestPauseMs
    return (isAfterPause ? history?.lastQuoteAt(track.market.id, timeMs - 1) : undefined) ?? last
  }

  /** An open market turns stale at once. A closed one stays closed until a price is accepted. */
  function hold(track: MarketTrack, next: FilterState): void {
    track.judged = next
    if (track.state() === 'open') settle(track)
  }

  function isOutsideHours(track: MarketTrack, timeMs: number): boolean {
    return feed.stateSource === 'calendar' && spanAt(spansOf(track.market.id), timeMs) === undefined
  }

  /** After a start or a pause: the prices that were missed, from a feed that can still tell them. */
  function fillPause(track: MarketTrack, timeMs: number): void {
    if (history === undefined) return
    const last = track.minutes().length === 0 ? undefined : track.quote()?.timeMs
    if (last !== undefined && timeMs - last <= longestPauseMs) return
    const fromMs = Math.max(last === undefined ? 0 : last + 1, keptFromMs(timeMs))
    track.takePast(history.minutes(track.market.id, fromMs, timeMs - 1))
  }

  /** A session whose end nobody has noticed yet ends before the next one begins. */
  function closeBetweenSessions(track: MarketTrack, timeMs: number): void {
    const last = track.quote()
    if (last === undefined || track.state() === 'closed') return
    if (!isSameSession(track, last.timeMs, timeMs)) enter(track, 'closed')
  }

  /** A feed that governs itself ends a session by saying so, and not by the time. */
  function isSameSession(track: MarketTrack, oneMs: number, otherMs: number): boolean {
    if (feed.stateSource === 'feed') return true
    const spans = spansOf(track.market.id)
    return spanAt(spans, oneMs)?.fromMs === spanAt(spans, otherMs)?.fromMs
  }

  /** Never from stale to open: only the market's own next quote does that. */
  function settle(track: MarketTrack): void {
    const state = stateNow(track, track.quote()?.timeMs)
    if (state === 'open' && track.state() === 'stale') return
    enter(track, state)
  }

  function stateNow(track: MarketTrack, quoteTimeMs: number | undefined): MarketState {
    if (feed.stateSource === 'feed') return stateByFeed(track)
    return stateByCalendar(track, quoteTimeMs, spansOf(track.market.id), timeNow())
  }

  function timeNow(): Now {
    return { ...momentNow(clock), heardAt }
  }

  function enter(track: MarketTrack, state: MarketState): void {
    if (state === track.state()) return
    const seq = sequence.next()
    if (seq === undefined) return
    track.setState(state)
    parts.publish({ kind: 'state', marketId: track.market.id, state, timeMs: clock.now(), seq })
  }

  function publishQuote(track: MarketTrack, { bid, ask, timeMs }: Tick): void {
    const seq = sequence.next()
    if (seq === undefined) return
    const quote = { marketId: track.market.id, bid: price(bid), ask: price(ask), timeMs, seq }
    track.takeQuote(quote)
    parts.noteQuote(track)
    parts.publish({ kind: 'quote', ...quote })
  }

  return {
    accept,
    pulse(): void {
      for (const track of tracks.values()) settle(track)
    },
  }
}
