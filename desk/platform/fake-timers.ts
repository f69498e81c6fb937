import type { Timers } from '#desk/platform/timers.ts'

export type HandTimers = Timers & {
  readonly now: () => number
  /** Moves the time and runs what falls due on the way, the earliest first. */
  readonly pass: (ms: number) => void
  readonly count: () => number
}

/** Time for tests, moved by hand. */
export function createHandTimers(startMs = 0): HandTimers {
  let now = startMs
  let waiting: readonly { readonly at: number; readonly run: () => void }[] = []
  const earliest = () => waiting.toSorted((left, right) => left.at - right.at)[0]
  return {
    now: () => now,
    count: () => waiting.length,
    after(delayMs, run) {
      const entry = { at: now + delayMs, run }
      waiting = [...waiting, entry]
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    pass(ms) {
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
