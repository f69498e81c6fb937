import type { FeedHistory } from '#server/feed/feed.ts'
import { type CachedMarket, cachedFromMs } from '#server/market-data/cached-market.ts'
import type { Gap } from '#server/market-data/candles/insert-past.ts'
import { HistoryFailure } from '#server/market-data/candles/limited-history.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'

type BackfillParts = {
  /** With limits on time and size. */
  readonly history: FeedHistory
  readonly clock: Pick<Clock, 'elapsed'>
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Pick<Metrics, 'backfills' | 'backfillGaps'>
  /** Called after minutes were inserted. */
  readonly publishPastFilled: (filled: PastFilled) => void
}

/** Candles and day figures of this market have changed without a new quote. */
export type PastFilled = { readonly marketId: number }

/** Fetches missing minutes from the history of the feed while ticks go on. */
export type Backfill = {
  /** Returns at once. The minutes are inserted when the history has answered. */
  readonly add: (cached: CachedMarket, gap: Gap) => void
  /** Requests failed gaps again once their delay is over. Called a few times a second. */
  readonly retryDue: () => void
  /** Resolves when the market waits for no answer, at the latest after two seconds. A failed gap is not waited for. */
  readonly settled: (cached: CachedMarket) => Promise<void>
  /** Later answers are ignored. */
  readonly stop: () => void
}

type Task = {
  readonly cached: CachedMarket
  readonly gap: Gap
  state: 'waiting' | 'running' | 'failed'
  failures: number
  retryAtMs: number
  /** Resolved after each attempt, successful or not. */
  attempt: PromiseWithResolvers<void>
}

/** A provider limits how many requests it answers at a time. */
const maxRunning = 4
/** A market pauses rarely. If more gaps remain unfilled, the oldest one is given up. */
const maxGapsPerMarket = 16
const firstRetryMs = 30_000
const longestRetryMs = 600_000
const maxReadWaitMs = 2_000

export function createBackfill(parts: BackfillParts): Backfill {
  const { history, clock, timers, log, metrics } = parts
  const tasks = new Set<Task>()
  let running = 0
  let isStopped = false

  function tasksOf(cached: CachedMarket): readonly Task[] {
    return [...tasks].filter((task) => task.cached === cached)
  }

  function remove(task: Task): void {
    tasks.delete(task)
    task.attempt.resolve()
    metrics.backfillGaps.set(tasks.size)
  }

  function giveUp(task: Task): void {
    metrics.backfills.inc({ outcome: 'given_up' })
    log.warn({ market: task.cached.market.code, ...task.gap }, 'gave up a gap in the candles')
    remove(task)
  }

  function startWaiting(): void {
    for (const task of tasks) {
      if (running >= maxRunning || isStopped) return
      if (task.state === 'waiting') void attempt(task)
    }
  }

  async function attempt(task: Task): Promise<void> {
    task.state = 'running'
    running += 1
    try {
      await fill(task)
    } catch (fault) {
      if (!isStopped) fail(task, fault)
    }
    running -= 1
    startWaiting()
  }

  async function fill(task: Task): Promise<void> {
    const { cached, gap } = task
    const minutes = await history.minutes(cached.market.id, gap.fromMs, gap.untilMs)
    if (isStopped) return
    cached.applyPastMinutes(minutes, gap)
    metrics.backfills.inc({ outcome: minutes.length === 0 ? 'empty' : 'filled' })
    remove(task)
    if (minutes.length > 0) parts.publishPastFilled({ marketId: cached.market.id })
  }

  function fail(task: Task, fault: unknown): void {
    task.state = 'failed'
    task.failures += 1
    const delayMs = Math.min(firstRetryMs * 2 ** (task.failures - 1), longestRetryMs)
    task.retryAtMs = clock.elapsed() + delayMs
    const outcome = fault instanceof HistoryFailure ? fault.problem : 'failed'
    metrics.backfills.inc({ outcome })
    log.warn(
      { fault, market: task.cached.market.code, ...task.gap, delayMs },
      'could not fetch missing minutes; retrying later',
    )
    task.attempt.resolve()
  }

  /** A gap outside the cached days is no longer needed: those days come from the history as a whole. */
  function isOver({ cached, gap }: Task): boolean {
    return gap.untilMs < cachedFromMs(cached.quote()?.timeMs ?? 0)
  }

  return {
    add(cached, gap) {
      if (isStopped) return
      const known = tasksOf(cached)
      const oldest = known.find(({ state }) => state !== 'running')
      if (known.length >= maxGapsPerMarket && oldest !== undefined) giveUp(oldest)
      const attempt = Promise.withResolvers<void>()
      tasks.add({ cached, gap, state: 'waiting', failures: 0, retryAtMs: 0, attempt })
      metrics.backfillGaps.set(tasks.size)
      startWaiting()
    },
    retryDue() {
      for (const task of tasks) {
        if (task.state !== 'failed') continue
        if (isOver(task)) remove(task)
        else if (clock.elapsed() >= task.retryAtMs) {
          task.state = 'waiting'
          task.attempt = Promise.withResolvers<void>()
        }
      }
      startWaiting()
    },
    async settled(cached) {
      const awaited = tasksOf(cached).filter(({ state }) => state !== 'failed')
      if (awaited.length === 0) return
      await withTimeout(timers, maxReadWaitMs, Promise.all(awaited.map(({ attempt }) => attempt.promise)))
    },
    stop() {
      isStopped = true
      for (const task of tasks) task.attempt.resolve()
      tasks.clear()
      metrics.backfillGaps.set(0)
    },
  }
}
