import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { readLanguage } from '#contract/headers.ts'
import { answerCommand } from '#server/live/answer-command.ts'
import { isOriginAllowed } from '#server/live/origin.ts'
import { createRawSockets } from '#server/live/raw-sockets.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Words } from '#server/platform/words.ts'

export type LiveParts = {
  readonly clock: Clock
  readonly metrics: Metrics
  readonly words: Words
  readonly webOrigins: readonly string[]
  readonly limitKeyOf: (request: IncomingMessage) => string
}

/**
 * Commands are a few dozen bytes; a client pings every 5 s, in a hidden tab once a minute; it reads what it asked for;
 * a person has a few tabs. Beyond these it is abuse.
 */
const longestFrameBytes = 4096
const mostUnreadBytes = 64 * 1024
const quietestMs = 120_000
const mostSockets = 10_000
const mostPerAddress = 50
const commands = { perSecond: 50, burst: 200 }
const closing = { goingAway: 1001, policy: 1008 }
const goodbyeMs = 1000

/** The live socket: who may connect, what they may send, and when they are let go. */
export function createLive(parts: LiveParts) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: longestFrameBytes,
    perMessageDeflate: false,
  })
  const limit = createTokenBuckets(commands, parts.clock)
  const heardAtMs = new Map<WebSocket, number>()
  const countOf = new Map<string, number>()
  const raw = createRawSockets()
  let socketNumber = 0
  let stopping = false

  function welcome(socket: WebSocket, request: IncomingMessage, address: string): void {
    const key = String(++socketNumber)
    const query = new URLSearchParams(request.url?.split('?', 2)[1] ?? '')
    const say = parts.words(readLanguage(query.get('lang') ?? undefined))
    heardAtMs.set(socket, parts.clock.elapsed())
    countOf.set(address, (countOf.get(address) ?? 0) + 1)
    parts.metrics.sockets.set(heardAtMs.size)
    socket.on('message', (data, isBinary) => {
      heardAtMs.set(socket, parts.clock.elapsed())
      if (!limit.take(key).ok) return socket.close(closing.policy)
      if (socket.bufferedAmount > mostUnreadBytes) return socket.terminate()
      return socket.send(JSON.stringify(answerCommand(isBinary ? '' : data.toString(), say)))
    })
    socket.on('close', () => {
      limit.forget(key)
      forget(socket, address)
    })
    // A broken frame or connection ends in `close`, which does all that is needed.
    socket.on('error', () => socket.terminate())
  }

  function forget(socket: WebSocket, address: string): void {
    heardAtMs.delete(socket)
    const left = (countOf.get(address) ?? 1) - 1
    if (left === 0) countOf.delete(address)
    else countOf.set(address, left)
    parts.metrics.sockets.set(heardAtMs.size)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    raw.take(socket)
    const address = parts.limitKeyOf(request)
    const refusal = refusalOf(request, address)
    if (refusal === undefined) {
      server.handleUpgrade(request, socket, head, (opened) => welcome(opened, request, address))
    } else raw.refuse(socket, refusal)
  }

  function refusalOf(request: IncomingMessage, address: string): string | undefined {
    if (stopping) return '503 Service Unavailable'
    if (!isOriginAllowed(request.headers, parts.webOrigins)) return '403 Forbidden'
    if (heardAtMs.size >= mostSockets) return '503 Service Unavailable'
    if ((countOf.get(address) ?? 0) >= mostPerAddress) return '429 Too Many Requests'
    return undefined
  }

  return {
    attach(httpServer: Server): void {
      httpServer.on('upgrade', upgrade)
    },
    /** Lets go of sockets whose client has gone silent, as a phone that lost its network does. */
    dropQuiet(): void {
      const longAgoMs = parts.clock.elapsed() - quietestMs
      for (const [socket, atMs] of heardAtMs) if (atMs < longAgoMs) socket.terminate()
    },
    /** Says goodbye to everyone; whoever does not answer within a second is cut off. */
    async stop(): Promise<void> {
      stopping = true
      for (const socket of heardAtMs.keys()) socket.close(closing.goingAway)
      await raw.closeAll(goodbyeMs)
    },
  }
}

export type Live = ReturnType<typeof createLive>
