// Entry point of the live sockets: that of users and visitors, and that of operators, which share no topic and no login.
import { socketPath } from '#contract/live.ts'
import type { LiveParts } from '#server/live/live-parts.ts'
import { createLiveSocket, type LiveSocket } from '#server/live/live-socket.ts'
import type { Identity } from '#server/live/topic.ts'
import { createTopicRegistry } from '#server/live/topic-registry.ts'

export { createDeskLive, type DeskLive, type DeskLiveParts } from '#server/live/desk-live.ts'
export type { LiveLimits } from '#server/live/live-limits.ts'
export type { LiveParts, LiveSupport } from '#server/live/live-parts.ts'

export type Live = Pick<LiveSocket, 'attach' | 'closeIdle' | 'stop'> & {
  /** Logs out the sockets of a session that has ended. */
  readonly endSession: (sessionId: number) => void
}

export function createLive(parts: LiveParts): Live {
  const topics = createTopicRegistry(parts)
  const { authenticate, support, ...shared } = parts
  const socket = createLiveSocket({
    ...shared,
    path: socketPath,
    topics,
    async authenticate({ kind, token }): Promise<Identity | undefined> {
      if (kind === 'thread') {
        const visitor = await support.findVisitor(token)
        return visitor && { kind: 'visitor', ...visitor, key: visitorKey(visitor.threadId) }
      }
      const user = await authenticate(token)
      return user && { kind: 'user', userId: user.userId, key: sessionKey(user.sessionId) }
    },
  })
  const stops = [
    parts.onMarketEvent(topics.onMarketEvent),
    parts.onPastFilled(topics.onPastFilled),
    parts.onAccountChanged(topics.onAccountChanged),
    parts.onNoticesChanged(topics.onNoticesChanged),
    support.feed.onEnded((threadId) => socket.endLogin(visitorKey(threadId))),
  ]
  return {
    attach: socket.attach,
    closeIdle: socket.closeIdle,
    endSession: (sessionId) => socket.endLogin(sessionKey(sessionId)),
    async stop() {
      for (const stop of stops) stop()
      await socket.stop()
    },
  }
}

function sessionKey(sessionId: number): string {
  return `session:${sessionId}`
}

function visitorKey(threadId: number): string {
  return `visitor:${threadId}`
}
