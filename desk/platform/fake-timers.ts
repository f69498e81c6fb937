import type { Timers } from '#desk/platform/timers.ts'

export type FakeTimers = Timers & {
  readonly now: () => number
  /** Advances the time and runs due timers, the earliest first. */
  readonly advance: (ms: number) => void
  readonly pendingCount: () => number
}

/** Timers for tests. Time passes only through `advance`. */
export function createFakeTimers(startMs = 0): FakeTimers {
  let now = startMs
  let waiting: readonly { readonly at: number; readonly run: () => void }[] = []
  const earliest = () => waiting.toSorted((left, right) => left.at - right.at)[0]
  return {
    now: () => now,
    pendingCount: () => waiting.length,
    after(delayMs, run) {
      const entry = { at: now + delayMs, run }
      waiting = [...waiting, entry]
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    advance(ms) {
      const until = now + ms
      for (let next = earliest(); next !== undefined && next.at <= until; next = earliest()) {
        const due = next
        waiting = waiting.filter((other) => other !== due)
        now = due.at
        due.run()
      }
      now = until
    },
  }
}
