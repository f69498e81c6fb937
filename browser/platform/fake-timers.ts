import type { Timers } from '#browser/platform/timers.ts'

export type FakeTimers = Timers & {
  readonly now: () => number
  /** Moves the clock and runs due timers in order, including those set by other timers on the way. */
  readonly advance: (byMs: number) => void
  /** Remaining times of the pending timers, soonest first. */
  readonly pending: () => readonly number[]
}

type Waiting = { readonly dueMs: number; readonly run: () => void }

/** Timers for tests, with a clock that moves only by `advance`. */
export function createFakeTimers(startMs = 0): FakeTimers {
  let clockMs = startMs
  const waiting = new Set<Waiting>()
  // A Set keeps insertion order and sort is stable, so timers due at the same time run in the order they were set.
  const inOrder = () => [...waiting].sort((a, b) => a.dueMs - b.dueMs)
  return {
    now: () => clockMs,
    after(delayMs, run) {
      const timer = { dueMs: clockMs + Math.max(0, delayMs), run }
      waiting.add(timer)
      return () => {
        waiting.delete(timer)
      }
    },
    advance(byMs) {
      const untilMs = clockMs + byMs
      for (let [next] = inOrder(); next !== undefined && next.dueMs <= untilMs; [next] = inOrder()) {
        clockMs = next.dueMs
        waiting.delete(next)
        next.run()
      }
      clockMs = untilMs
    },
    pending: () => inOrder().map((timer) => timer.dueMs - clockMs),
  }
}
