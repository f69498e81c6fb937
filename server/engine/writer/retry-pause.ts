import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import type { Timers } from '#server/platform/timers.ts'

/** Pauses between commits that fail one after the other, so that a failing database is not called in a tight loop. */
export type RetryPause = {
  /** After a failed commit. The first one in a row is repeated at once, later ones after a growing pause. */
  readonly wait: () => Promise<void>
  /** Ends the current pause, if there is one. */
  readonly cutShort: () => void
  /** After a successful commit. */
  readonly reset: () => void
}

const pauses: Backoff = { freeFailures: 2, firstMs: 50, longestMs: 1000, resetAfterMs: 0 }

export function createRetryPause(timers: Pick<Timers, 'after'>): RetryPause {
  let failures = 0
  let end: (() => void) | undefined
  return {
    async wait() {
      failures += 1
      const pauseMs = backoffMs(failures, pauses)
      if (pauseMs === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = timers.after(pauseMs, resolve)
      end = resolve
      await promise
      end = undefined
      cancel()
    },
    cutShort: () => end?.(),
    reset() {
      failures = 0
    },
  }
}
