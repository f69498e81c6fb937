import type { LiveLimits } from '#server/live/live-limits.ts'
import type { Outlet } from '#server/live/socket-writer.ts'
import type { Clock } from '#server/platform/clock.ts'

/** `behind`: it reads too slowly to be sent more. `stuck`: it has not read anything for too long. */
export type Pace = 'ready' | 'behind' | 'stuck'

export type PaceParts = {
  readonly outlet: Pick<Outlet, 'unread'>
  readonly clock: Clock
  readonly limits: Pick<LiveLimits, 'mostUnreadBytes' | 'stuckMs'>
}

/** How fast one client reads. Once behind it counts as ready only when nothing is left unsent. */
export function createPace({ outlet, clock, limits }: PaceParts): { readonly look: () => Pace } {
  let isBehind = false
  let unreadBefore = 0
  let tookAtMs = 0
  return {
    look() {
      const unread = outlet.unread()
      if (unread <= (isBehind ? 0 : limits.mostUnreadBytes)) {
        isBehind = false
        return 'ready'
      }
      const nowMs = clock.elapsed()
      // Nothing is pushed to one who is behind, so whenever less is left the client has taken something.
      if (!isBehind || unread < unreadBefore) tookAtMs = nowMs
      isBehind = true
      unreadBefore = unread
      return nowMs - tookAtMs > limits.stuckMs ? 'stuck' : 'behind'
    },
  }
}
