import type { Timers } from '#browser/platform/timers.ts'

export type IdleTimeoutOptions = {
  readonly timers: Timers
  readonly now: () => number
  /** Called after `idleTimeoutMs` without activity. */
  readonly onIdle: () => void
}

/** Detects an idle operator by keyboard and pointer activity. */
export type IdleTimeout = {
  readonly start: () => void
  readonly stop: () => void
  readonly recordActivity: () => void
  readonly idleMs: () => number
}

/** The server ends an unused session after the same time. Personal data must not stay on screen longer. */
export const idleTimeoutMs = 30 * 60_000

export function createIdleTimeout({ timers, now, onIdle }: IdleTimeoutOptions): IdleTimeout {
  let lastActivityMs = now()
  let cancel: (() => void) | undefined
  const idleMs = () => now() - lastActivityMs

  function stop(): void {
    cancel?.()
    cancel = undefined
  }

  /** One timer that is restarted when it fires, instead of a new timer for every key press or pointer move. */
  function check(): void {
    const leftMs = idleTimeoutMs - idleMs()
    if (leftMs > 0) cancel = timers.after(leftMs, check)
    else {
      stop()
      onIdle()
    }
  }

  return {
    start() {
      stop()
      lastActivityMs = now()
      check()
    },
    stop,
    recordActivity() {
      if (cancel === undefined) return
      // Timers do not run while the computer sleeps, and another person may have woken it up.
      if (idleMs() >= idleTimeoutMs) {
        stop()
        onIdle()
      } else lastActivityMs = now()
    },
    idleMs,
  }
}
