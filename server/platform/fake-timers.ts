import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'

export type FakeTimers = Timers & {
  /** Shows the same time as the timers. */
  readonly clock: Clock
  /** Advances the time and runs due timers in order, including timers that these set. */
  readonly advance: (byMs: number) => void
  /** Remaining milliseconds of each pending timer, soonest first. */
  readonly pending: () => readonly number[]
}

type PendingTimer = { dueMs: number; readonly periodMs: number | undefined; readonly run: () => void }

/** Timers for tests. The time only changes through `advance`. */
export function createFakeTimers(startMs = 0): FakeTimers {
  let nowMs = startMs
  const pendingTimers = new Set<PendingTimer>()
  // A Set keeps insertion order and the sort is stable, so timers due together run in the order they were set.
  const inOrder = () => [...pendingTimers].sort((a, b) => a.dueMs - b.dueMs)

  function schedule(delayMs: number, periodMs: number | undefined, run: () => void) {
    const timer = { dueMs: nowMs + Math.max(0, delayMs), periodMs, run }
    pendingTimers.add(timer)
    return () => {
      pendingTimers.delete(timer)
    }
  }
  function fire(timer: PendingTimer): void {
    nowMs = timer.dueMs
    if (timer.periodMs === undefined) pendingTimers.delete(timer)
    // A period of 0 would loop forever.
    else timer.dueMs += Math.max(1, timer.periodMs)
    timer.run()
  }
  return {
    clock: { now: () => nowMs, elapsed: () => nowMs },
    after: (delayMs, run) => schedule(delayMs, undefined, run),
    every: (periodMs, run) => schedule(periodMs, periodMs, run),
    soon: (run) => schedule(0, undefined, run),
    advance(byMs) {
      const untilMs = nowMs + byMs
      for (let [next] = inOrder(); next !== undefined && next.dueMs <= untilMs; [next] = inOrder()) fire(next)
      nowMs = untilMs
    },
    pending: () => inOrder().map((timer) => timer.dueMs - nowMs),
  }
}
