import { minuteMs } from '#core/candle/period.ts'
import type { FeedEvent, SpansOf } from '#server/feed/feed-types.ts'
import { lastQuote, openTicks, type Tick } from '#server/feed/sim/sim-history.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

type TickSchedulerParts = {
  readonly markets: ReadonlyMap<number, SimMarket>
  readonly spansOf: SpansOf
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

type TickScheduler = {
  readonly start: (tell: (event: FeedEvent) => void) => void
  readonly stop: () => void
}

type TickEvent = Extract<FeedEvent, { kind: 'tick' }>

const pumpEveryMs = 50
const heartbeatEveryMs = 3_000
/** After a longer pause the ticks of the pause are left out; the history has them. */
const longestCatchUpMs = 10_000

/** Tells the ticks of all markets when their time has come. */
export function createTickScheduler({
  markets,
  spansOf,
  clock,
  timers,
  log,
}: TickSchedulerParts): TickScheduler {
  let cancels: readonly CancelTimer[] = []
  let queues: readonly (readonly [marketId: number, queue: TickQueue])[] = []
  let toldUntilMs = 0

  /** First what each market's price is, unless it was told before, then whatever comes after. */
  function beginAt(nowMs: number, tell: (event: FeedEvent) => void): void {
    const present = [...markets].flatMap(([marketId, market]) => {
      const quote = lastQuote(market, spansOf(marketId), nowMs)
      const isNews = quote !== undefined && quote.timeMs > toldUntilMs
      return isNews ? [{ kind: 'tick' as const, marketId, ...quote }] : []
    })
    for (const event of inTimeOrder(present)) tell(event)
    queues = [...markets].map(([marketId, market]) => [
      marketId,
      createTickQueue((minute) => openTicks(market, spansOf(marketId), minute), nowMs),
    ])
    toldUntilMs = nowMs
  }

  function pump(tell: (event: FeedEvent) => void): void {
    const nowMs = clock.now()
    // A clock that was set back: what it says next was told already.
    if (nowMs <= toldUntilMs) return
    if (nowMs - toldUntilMs > longestCatchUpMs) {
      log.warn({ pauseMs: nowMs - toldUntilMs }, 'the simulated prices go on after a pause')
      beginAt(nowMs, tell)
      return
    }
    const due: TickEvent[] = []
    for (const [marketId, queue] of queues) {
      queue.drainDue(nowMs, (tick) => due.push({ kind: 'tick', marketId, ...tick }))
    }
    toldUntilMs = nowMs
    for (const event of inTimeOrder(due)) tell(event)
  }

  return {
    start(tell) {
      beginAt(clock.now(), tell)
      tell({ kind: 'heartbeat' })
      cancels = [
        timers.every(pumpEveryMs, () => pump(tell)),
        timers.every(heartbeatEveryMs, () => tell({ kind: 'heartbeat' })),
      ]
    },
    stop() {
      for (const cancel of cancels) cancel()
      cancels = []
    },
  }
}

/** Sorting keeps the order of the markets among ticks of the same moment. */
function inTimeOrder(events: readonly TickEvent[]): readonly TickEvent[] {
  return events.toSorted((left, right) => left.timeMs - right.timeMs)
}

/** The ticks of one market from a moment on, handed out as they fall due. */
type TickQueue = {
  /** Hands out every tick up to and including this moment that was not handed out before, oldest first. */
  readonly drainDue: (nowMs: number, take: (tick: Tick) => void) => void
}

/** Holds one minute at a time. The first tick it hands out is the first after `fromMs`. */
function createTickQueue(ticksOf: (minute: number) => readonly Tick[], fromMs: number): TickQueue {
  let minute = Math.floor(fromMs / minuteMs)
  let ticks = ticksOf(minute)
  let next = ticks.findIndex(({ timeMs }) => timeMs > fromMs)
  if (next === -1) next = ticks.length

  function takeMinute(nowMs: number, take: (tick: Tick) => void): void {
    for (let tick = ticks[next]; tick !== undefined && tick.timeMs <= nowMs; tick = ticks[next]) {
      next++
      take(tick)
    }
  }
  return {
    drainDue(nowMs, take) {
      takeMinute(nowMs, take)
      while ((minute + 1) * minuteMs <= nowMs) {
        minute++
        ticks = ticksOf(minute)
        next = 0
        takeMinute(nowMs, take)
      }
    },
  }
}
