import type { Clock } from '#server/platform/clock.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

/** When the rows of a replay are due. */
export type ReplayClock = {
  /** This instant is time 0. Only the first call counts. */
  readonly begin: () => void
  readonly hasBegun: () => boolean
  /** Resolves when a row is due; what is overdue already is due at once. Never resolves once stopped. */
  readonly waitUntil: (atMs: number) => Promise<void>
  /** The time of a row that plays now: when it was due, or now if that is past. It never runs backwards. */
  readonly timestampOf: (atMs: number) => number
  readonly stop: () => void
}

/** A real timer cannot wait for longer than 24 days. */
const longestWaitMs = 3_600_000
/** A timer that runs a little late does not make a row overdue. */
const punctualMs = 1000

export function createReplayClock(speed: number, clock: Clock, timers: Timers): ReplayClock {
  let zeroMs: number | undefined
  let lastMs = 0
  let isStopped = false
  let cancel: CancelTimer = () => undefined
  const dueMs = (atMs: number) => (zeroMs === undefined ? clock.now() : Math.round(zeroMs + atMs / speed))
  return {
    begin() {
      zeroMs ??= clock.now()
    },
    hasBegun: () => zeroMs !== undefined,
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
