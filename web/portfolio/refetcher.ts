import { createSingleFlight, wasSuperseded } from '#web/platform/single-flight.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'

/** After this long without an answer a fetch counts as failed. */
export const fetchTimeoutMs = 15_000
/** What could not be fetched is fetched again after this long, and not sooner; then twice as late each time. */
export const firstRetryMs = 2_000
const longestRetryMs = 30_000

export type Refetcher = {
  /** There is something newer. What is under way may be of before: it lands, and then it is fetched once more. */
  readonly invalidate: () => void
  /** At once, giving up what is under way. Resolves when it is known how it went. */
  readonly refresh: () => Promise<void>
  readonly stop: () => void
}

type Parts<Read> = {
  readonly timers: Timers
  readonly fetch: (signal: AbortSignal) => Promise<Read>
  /** Whether it is whole. What is not is read again at once, but not for ever. */
  readonly take: (read: Read) => boolean
  readonly failed: () => void
}

/** Fetches whenever it is wanted, one at a time, and by itself until it succeeds: nobody else may ever ask again. */
export function createRefetcher<Read>({ timers, fetch, take, failed }: Parts<Read>): Refetcher {
  const flight = createSingleFlight(fly, timers, fetchTimeoutMs)
  let isFlying = false
  let isWanted = false
  let isOver = false
  let failures = 0
  let cancelRetry: CancelTimer | undefined

  async function fly(signal: AbortSignal): Promise<void> {
    isFlying = true
    isWanted = false
    cancelRetry?.()
    cancelRetry = undefined
    const read = await fetch(signal).then(
      (value) => ({ value }),
      () => undefined,
    )
    if (isOver || wasSuperseded(signal)) return
    isFlying = false
    land(read)
  }
  function land(read: { readonly value: Read } | undefined): void {
    if (read === undefined) {
      failed()
      retryLater()
    } else if (take(read.value)) {
      failures = 0
      if (isWanted) want()
    } else if (failures > 0) retryLater()
    else {
      failures = 1
      void flight.restart()
    }
  }
  function retryLater(): void {
    cancelRetry = timers.after(
      Math.min(longestRetryMs, firstRetryMs * 2 ** failures),
      () => void flight.restart(),
    )
    failures += 1
  }
  function want(): void {
    if (isFlying) isWanted = true
    else if (cancelRetry === undefined) void flight.restart()
  }
  return {
    invalidate: want,
    refresh: flight.restart,
    stop() {
      isOver = true
      cancelRetry?.()
    },
  }
}
