import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Say } from '#contract/outcome.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { handleCommand } from '#server/live/client-commands.ts'
import { createCommandQueue } from '#server/live/command-queue.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { Authenticate, LiveSocketParts } from '#server/live/live-parts.ts'
import { createSession } from '#server/live/session.ts'
import type { SocketTopics } from '#server/live/socket-topics.ts'
import { createSocketWriter } from '#server/live/socket-writer.ts'
import { createSubscriptions } from '#server/live/subscriptions.ts'
import type { Identity } from '#server/live/topic.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'

/** One client socket. */
export type Connection = {
  readonly flush: () => void
  readonly endLogin: (key: string) => void
  readonly identity: () => Identity | undefined
  /** Terminates a client that has sent no frame since this time, such as a phone that lost its network. */
  readonly closeIfIdleSince: (elapsedMs: number) => void
  readonly close: () => void
}

export type ConnectionParts = Pick<LiveSocketParts, 'clock' | 'metrics' | 'log'> & {
  readonly authenticate: Authenticate
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly language: LanguageCode
  readonly say: Say
  readonly limits: LiveLimits
  readonly topics: SocketTopics
  /** Key of the token bucket that limits the frames of this socket. */
  readonly key: string
  readonly bucket: TokenBuckets
  readonly mayLogIn: () => boolean
  readonly onClosed: () => void
}

const closeCodes = { goingAway: 1001, policy: 1008 }

export function createConnection(parts: ConnectionParts): Connection {
  const { socket, clock, key, bucket } = parts
  const writer = createSocketWriter(parts)
  const subscriptions = createSubscriptions({ ...parts, writer })
  const onAbuse = () => socket.close(closeCodes.policy)
  const session = createSession({
    ...parts,
    answer: writer.answer,
    onLoggedOut: subscriptions.removePrivate,
    onAbuse,
  })
  const queue = createCommandQueue({ ...parts, isOpen: writer.isOpen, onAbuse })
  const commandContext = { ...parts, answer: writer.answer, queue, session, subscriptions }
  let lastFrameMs = clock.elapsed()

  /** Ping and pong frames count like commands, because handling them costs as much. */
  function acceptFrame(): boolean {
    lastFrameMs = clock.elapsed()
    if (!writer.isOpen()) return false
    if (bucket.take(key).ok) return true
    onAbuse()
    return false
  }
  socket.on('message', (data, isBinary) => {
    if (acceptFrame()) handleCommand(isBinary ? '' : data.toString(), commandContext)
  })
  socket.on('ping', (data) => {
    if (acceptFrame()) writer.pong(data)
  })
  socket.on('pong', acceptFrame)
  socket.on('close', () => {
    bucket.forget(key)
    subscriptions.removeAll()
    parts.onClosed()
  })
  // Terminating emits `close`, which cleans up.
  socket.on('error', () => socket.terminate())

  return {
    flush: subscriptions.flush,
    endLogin: session.end,
    identity: session.identity,
    closeIfIdleSince(elapsedMs) {
      if (lastFrameMs < elapsedMs) socket.terminate()
    },
    close: () => socket.close(closeCodes.goingAway),
  }
}
