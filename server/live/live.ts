// The live WebSocket: admission, subscriptions, flushes and shutdown.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { readLanguage } from '#contract/headers.ts'
import { createAdmission } from '#server/live/admission.ts'
import { type Connection, createConnection } from '#server/live/connection.ts'
import { startFlushLoop } from '#server/live/flush-loop.ts'
import { type LiveLimits, liveLimits } from '#server/live/live-limits.ts'
import type { LiveParts } from '#server/live/live-parts.ts'
import { createTopicRegistry } from '#server/live/topic-registry.ts'
import { createUpgradeSockets } from '#server/live/upgrade-sockets.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'

export type { LiveLimits } from '#server/live/live-limits.ts'
export type { LiveParts } from '#server/live/live-parts.ts'

export type Live = {
  readonly attach: (httpServer: Server) => void
  /** Terminates idle clients. Called every few seconds. */
  readonly closeIdle: () => void
  /** Logs out the sockets of a session that has ended. */
  readonly endSession: (sessionId: number) => void
  /** Closes all sockets and destroys those that do not answer in time. */
  readonly stop: () => Promise<void>
}

export function createLive(parts: LiveParts): Live {
  const limits = { ...liveLimits, ...parts.limits }
  const server = new WebSocketServer(serverOptions(limits))
  const admission = createAdmission({ ...parts, limits })
  const bucket = createTokenBuckets(limits.commands, parts.clock)
  const logins = createTokenBuckets(limits.logins, parts.clock)
  const addressLogins = createTokenBuckets(limits.loginsPerAddress, parts.clock)
  const upgrades = createUpgradeSockets(parts.timers)
  const topics = createTopicRegistry(parts)
  const connections = new Set<Connection>()
  const stopMarketEvents = parts.onMarketEvent(topics.onMarketEvent)
  const stopPastFills = parts.onPastFilled(topics.onPastFilled)
  const stopAccountChanges = parts.onAccountChanged(topics.onAccountChanged)
  const stopNotices = parts.onNoticesChanged(topics.onNoticesChanged)
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
      parts.metrics.sockets.set(admission.count())
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
      topics,
      key,
      bucket,
      mayLogIn: () => logins.take(key).ok && addressLogins.take(address).ok,
      onClosed: closed,
    })
    connections.add(connection)
    admission.add(address)
    parts.metrics.sockets.set(admission.count())
  }

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
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
    endSession(sessionId) {
      for (const connection of connections) connection.endSession(sessionId)
    },
    async stop() {
      admission.stop()
      stopMarketEvents()
      stopPastFills()
      stopAccountChanges()
      stopNotices()
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
