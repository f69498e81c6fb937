import type { CancelTimer, Timers } from '#browser/platform/timers.ts'

export type SingleFlight = {
  /** Starts a fetch, or joins the running one. */
  readonly join: () => Promise<void>
  /** Aborts the running fetch and starts another. */
  readonly restart: () => Promise<void>
}

/** One fetch at a time. `fetch` must not reject, and must have no effect after its signal is aborted. */
export function createSingleFlight(
  fetch: (signal: AbortSignal) => Promise<void>,
  timers: Timers,
  timeoutMs: number,
): SingleFlight {
  let current: { readonly abort: () => void; readonly done: Promise<void> } | undefined
  function start(): Promise<void> {
    const controller = new AbortController()
    const cancelTimeout: CancelTimer = timers.after(timeoutMs, () => {
      controller.abort(new DOMException('no answer in time', 'TimeoutError'))
    })
    const done = fetch(controller.signal).finally(() => {
      cancelTimeout()
      if (current?.done === done) current = undefined
    })
    current = { abort: () => controller.abort(), done }
    return done
  }
  return {
    join: () => current?.done ?? start(),
    restart() {
      current?.abort()
      return start()
    },
  }
}

/** True if `restart` aborted the fetch: its new fetch reports the result. False for a timeout, which is a failure. */
export function wasSuperseded({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === 'AbortError'
}
