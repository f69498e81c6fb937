import { judgeTick, type Tick } from '#core/market/judge-tick.ts'
import { type OpenSpans, spanAt } from '#core/market/open-spans.ts'
import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import { price } from '#core/money/price.ts'
import type { Feed, FeedEvent } from '#server/feed/feed.ts'
import { keptFromMs, type MarketTrack } from '#server/market-data/market-track.ts'
import { stateByCalendar, stateByFeed } from '#server/market-data/quotes/market-state.ts'
import { momentNow } from '#server/market-data/quotes/moment.ts'
import type { Sequence } from '#server/market-data/quotes/sequence.ts'
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
    heardAt = momentNow(clock)
    if (event.kind === 'heartbeat') return
    const track = tracks.get(event.marketId)
    if (track === undefined) metrics.ticks.inc({ outcome: 'unknown_market' })
    else if (event.kind === 'tick') acceptTick(track, event)
    else {
      track.feedSays = event.kind
      settle(track)
    }
  }

  function acceptTick(track: MarketTrack, tick: Tick): void {
    const outcome = outcomeOf(track, tick)
    metrics.ticks.inc({ outcome })
    if (outcome === 'held') track.held = tick
    if (outcome !== 'accepted') return
    track.held = undefined
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

  function outcomeOf(track: MarketTrack, tick: Tick) {
    const judged = { last: priceBefore(track, tick.timeMs), held: track.held }
    const verdict = judgeTick(judged, tick, track.market.jumpLimitPpm, clock.now())
    if (verdict.kind === 'dropped') return verdict.why
    if (isOutsideHours(track, tick.timeMs)) return 'outside_hours'
    return verdict.kind === 'accepted' && sequence.isLow() ? 'unnumbered' : verdict.kind
  }

  /** What a price is measured from. After a pause that is one we missed, if the feed can still tell it. */
  function priceBefore(track: MarketTrack, timeMs: number): Tick | undefined {
    const last = track.quote()
    if (last === undefined || isFirstOfRun(track)) return undefined
    const isAfterPause = timeMs - last.timeMs > longestPauseMs
    return (isAfterPause ? history?.lastQuoteBy(track.market.id, timeMs - 1) : undefined) ?? last
  }

  /** A feed with hours of its own begins anew with every run: its first prices have nothing to do with the last. */
  function isFirstOfRun(track: MarketTrack): boolean {
    return feed.governedBy === 'feed' && track.quotedAt === undefined
  }

  function isOutsideHours(track: MarketTrack, timeMs: number): boolean {
    return feed.governedBy === 'calendar' && spanAt(spansOf(track.market.id), timeMs) === undefined
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
    if (feed.governedBy === 'feed' || last === undefined || track.state() === 'closed') return
    const spans = spansOf(track.market.id)
    if (spanAt(spans, last.timeMs)?.fromMs !== spanAt(spans, timeMs)?.fromMs) enter(track, 'closed')
  }

  function settle(track: MarketTrack): void {
    enter(track, stateNow(track, track.quote()?.timeMs))
  }

  function stateNow(track: MarketTrack, quoteTimeMs: number | undefined): MarketState {
    if (feed.governedBy === 'feed') return stateByFeed(track)
    return stateByCalendar(track, quoteTimeMs, spansOf(track.market.id), { ...momentNow(clock), heardAt })
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
