import type { CancelTimer, Timers } from '#web/platform/timers.ts'

export type SingleFlight = {
  /** Whoever asks while one is under way shares it. */
  readonly join: () => Promise<void>
  /** Gives up the one under way, whose answer would no longer be wanted, and begins another. */
  readonly restart: () => Promise<void>
}

/** One fetch at a time. `fly` must not do anything any more once its signal says so, nor reject. */
export function createSingleFlight(
  fly: (signal: AbortSignal) => Promise<void>,
  timers: Timers,
  longestMs: number,
): SingleFlight {
  let current: { readonly abort: () => void; readonly landed: Promise<void> } | undefined
  function start(): Promise<void> {
    const controller = new AbortController()
    const cancelTimeout: CancelTimer = timers.after(longestMs, () => {
      controller.abort(new DOMException('no answer in time', 'TimeoutError'))
    })
    const landed = fly(controller.signal).finally(() => {
      cancelTimeout()
      if (current?.landed === landed) current = undefined
    })
    current = { abort: () => controller.abort(), landed }
    return landed
  }
  return {
    join: () => current?.landed ?? start(),
    restart() {
      current?.abort()
      return start()
    },
  }
}

/** Given up for a newer one, which will say how it went; a timeout is a failure like any other. */
export function wasSuperseded({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === 'AbortError'
}
