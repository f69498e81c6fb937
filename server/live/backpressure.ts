import type { LiveLimits } from '#server/live/live-limits.ts'
import type { SocketWriter } from '#server/live/socket-writer.ts'
import type { Clock } from '#server/platform/clock.ts'

/** `behind`: too much is unsent to send more. `stuck`: the client has read nothing for too long. */
export type ClientSpeed = 'ready' | 'behind' | 'stuck'

export type BackpressureParts = {
  readonly writer: Pick<SocketWriter, 'unsentBytes'>
  readonly clock: Clock
  readonly limits: Pick<LiveLimits, 'slowAboveBytes' | 'stuckAfterMs'>
}

/** Back-pressure of one client. Once behind, it is ready again only when nothing is unsent. */
export function createBackpressure({ writer, clock, limits }: BackpressureParts): {
  readonly check: () => ClientSpeed
} {
  let isBehind = false
  let unsentBefore = 0
  let lastReadMs = 0
  return {
    check() {
      const unsent = writer.unsentBytes()
      if (unsent <= (isBehind ? 0 : limits.slowAboveBytes)) {
        isBehind = false
        return 'ready'
      }
      const nowMs = clock.elapsed()
      // A client that is behind gets no pushes, so fewer unsent bytes mean that it has read some.
      if (!isBehind || unsent < unsentBefore) lastReadMs = nowMs
      isBehind = true
      unsentBefore = unsent
      return nowMs - lastReadMs > limits.stuckAfterMs ? 'stuck' : 'behind'
    },
  }
}
