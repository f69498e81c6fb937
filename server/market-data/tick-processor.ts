import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import {
  type FilterState,
  filterTick,
  maxClockAheadMs,
  type Tick,
  type TickVerdict,
} from '#core/market/tick-filter.ts'
import { type OpenSpans, spanAt } from '#core/market/trading-hours.ts'
import type { Feed, FeedEvent } from '#server/feed/feed.ts'
import { type CachedMarket, cachedFromMs } from '#server/market-data/cached-market.ts'
import { createMarketPublisher } from '#server/market-data/market-publisher.ts'
import {
  type FeedNow,
  instantNow,
  isFeedSilent,
  stateByCalendar,
  stateByFeed,
} from '#server/market-data/market-state.ts'
import type { QuoteSequence } from '#server/market-data/quote-sequence.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics.ts'

type TickProcessorParts = {
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'ticks'>
  readonly feed: Pick<Feed, 'stateSource' | 'history'>
  readonly spansOf: (marketId: number) => OpenSpans
  readonly cachedMarkets: ReadonlyMap<number, CachedMarket>
  readonly sequence: QuoteSequence
  readonly markUnsaved: (cached: CachedMarket) => void
  readonly publish: (event: MarketEvent) => void
}

/** The longest pause of an uninterrupted feed. After a longer one, the missed ticks come from its history. */
const longestPauseMs = 5_000

/**
 * The path of a tick: a feed adapter emits it, `filterTick` checks it, the publisher updates the cached market and its
 * candles and publishes the quote on the bus. Engine, portfolio and live sockets subscribe to the bus.
 */
export function createTickProcessor(parts: TickProcessorParts) {
  const { clock, feed, spansOf, sequence, cachedMarkets, metrics } = parts
  const { history } = feed
  const { publishState, publishQuote } = createMarketPublisher(parts)
  let lastFeedEventAt = instantNow(clock)

  function onFeedEvent(event: FeedEvent): void {
    detectFeedSilence()
    lastFeedEventAt = instantNow(clock)
    if (event.kind === 'heartbeat') return
    const cached = cachedMarkets.get(event.marketId)
    if (cached === undefined) metrics.ticks.inc({ outcome: 'unknown_market' })
    else if (event.kind === 'tick') processTick(cached, event)
    else {
      cached.feedState = event.kind
      // The first tick of the next session is compared with the last accepted one, not with a held one.
      if (event.kind === 'closed') cached.filter = { ...cached.filter, held: undefined }
      refreshState(cached)
    }
  }

  /** Marks markets stale after a silence, even if it ended before the next `refreshStates`. */
  function detectFeedSilence(): void {
    if (!isFeedSilent(feedNow())) return
    for (const cached of cachedMarkets.values()) {
      const isStale = stateNow(cached, cached.quote()?.timeMs) === 'stale'
      if (isStale && cached.state() === 'open') publishState(cached, 'stale')
    }
  }

  /**
   * A feed's clock may be a little ahead. Such a timestamp is replaced with the current time: otherwise it would
   * advance the time of the whole board, which decides how long an account waits for its other markets.
   */
  function clampToOurClock(cached: CachedMarket, tick: Tick): Tick {
    const newestMs = Math.max(clock.now(), cached.filter.last?.timeMs ?? 0)
    const isAhead = tick.timeMs > newestMs && tick.timeMs <= clock.now() + maxClockAheadMs
    return isAhead ? { ...tick, timeMs: newestMs } : tick
  }

  function processTick(cached: CachedMarket, received: Tick): void {
    const tick = clampToOurClock(cached, received)
    const { outcome, next } = checkTick(cached, tick)
    metrics.ticks.inc({ outcome })
    if (outcome === 'held') hold(cached, next)
    if (outcome !== 'accepted') return
    cached.filter = next
    fillGap(cached, tick.timeMs)
    closeBetweenSessions(cached, tick.timeMs)
    cached.feedState = undefined
    cached.quotedAt = lastFeedEventAt
    // A market opens before its first quote and closes after its last, so that orders can be filled at both quotes.
    const state = stateNow(cached, tick.timeMs)
    if (state !== 'closed') publishState(cached, state)
    publishQuote(cached, tick)
    publishState(cached, state)
  }

  /** Use `next` only if the tick is held or accepted. */
  function checkTick(cached: CachedMarket, tick: Tick) {
    const before = filterStateBefore(cached, tick.timeMs)
    const { verdict, next } = filterTick(before, tick, cached.market.jumpLimitPpm, clock.now())
    return { outcome: outcomeOf(cached, tick, verdict), next }
  }

  function outcomeOf(cached: CachedMarket, tick: Tick, verdict: TickVerdict) {
    if (verdict.kind === 'dropped') return verdict.why
    if (isOutsideHours(cached, tick.timeMs)) return 'outside_hours'
    return verdict.kind === 'accepted' && sequence.isLow() ? 'unnumbered' : verdict.kind
  }

  /** While a tick of this session is held, the reference price stays the same. */
  function filterStateBefore(cached: CachedMarket, timeMs: number): FilterState {
    const { held } = cached.filter
    if (held !== undefined && isSameSession(cached, held.tick.timeMs, timeMs)) return cached.filter
    return { last: referenceTick(cached, timeMs), held: undefined }
  }

  /** The last accepted tick. After a pause, the one just before `timeMs` from the feed's history, if it has one. */
  function referenceTick(cached: CachedMarket, timeMs: number): Tick | undefined {
    const { last } = cached.filter
    const isAfterPause = last !== undefined && timeMs - last.timeMs > longestPauseMs
    return (isAfterPause ? history?.lastQuoteAt(cached.market.id, timeMs - 1) : undefined) ?? last
  }

  /** An open market becomes stale at once. A closed one stays closed until a tick is accepted. */
  function hold(cached: CachedMarket, next: FilterState): void {
    cached.filter = next
    if (cached.state() === 'open') refreshState(cached)
  }

  function isOutsideHours(cached: CachedMarket, timeMs: number): boolean {
    return feed.stateSource === 'calendar' && spanAt(spansOf(cached.market.id), timeMs) === undefined
  }

  /** After a start or a pause, loads the missed minutes from the feed's history. */
  function fillGap(cached: CachedMarket, timeMs: number): void {
    if (history === undefined) return
    const last = cached.minutes().length === 0 ? undefined : cached.quote()?.timeMs
    if (last !== undefined && timeMs - last <= longestPauseMs) return
    const fromMs = Math.max(last === undefined ? 0 : last + 1, cachedFromMs(timeMs))
    cached.applyPastMinutes(history.minutes(cached.market.id, fromMs, timeMs - 1))
  }

  /** Publishes the close of the previous session, unless `refreshStates` has already done so. */
  function closeBetweenSessions(cached: CachedMarket, timeMs: number): void {
    const last = cached.quote()
    if (last === undefined || cached.state() === 'closed') return
    if (!isSameSession(cached, last.timeMs, timeMs)) publishState(cached, 'closed')
  }

  /** A feed that sets the state itself ends a session by an event, not by the time. */
  function isSameSession(cached: CachedMarket, oneMs: number, otherMs: number): boolean {
    if (feed.stateSource === 'feed') return true
    const spans = spansOf(cached.market.id)
    return spanAt(spans, oneMs)?.fromMs === spanAt(spans, otherMs)?.fromMs
  }

  /** Never reopens a stale market: only its next quote does. */
  function refreshState(cached: CachedMarket): void {
    const state = stateNow(cached, cached.quote()?.timeMs)
    if (state === 'open' && cached.state() === 'stale') return
    publishState(cached, state)
  }

  function stateNow(cached: CachedMarket, quoteTimeMs: number | undefined): MarketState {
    if (feed.stateSource === 'feed') return stateByFeed(cached)
    return stateByCalendar(cached, quoteTimeMs, spansOf(cached.market.id), feedNow())
  }

  function feedNow(): FeedNow {
    return { ...instantNow(clock), lastFeedEventAt }
  }

  return {
    onFeedEvent,
    refreshStates(): void {
      for (const cached of cachedMarkets.values()) refreshState(cached)
    },
  }
}
