import type { Clock } from '#server/platform/clock.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

/** Schedules the rows of a replay at its speed. */
export type ReplayClock = {
  /** Sets time 0 of the replay to the current time. Only the first call counts. Later steps of the clock do not. */
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
  /** On the monotonic clock, so that a clock set ahead does not make all rows due at once. */
  let zeroMs: number | undefined
  /** What the monotonic clock lacks to the time of day. */
  let offsetMs = 0
  let lastMs = 0
  let isStopped = false
  let cancel: CancelTimer = () => undefined
  const dueMs = (atMs: number) => (zeroMs === undefined ? clock.elapsed() : zeroMs + atMs / speed)
  const leftUntil = (atMs: number) => Math.ceil(dueMs(atMs) - clock.elapsed())

  /** Kept while the clocks agree, so that timestamps are exactly as far apart as the rows. */
  function currentOffset(): number {
    const nowOffsetMs = clock.now() - clock.elapsed()
    if (Math.abs(nowOffsetMs - offsetMs) > punctualMs) offsetMs = nowOffsetMs
    return offsetMs
  }
  return {
    start() {
      zeroMs ??= clock.elapsed()
    },
    hasStarted: () => zeroMs !== undefined,
    async waitUntil(atMs) {
      for (let leftMs = leftUntil(atMs); leftMs > 0; leftMs = leftUntil(atMs)) {
        const waitMs = Math.min(leftMs, longestWaitMs)
        await new Promise<void>((resolve) => {
          if (!isStopped) cancel = timers.after(waitMs, resolve)
        })
      }
    },
    timestampOf(atMs) {
      const dueAtMs = Math.round(dueMs(atMs) + currentOffset())
      const nowMs = clock.now()
      lastMs = Math.max(lastMs, nowMs - dueAtMs <= punctualMs ? dueAtMs : nowMs)
      return lastMs
    },
    stop() {
      isStopped = true
      cancel()
    },
  }
}
