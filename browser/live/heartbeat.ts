import type { CancelTimer, Timers } from '#browser/platform/timers.ts'

export type HeartbeatParts = {
  readonly timers: Timers
  readonly sendPing: () => void
  /** A ping is due while the previous one is unanswered. */
  readonly pingMissed: () => void
  /** The server does not answer, even if the socket still counts as open. */
  readonly connectionDead: () => void
}

export type Heartbeat = {
  readonly start: () => void
  readonly pong: () => void
  /** Pings now with a short timeout, for example when the page has just become visible. */
  readonly check: () => void
  readonly stop: () => void
}

/** Pings every 5 s and gives up after 3 unanswered pings. A check must be answered within 2 s. */
export const heartbeatBounds = { pingEveryMs: 5_000, maxUnanswered: 3, checkMs: 2_000 } as const

export function createHeartbeat({ timers, sendPing, pingMissed, connectionDead }: HeartbeatParts): Heartbeat {
  let unanswered = 0
  let cancelPing: CancelTimer | undefined
  let cancelCheck: CancelTimer | undefined

  function ping(): void {
    if (unanswered > 0) pingMissed()
    if (unanswered < heartbeatBounds.maxUnanswered) {
      unanswered += 1
      sendPing()
      cancelPing = timers.after(heartbeatBounds.pingEveryMs, ping)
    } else connectionDead() // The last ping, too, has been unanswered for five seconds.
  }
  function endCheck(): void {
    cancelCheck?.()
    cancelCheck = undefined
  }
  return {
    start() {
      cancelPing = timers.after(heartbeatBounds.pingEveryMs, ping)
    },
    pong() {
      unanswered = 0
      endCheck()
    },
    check() {
      if (cancelCheck !== undefined) return
      sendPing()
      cancelCheck = timers.after(heartbeatBounds.checkMs, connectionDead)
    },
    stop() {
      cancelPing?.()
      endCheck()
    },
  }
}
