import { createSingleFlight, isReplaced } from '#web/platform/single-flight.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'

/** After this long without an answer a fetch counts as failed. */
export const longestFetchMs = 15_000
/** What could not be fetched is fetched again after this long, and not sooner; then twice as late each time. */
export const retryMs = 2_000
const longestRetryMs = 30_000

export type KeptFetching = {
  /** There is something newer. What is under way may be of before: it lands, and then it is fetched once more. */
  readonly want: () => void
  /** At once, giving up what is under way. Resolves when it is known how it went. */
  readonly refresh: () => Promise<void>
  readonly end: () => void
}

type Parts<Read> = {
  readonly timers: Timers
  readonly fetch: (signal: AbortSignal) => Promise<Read>
  /** Whether it is whole. What is not is read again at once, but not for ever. */
  readonly take: (read: Read) => boolean
  readonly failed: () => void
}

/** Fetches whenever it is wanted, one at a time, and by itself until it succeeds: nobody else may ever ask again. */
export function keepFetching<Read>({ timers, fetch, take, failed }: Parts<Read>): KeptFetching {
  const flight = createSingleFlight(fly, timers, longestFetchMs)
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
    if (isOver || isReplaced(signal)) return
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
    cancelRetry = timers.after(Math.min(longestRetryMs, retryMs * 2 ** failures), () => void flight.restart())
    failures += 1
  }
  function want(): void {
    if (isFlying) isWanted = true
    else if (cancelRetry === undefined) void flight.restart()
  }
  return {
    want,
    refresh: flight.restart,
    end() {
      isOver = true
      cancelRetry?.()
    },
  }
}
