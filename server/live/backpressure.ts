import type { LiveLimits } from '#server/live/live-limits.ts'
import type { SocketWriter } from '#server/live/socket-writer.ts'
import type { Clock } from '#server/platform/clock.ts'

/** `behind`: it reads too slowly to be sent more. `stuck`: it has not read anything for too long. */
export type ClientSpeed = 'ready' | 'behind' | 'stuck'

export type BackpressureParts = {
  readonly writer: Pick<SocketWriter, 'unread'>
  readonly clock: Clock
  readonly limits: Pick<LiveLimits, 'mostUnreadBytes' | 'stuckMs'>
}

/** How fast one client reads. Once behind it counts as ready only when nothing is left unsent. */
export function createBackpressure({ writer: outlet, clock, limits }: BackpressureParts): {
  readonly look: () => ClientSpeed
} {
  let isBehind = false
  let unreadBefore = 0
  let tookAtMs = 0
  return {
    look() {
      const unread = outlet.unsentBytes()
      if (unread <= (isBehind ? 0 : limits.slowAboveBytes)) {
        isBehind = false
        return 'ready'
      }
      const nowMs = clock.elapsed()
      // Nothing is pushed to one who is behind, so whenever less is left the client has taken something.
      if (!isBehind || unread < unreadBefore) tookAtMs = nowMs
      isBehind = true
      unreadBefore = unread
      return nowMs - tookAtMs > limits.stuckAfterMs ? 'stuck' : 'behind'
    },
  }
}
