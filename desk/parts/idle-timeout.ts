import type { Timers } from '#desk/platform/timers.ts'

export type AttentionParts = {
  readonly timers: Timers
  readonly now: () => number
  /** Nobody has been at the desk for too long. */
  readonly unattended: () => void
}

/** Whether somebody is at the desk, by the keys they press and the pointer they move. */
export type Attention = {
  readonly begin: () => void
  readonly stop: () => void
  readonly noticed: () => void
  readonly awayMs: () => number
}

/** What the screen shows of people must not stand there for longer than the server keeps an unused session. */
export const unattendedAfterMs = 30 * 60_000

export function createAttention({ timers, now, unattended }: AttentionParts): Attention {
  let noticedAt = now()
  let cancel: (() => void) | undefined
  const awayMs = () => now() - noticedAt

  function stop(): void {
    cancel?.()
    cancel = undefined
  }

  /** One timer that looks again when it was set too early, rather than one for every movement. */
  function look(): void {
    const leftMs = unattendedAfterMs - awayMs()
    if (leftMs > 0) cancel = timers.after(leftMs, look)
    else {
      stop()
      unattended()
    }
  }

  return {
    begin() {
      stop()
      noticedAt = now()
      look()
    },
    stop,
    noticed() {
      if (cancel === undefined) return
      // A machine that slept has slept through its timers, too: whoever wakes it up may be somebody else.
      if (awayMs() >= unattendedAfterMs) {
        stop()
        unattended()
      } else noticedAt = now()
    },
    awayMs,
  }
}
