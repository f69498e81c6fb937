// A live WebSocket with its topics: admission, subscriptions, flushes and shutdown.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { readLanguage } from '#contract/headers.ts'
import { isUpgradeOf } from '#server/gateway/gateway.ts'
import { createAdmission } from '#server/live/admission.ts'
import { type Connection, createConnection } from '#server/live/connection.ts'
import { startFlushLoop } from '#server/live/flush-loop.ts'
import { type LiveLimits, liveLimits } from '#server/live/live-limits.ts'
import type { Credentials, LiveSocketParts } from '#server/live/live-parts.ts'
import type { SocketTopics } from '#server/live/socket-topics.ts'
import type { Identity } from '#server/live/topic.ts'
import { createUpgradeSockets } from '#server/live/upgrade-sockets.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'

export type LiveSocket = {
  readonly attach: (httpServer: Server) => void
  /** Terminates idle clients. Called every few seconds. */
  readonly closeIdle: () => void
  /** Logs out the sockets whose login has this key. */
  readonly endLogin: (key: string) => void
  /** Everyone who is logged in. */
  readonly identities: () => readonly Identity[]
  /** Closes all sockets and destroys those that do not answer in time. */
  readonly stop: () => Promise<void>
}

/** `authenticate` also gets the limit key of the client's address. */
type TopicParts = {
  readonly path: string
  readonly topics: SocketTopics
  readonly authenticate: (credentials: Credentials, address: string) => Promise<Identity | undefined>
}

export function createLiveSocket(parts: LiveSocketParts & TopicParts): LiveSocket {
  const { topics } = parts
  const limits = { ...liveLimits, ...parts.limits }
  const server = new WebSocketServer(serverOptions(limits))
  const admission = createAdmission({ ...parts, limits })
  const bucket = createTokenBuckets(limits.commands, parts.clock)
  const logins = createTokenBuckets(limits.logins, parts.clock)
  const addressLogins = createTokenBuckets(limits.loginsPerAddress, parts.clock)
  const upgrades = createUpgradeSockets(parts.timers)
  const connections = new Set<Connection>()
  const stopFlushing = startFlushLoop({ ...parts, limits, topics, connections })
  let socketNumber = 0
  server.on('headers', (headers, request) => {
    for (const [name, value] of Object.entries(parts.securityHeaders(request)))
      headers.push(`${name}: ${value}`)
  })
  // Invalid handshakes. The answer of `ws` would lack our headers.
  server.on('wsClientError', (_, stream, request) => {
    const version = { 'sec-websocket-version': '13' }
    upgrades.reject(stream, '400 Bad Request', { ...parts.securityHeaders(request), ...version })
  })

  function connect(socket: WebSocket, stream: Duplex, request: IncomingMessage, address: string): void {
    const closed = () => {
      logins.forget(key)
      connections.delete(connection)
      admission.remove(address)
      parts.metrics.sockets.dec()
    }
    const language = languageOf(request)
    const say = parts.translatorFor(language)
    const key = String(++socketNumber)
    const connection = createConnection({
      ...parts,
      socket,
      stream,
      language,
      say,
      limits,
      authenticate: (credentials) => parts.authenticate(credentials, address),
      key,
      bucket,
      mayLogIn: () => logins.take(key).ok && addressLogins.take(address).ok,
      onClosed: closed,
    })
    connections.add(connection)
    admission.add(address)
    parts.metrics.sockets.inc()
  }

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // Another socket of this server answers the upgrade.
    if (!isUpgradeOf(parts.path, request)) return
    upgrades.track(stream)
    const address = parts.limitKeyOf(request)
    const rejection = admission.rejectionStatus(request, address)
    if (rejection === undefined) {
      server.handleUpgrade(request, stream, head, (socket) => connect(socket, stream, request, address))
    } else upgrades.reject(stream, rejection, parts.securityHeaders(request))
  }

  return {
    attach: (httpServer) => void httpServer.on('upgrade', upgrade),
    closeIdle() {
      const idleSinceMs = parts.clock.elapsed() - limits.idleTimeoutMs
      for (const connection of connections) connection.closeIfIdleSince(idleSinceMs)
    },
    endLogin(key) {
      for (const connection of connections) connection.endLogin(key)
    },
    identities: () => [...connections].flatMap((connection) => connection.identity() ?? []),
    async stop() {
      admission.stop()
      stopFlushing()
      for (const connection of connections) connection.close()
      await upgrades.closeAll(limits.closeTimeoutMs)
    },
  }
}

/**
 * Compression takes ten times the CPU, and memory for every client. We send pongs ourselves to rate-limit them. Of each
 * socket one frame is handled per turn of the event loop, so that a burst of commands does not delay others.
 */
function serverOptions(limits: LiveLimits): ServerOptions & { readonly closeTimeout: number } {
  return {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    allowSynchronousEvents: false,
    maxPayload: limits.maxFrameBytes,
    maxFragments: limits.maxFragments,
    closeTimeout: limits.closeTimeoutMs,
  }
}

function languageOf(request: IncomingMessage) {
  const query = new URLSearchParams(request.url?.split('?', 2)[1] ?? '')
  return readLanguage(query.get('lang') ?? undefined)
}
