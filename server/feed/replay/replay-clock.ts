import type { Clock } from '#server/platform/clock.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

/** Schedules the rows of a replay at its speed. */
export type ReplayClock = {
  /** Sets time 0 of the replay to the current time. Only the first call counts. */
  readonly start: () => void
  readonly hasStarted: () => boolean
  /** Resolves when a row is due, immediately if it is overdue. Never resolves once stopped. */
  readonly waitUntil: (atMs: number) => Promise<void>
  /** Timestamp of a row emitted now: its due time, or the current time if it is overdue. Never decreases. */
  readonly timestampOf: (atMs: number) => number
  readonly stop: () => void
}

/** Well below the 24 days that a Node.js timer can wait. */
const longestWaitMs = 3_600_000
/** Tolerance for late timers: a row within it is not overdue. */
const punctualMs = 1000

export function createReplayClock(speed: number, clock: Clock, timers: Timers): ReplayClock {
  let zeroMs: number | undefined
  let lastMs = 0
  let isStopped = false
  let cancel: CancelTimer = () => undefined
  const dueMs = (atMs: number) => (zeroMs === undefined ? clock.now() : Math.round(zeroMs + atMs / speed))
  return {
    start() {
      zeroMs ??= clock.now()
    },
    hasStarted: () => zeroMs !== undefined,
    async waitUntil(atMs) {
      for (let leftMs = dueMs(atMs) - clock.now(); leftMs > 0; leftMs = dueMs(atMs) - clock.now()) {
        const waitMs = Math.min(leftMs, longestWaitMs)
        await new Promise<void>((resolve) => {
          if (!isStopped) cancel = timers.after(waitMs, resolve)
        })
      }
    },
    timestampOf(atMs) {
      const isPunctual = clock.now() - dueMs(atMs) <= punctualMs
      lastMs = Math.max(lastMs, isPunctual ? dueMs(atMs) : clock.now())
      return lastMs
    },
    stop() {
      isStopped = true
      cancel()
    },
  }
}
