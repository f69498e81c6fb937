import { minuteMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { FeedEvent, SpansOf } from '#server/feed/feed-types.ts'
import { lastQuote, openTicks, type Tick } from '#server/feed/sim/sim-history.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

type TickSchedulerParts = {
  readonly markets: ReadonlyMap<number, SimMarket>
  /** Key of the source, which every event names. */
  readonly source: string
  readonly spansOf: SpansOf
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

type TickScheduler = {
  readonly start: (emit: (event: FeedEvent) => void) => void
  readonly stop: () => void
}

type TickEvent = Extract<FeedEvent, { kind: 'tick' }>

const emitEveryMs = 50
const heartbeatEveryMs = 3_000
/** The ticks of a longer pause are skipped. Market data fetches them from the history. */
const longestCatchUpMs = 10_000

/** Emits the simulated ticks of all markets at their times. */
export function createTickScheduler({
  markets,
  source,
  spansOf,
  clock,
  timers,
  log,
}: TickSchedulerParts): TickScheduler {
  let cancels: readonly CancelTimer[] = []
  let queues: readonly (readonly [marketId: number, queue: TickQueue])[] = []
  let emittedUntilMs = 0

  /** Emits the last quote of each market, unless it was emitted before, and queues the ticks after `nowMs`. */
  function restartAt(nowMs: number, emit: (event: FeedEvent) => void): void {
    const current = [...markets].flatMap(([marketId, market]) => {
      const quote = lastQuote(market, spansOf(marketId), nowMs)
      const isNew = quote !== undefined && quote.timeMs > emittedUntilMs
      return isNew ? [{ kind: 'tick' as const, source, marketId, ...quote }] : []
    })
    for (const event of inTimeOrder(current)) emit(event)
    queues = [...markets].map(([marketId, market]) => [
      marketId,
      createTickQueue((spans, minute) => openTicks(market, spans, minute), nowMs),
    ])
    emittedUntilMs = nowMs
  }

  function emitDue(emit: (event: FeedEvent) => void): void {
    const nowMs = clock.now()
    // Ticks up to this time have been emitted.
    if (nowMs <= emittedUntilMs) return
    if (nowMs - emittedUntilMs > longestCatchUpMs) {
      log.warn({ pauseMs: nowMs - emittedUntilMs }, 'simulated prices resume after a pause')
      restartAt(nowMs, emit)
      return
    }
    const due: TickEvent[] = []
    for (const [marketId, queue] of queues) {
      const take = (tick: Tick) => void due.push({ kind: 'tick', source, marketId, ...tick })
      queue.drainDue(spansOf(marketId), nowMs, take)
    }
    emittedUntilMs = nowMs
    for (const event of inTimeOrder(due)) emit(event)
  }

  return {
    start(emit) {
      restartAt(clock.now(), emit)
      emit({ kind: 'heartbeat', source })
      cancels = [
        timers.every(emitEveryMs, () => emitDue(emit)),
        timers.every(heartbeatEveryMs, () => emit({ kind: 'heartbeat', source })),
      ]
    },
    stop() {
      for (const cancel of cancels) cancel()
      cancels = []
    },
  }
}

/** The sort is stable: ticks of the same time stay in the order of the markets. */
function inTimeOrder(events: readonly TickEvent[]): readonly TickEvent[] {
  return events.toSorted((left, right) => left.timeMs - right.timeMs)
}

type TickQueue = {
  /** Removes every tick up to and including `nowMs` and passes it to `take`, oldest first. */
  readonly drainDue: (spans: OpenSpans, nowMs: number, take: (tick: Tick) => void) => void
}

/**
 * Ticks of one market after `fromMs`. Generates one minute at a time, and the current one again when the known session
 * hours change: after a long jump of the clock they are known a little later.
 */
function createTickQueue(
  ticksOf: (spans: OpenSpans, minute: number) => readonly Tick[],
  fromMs: number,
): TickQueue {
  let minute = Math.floor(fromMs / minuteMs)
  let drainedMs = fromMs
  let generatedWith: OpenSpans | undefined
  let ticks: readonly Tick[] = []
  let next = 0

  function generate(spans: OpenSpans): void {
    ticks = ticksOf(spans, minute)
    generatedWith = spans
    next = ticks.findIndex(({ timeMs }) => timeMs > drainedMs)
    if (next === -1) next = ticks.length
  }
  function drainMinute(nowMs: number, take: (tick: Tick) => void): void {
    for (let tick = ticks[next]; tick !== undefined && tick.timeMs <= nowMs; tick = ticks[next]) {
      next++
      take(tick)
    }
  }
  return {
    drainDue(spans, nowMs, take) {
      if (spans !== generatedWith) generate(spans)
      drainMinute(nowMs, take)
      while ((minute + 1) * minuteMs <= nowMs) {
        minute++
        generate(spans)
        drainMinute(nowMs, take)
      }
      drainedMs = nowMs
    },
  }
}
