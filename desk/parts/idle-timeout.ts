import type { Timers } from '#desk/platform/timers.ts'

export type IdleTimeoutOptions = {
  readonly timers: Timers
  readonly now: () => number
  /** Nobody has been at the desk for too long. */
  readonly onIdle: () => void
}

/** Whether somebody is at the desk, by the keys they press and the pointer they move. */
export type IdleTimeout = {
  readonly start: () => void
  readonly stop: () => void
  readonly recordActivity: () => void
  readonly idleMs: () => number
}

/** What the screen shows of people must not stand there for longer than the server keeps an unused session. */
export const idleTimeoutMs = 30 * 60_000

export function createIdleTimeout({ timers, now, onIdle: unattended }: IdleTimeoutOptions): IdleTimeout {
  let noticedAt = now()
  let cancel: (() => void) | undefined
  const awayMs = () => now() - noticedAt

  function stop(): void {
    cancel?.()
    cancel = undefined
  }

  /** One timer that looks again when it was set too early, rather than one for every movement. */
  function look(): void {
    const leftMs = idleTimeoutMs - awayMs()
    if (leftMs > 0) cancel = timers.after(leftMs, look)
    else {
      stop()
      unattended()
    }
  }

  return {
    start() {
      stop()
      noticedAt = now()
      look()
    },
    stop,
    recordActivity() {
      if (cancel === undefined) return
      // A machine that slept has slept through its timers, too: whoever wakes it up may be somebody else.
      if (awayMs() >= idleTimeoutMs) {
        stop()
        unattended()
      } else noticedAt = now()
    },
    idleMs: awayMs,
  }
}
