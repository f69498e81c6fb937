import type { Timers } from '#web/platform/timers.ts'

export type FakeTimers = Timers & {
  readonly now: () => number
  /** Moves the clock and runs what falls due on the way, in order; what those set up runs too when it is due. */
  readonly advance: (byMs: number) => void
  /** How long each waiting timer still has, soonest first. */
  readonly pending: () => readonly number[]
}

type Waiting = { readonly dueMs: number; readonly run: () => void }

/** Time for tests: it stands still until it is told to move. */
export function createFakeTimers(startMs = 0): FakeTimers {
  let clockMs = startMs
  const waiting = new Set<Waiting>()
  // A Set keeps the order of setting and sort is stable, so timers due at the same moment run first come, first served.
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
