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
import type { Backfill } from '#server/market-data/backfill.ts'
import { type CachedMarket, cachedFromMs } from '#server/market-data/cached-market.ts'
import type { Gap } from '#server/market-data/candles/insert-past.ts'
import { createMarketPublisher } from '#server/market-data/market-publisher.ts'
import { instantNow, stateByCalendar, stateByFeed } from '#server/market-data/market-state.ts'
import type { QuoteSequence } from '#server/market-data/quote-sequence.ts'
import { type LiveSource, longestPauseMs, type SourceLiveness } from '#server/market-data/source-liveness.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics.ts'

type TickProcessorParts = {
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'ticks' | 'feedSourceUp'>
  readonly feed: Pick<Feed, 'stateSource' | 'lastQuoteAt'>
  /** Undefined for a feed without a history. */
  readonly backfill: Pick<Backfill, 'add'> | undefined
  readonly liveness: SourceLiveness
  readonly spansOf: (marketId: number) => OpenSpans
  readonly cachedMarkets: ReadonlyMap<number, CachedMarket>
  readonly sequence: QuoteSequence
  readonly markUnsaved: (cached: CachedMarket) => void
  readonly publish: (event: MarketEvent) => void
}

/**
 * The path of a tick: a feed adapter emits it, `filterTick` checks it, the publisher updates the cached market and its
 * candles and publishes the quote on the bus. Engine, portfolio and live sockets subscribe to the bus.
 */
export function createTickProcessor(parts: TickProcessorParts) {
  const { clock, feed, liveness, backfill, spansOf, sequence, cachedMarkets, metrics } = parts
  const { publishState, publishQuote } = createMarketPublisher(parts)

  function onFeedEvent(event: FeedEvent): void {
    const source = liveness.findByKey(event.source)
    if (source === undefined) {
      metrics.ticks.inc({ outcome: 'unknown_source' })
      return
    }
    detectSilence(source)
    liveness.hear(source)
    if (event.kind === 'heartbeat') return
    const cached = cachedMarkets.get(event.marketId)
    if (cached === undefined) metrics.ticks.inc({ outcome: 'unknown_market' })
    else if (event.kind === 'tick') processTick(cached, event, source)
    else declareState(cached, event.kind, source)
  }

  /** A source cannot declare the state of a market that another source supplies. */
  function declareState(cached: CachedMarket, state: 'closed' | 'stale', source: LiveSource): void {
    const owner = ownerOf(cached)
    if (owner !== undefined && owner !== source) return
    cached.feedState = state
    // The first tick of the next session is compared with the last accepted one, not with a held one.
    if (state === 'closed') cached.filter = { ...cached.filter, held: undefined }
    refreshState(cached)
  }

  /** The source that supplies a market: that of its last quote. */
  function ownerOf(cached: CachedMarket): LiveSource | undefined {
    return liveness.findByName(cached.quote()?.source)
  }

  /** Marks the markets of a source stale after its silence, even if it ended before the next `refreshStates`. */
  function detectSilence(source: LiveSource): void {
    if (!liveness.isSilent(source)) return
    for (const cached of cachedMarkets.values()) if (ownerOf(cached) === source) publishIfStale(cached)
  }

  function publishIfStale(cached: CachedMarket): void {
    if (cached.state() === 'open' && currentState(cached) === 'stale') publishState(cached, 'stale')
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

  function processTick(cached: CachedMarket, received: Tick, source: LiveSource): void {
    const tick = clampToOurClock(cached, received)
    const { outcome, next } = checkTick(cached, tick)
    metrics.ticks.inc({ outcome })
    if (outcome === 'held') hold(cached, next)
    if (outcome === 'held' || outcome === 'unnumbered') cached.seenPauses = undefined
    if (outcome !== 'accepted') return
    cached.filter = next
    acceptTick(cached, tick, source)
  }

  function acceptTick(cached: CachedMarket, tick: Tick, source: LiveSource): void {
    closeBetweenSessions(cached, tick.timeMs)
    // This quote may end a silence of the market, or of its previous source, that `refreshStates` has not noticed.
    publishIfStale(cached)
    cached.feedState = undefined
    cached.quotedAt = source.lastEventAt
    // A market opens before its first quote and closes after its last, so that orders can be filled at both quotes.
    const state = stateNow(cached, tick.timeMs, source)
    if (state !== 'closed') publishState(cached, state)
    const gap = gapBefore(cached, tick.timeMs, source)
    const isPublished = publishQuote(cached, tick, source.name)
    publishState(cached, state)
    if (!isPublished) return
    cached.seenPauses = source.pauses
    if (gap !== undefined) backfill?.add(cached, gap)
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

  /** The last accepted tick. After a pause, the one just before `timeMs`, if the feed can compute it. */
  function referenceTick(cached: CachedMarket, timeMs: number): Tick | undefined {
    const { last } = cached.filter
    const isAfterPause = last !== undefined && timeMs - last.timeMs > longestPauseMs
    return (isAfterPause ? feed.lastQuoteAt?.(cached.market.id, timeMs - 1) : undefined) ?? last
  }

  /** An open market becomes stale at once. A closed one stays closed until a tick is accepted. */
  function hold(cached: CachedMarket, next: FilterState): void {
    cached.filter = next
    if (cached.state() === 'open') refreshState(cached)
  }

  function isOutsideHours(cached: CachedMarket, timeMs: number): boolean {
    return feed.stateSource === 'calendar' && spanAt(spansOf(cached.market.id), timeMs) === undefined
  }

  /** The period before this tick whose ticks are missing: after a start, or if the source paused meanwhile. */
  function gapBefore(cached: CachedMarket, timeMs: number, source: LiveSource): Gap | undefined {
    const last = cached.minutes().length === 0 ? undefined : cached.quote()?.timeMs
    const isUninterrupted = ownerOf(cached) === source && cached.seenPauses === source.pauses
    if (last !== undefined && (isUninterrupted || timeMs - last <= longestPauseMs)) return undefined
    const fromMs = Math.max(last === undefined ? 0 : last + 1, cachedFromMs(timeMs))
    return fromMs < timeMs ? { fromMs, untilMs: timeMs - 1 } : undefined
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
    const state = currentState(cached)
    if (state === 'open' && cached.state() === 'stale') return
    publishState(cached, state)
  }

  function currentState(cached: CachedMarket): MarketState {
    return stateNow(cached, cached.quote()?.timeMs, ownerOf(cached))
  }

  function stateNow(
    cached: CachedMarket,
    quoteTimeMs: number | undefined,
    source: LiveSource | undefined,
  ): MarketState {
    if (feed.stateSource === 'feed') return stateByFeed(cached)
    const isSourceSilent = source === undefined || liveness.isSilent(source)
    const now = { ...instantNow(clock), isSourceSilent }
    return stateByCalendar(cached, quoteTimeMs, spansOf(cached.market.id), now)
  }

  return {
    onFeedEvent,
    refreshStates(): void {
      for (const cached of cachedMarkets.values()) refreshState(cached)
      for (const { name, isLive } of liveness.statuses())
        metrics.feedSourceUp.set({ source: name }, isLive ? 1 : 0)
    },
  }
}
