import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'

export type FakeTimers = Timers & {
  /** Moves with the timers. */
  readonly clock: Clock
  /** Moves the time and runs what falls due on the way, in order; what those set up runs too when it is due. */
  readonly advance: (byMs: number) => void
  /** How long each waiting timer still has, soonest first. */
  readonly pending: () => readonly number[]
}

type Waiting = { dueMs: number; readonly periodMs: number | undefined; readonly run: () => void }

/** Time for tests: it stands still until it is told to move. */
export function createFakeTimers(startMs = 0): FakeTimers {
  let nowMs = startMs
  const waiting = new Set<Waiting>()
  // A Set keeps the order of setting and sort is stable, so timers due at the same moment run first come, first served.
  const inOrder = () => [...waiting].sort((a, b) => a.dueMs - b.dueMs)

  function wait(delayMs: number, periodMs: number | undefined, run: () => void) {
    const timer = { dueMs: nowMs + Math.max(0, delayMs), periodMs, run }
    waiting.add(timer)
    return () => {
      waiting.delete(timer)
    }
  }
  function fire(timer: Waiting): void {
    nowMs = timer.dueMs
    if (timer.periodMs === undefined) waiting.delete(timer)
    // A period of nothing would never let the time go on.
    else timer.dueMs += Math.max(1, timer.periodMs)
    timer.run()
  }
  return {
    clock: { now: () => nowMs, elapsed: () => nowMs },
    after: (delayMs, run) => wait(delayMs, undefined, run),
    every: (periodMs, run) => wait(periodMs, periodMs, run),
    soon: (run) => wait(0, undefined, run),
    advance(byMs) {
      const untilMs = nowMs + byMs
      for (let [next] = inOrder(); next !== undefined && next.dueMs <= untilMs; [next] = inOrder()) fire(next)
      nowMs = untilMs
    },
    pending: () => inOrder().map((timer) => timer.dueMs - nowMs),
  }
}
