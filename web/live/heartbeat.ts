import type { CancelTimer, Timers } from '#web/platform/timers.ts'

export type HeartbeatParts = {
  readonly timers: Timers
  readonly sendPing: () => void
  /** A ping is due while the one before it has had no answer. */
  readonly pingMissed: () => void
  /** The other side is gone, whatever the socket says. */
  readonly connectionDead: () => void
}

export type Heartbeat = {
  readonly start: () => void
  readonly pong: () => void
  /** Asks now and does not wait long: the page has just come back from the dark. */
  readonly check: () => void
  readonly stop: () => void
}

/** Ping every 5 s, reconnect after 3 unanswered pings. A check is answered sooner or not at all. */
export const heartbeatBounds = { pingEveryMs: 5_000, maxUnanswered: 3, checkMs: 2_000 } as const

export function createHeartbeat({
  timers,
  sendPing,
  pingMissed: missed,
  connectionDead: dead,
}: HeartbeatParts): Heartbeat {
  let unanswered = 0
  let cancelBeat: CancelTimer | undefined
  let cancelCheck: CancelTimer | undefined

  function beat(): void {
    if (unanswered > 0) missed()
    if (unanswered < heartbeatBounds.maxUnanswered) {
      unanswered += 1
      sendPing()
      cancelBeat = timers.after(heartbeatBounds.pingEveryMs, beat)
    } else dead() // The last ping too has had its five seconds by now.
  }
  function endCheck(): void {
    cancelCheck?.()
    cancelCheck = undefined
  }
  return {
    start() {
      cancelBeat = timers.after(heartbeatBounds.pingEveryMs, beat)
    },
    pong() {
      unanswered = 0
      endCheck()
    },
    check() {
      if (cancelCheck !== undefined) return
      sendPing()
      cancelCheck = timers.after(heartbeatBounds.checkMs, dead)
    },
    stop() {
      cancelBeat?.()
      endCheck()
    },
  }
}
