import { createSingleFlight, wasSuperseded } from '#browser/platform/single-flight.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'

/** A fetch without an answer for this long has failed. */
export const fetchTimeoutMs = 15_000
/** The wait after a failed fetch. It doubles with each further failure. */
export const firstRetryMs = 2_000
const maxRetryMs = 30_000

export type Refetcher = {
  /** Fetches unless a fetch is running or waits for its retry. `apply` tells whether the running one was too early. */
  readonly fetchIfIdle: () => void
  /** Aborts a running fetch and starts another. Resolves when it has succeeded or failed. */
  readonly refresh: () => Promise<void>
  readonly stop: () => void
}

type Parts<Data> = {
  readonly timers: Timers
  readonly fetch: (signal: AbortSignal) => Promise<Data>
  /** Returns whether the data is complete. Incomplete data is fetched again at once, then with backoff. */
  readonly apply: (data: Data) => boolean
  readonly failed: () => void
}

/** One fetch at a time, repeated until it succeeds, because nothing else is certain to trigger another one. */
export function createRefetcher<Data>({ timers, fetch, apply, failed }: Parts<Data>): Refetcher {
  const flight = createSingleFlight(run, timers, fetchTimeoutMs)
  let isFetching = false
  let isStopped = false
  let failures = 0
  let cancelRetry: CancelTimer | undefined

  async function run(signal: AbortSignal): Promise<void> {
    isFetching = true
    cancelRetry?.()
    cancelRetry = undefined
    const result = await fetch(signal).then(
      (data) => ({ data }),
      () => undefined,
    )
    if (isStopped || wasSuperseded(signal)) return
    isFetching = false
    handleResult(result)
  }
  function handleResult(result: { readonly data: Data } | undefined): void {
    if (result === undefined) {
      failed()
      retryLater()
    } else if (apply(result.data)) failures = 0
    else if (failures > 0) retryLater()
    else {
      failures = 1
      void flight.restart()
    }
  }
  function retryLater(): void {
    cancelRetry = timers.after(
      Math.min(maxRetryMs, firstRetryMs * 2 ** failures),
      () => void flight.restart(),
    )
    failures += 1
  }
  return {
    fetchIfIdle() {
      if (!isFetching && cancelRetry === undefined) void flight.restart()
    },
    refresh: flight.restart,
    stop() {
      isStopped = true
      cancelRetry?.()
    },
  }
}
