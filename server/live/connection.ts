import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Say } from '#contract/outcome.ts'
import { handleCommand } from '#server/live/client-commands.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { LiveParts } from '#server/live/live-parts.ts'
import { createSession } from '#server/live/session.ts'
import { createSocketWriter } from '#server/live/socket-writer.ts'
import { createSubscriptions } from '#server/live/subscriptions.ts'
import type { TopicRegistry } from '#server/live/topic-registry.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'

/** One client, from its welcome to its end. */
export type Connection = {
  readonly flush: () => void
  readonly endSession: (sessionId: number) => void
  /** Lets go of a client that has said nothing since then, as a phone that lost its network does. */
  readonly closeIfIdleSince: (elapsedMs: number) => void
  readonly close: () => void
}

export type ConnectionParts = Pick<LiveParts, 'clock' | 'metrics' | 'log' | 'identify'> & {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly say: Say
  readonly limits: LiveLimits
  readonly topics: TopicRegistry
  /** What all of its frames together are counted under. */
  readonly key: string
  readonly bucket: TokenBuckets
  readonly mayLogIn: () => boolean
  readonly onClosed: () => void
}

const closing = { goingAway: 1001, policy: 1008 }

export function createConnection(parts: ConnectionParts): Connection {
  const { socket, clock, key, bucket } = parts
  const outlet = createSocketWriter(parts)
  const subscriptions = createSubscriptions({ ...parts, writer: outlet })
  const session = createSession({
    ...parts,
    answer: outlet.answer,
    onLoggedOut: subscriptions.removePrivate,
    onAbuse: () => socket.close(closing.policy),
  })
  const commandParts = { ...parts, answer: outlet.answer, session, subscriptions }
  let heardAtMs = clock.elapsed()

  /** Whether it may be heard. Control frames count like commands: answering them costs as much. */
  function mayBeHeard(): boolean {
    heardAtMs = clock.elapsed()
    if (!outlet.isOpen()) return false
    if (bucket.take(key).ok) return true
    socket.close(closing.policy)
    return false
  }
  socket.on('message', (data, isBinary) => {
    if (mayBeHeard()) handleCommand(isBinary ? '' : data.toString(), commandParts)
  })
  socket.on('ping', (data) => {
    if (mayBeHeard()) outlet.pong(data)
  })
  socket.on('pong', mayBeHeard)
  socket.on('close', () => {
    bucket.forget(key)
    subscriptions.removeAll()
    parts.onClosed()
  })
  // A broken frame or connection ends in `close`, which does all that is needed.
  socket.on('error', () => socket.terminate())

  return {
    flush: subscriptions.flush,
    endSession: session.end,
    closeIfIdleSince(elapsedMs) {
      if (heardAtMs < elapsedMs) socket.terminate()
    },
    close: () => socket.close(closing.goingAway),
  }
}
