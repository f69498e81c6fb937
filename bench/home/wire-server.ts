// A server that speaks as much of the wire as the measured screens hear, at 500 ticks a second. Two sockets tell of the
// same ticks: one as the real server does, gathered over 250 ms, the other one message for each.
import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'
import { createMovingMarkets } from '#bench/home/moving-markets.ts'
import { cmds, dayMarketTopic, type FrameStamp, type QuoteRow, socketPath } from '#contract/live.ts'

export const ticksPerSecond = 500
export const eachTickPath = '/each-tick'
const beatMs = 10
const gatherMs = 250

export type WireServer = {
  readonly address: string
  /** How many ticks there have been so far. */
  readonly ticks: () => number
  /** From now on nothing moves, or everything does again. */
  readonly move: (isMoving: boolean) => void
  readonly stop: () => Promise<void>
}

/** For somebody who is logged in. */
export type Further = {
  readonly calls: Readonly<Record<string, () => unknown>>
  /** What else is pushed as often as prices are, to whoever has asked for it. */
  readonly pushes: Readonly<Record<string, () => unknown>>
}

/** Serves the pages of `apps`, each under its name; the one named "" is the app itself. */
export async function startWireServer(
  apps: Readonly<Record<string, string>>,
  further: Further = { calls: {}, pushes: {} },
): Promise<WireServer> {
  const markets = createMovingMarkets()
  const calls: Readonly<Record<string, () => unknown>> = {
    ...further.calls,
    '/v1/api/forex/trade_list': markets.tradeList,
    '/v1/api/forex/getCategories': markets.categories,
    '/v1/api/forex/abbreviated_cache_kline': markets.sparklines,
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const call = calls[pathname]
    if (call === undefined) sendFile(apps, pathname, response)
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(envelope(call())))
  })
  const sockets = new WebSocketServer({ server })
  const gathering = new Map<WebSocket, Set<string>>()
  const eachTick = new Set<WebSocket>()
  sockets.on('connection', (socket, request) => {
    const topics = new Set<string>()
    if (request.url?.startsWith(socketPath)) gathering.set(socket, topics)
    else eachTick.add(socket)
    socket.on('message', (data) => answer(socket, JSON.parse(String(data)), { ...markets, stamp }, topics))
    socket.on('close', () => {
      gathering.delete(socket)
      eachTick.delete(socket)
    })
  })

  let isMoving = true
  let count = 0
  let gathered = new Map<number, QuoteRow>()
  const startedAt = performance.now()
  /** Ticks between two pushes are left out of the sequence: no frame may run ahead of the rows. */
  let sentCount = 0
  function stamp(): FrameStamp {
    return { QuoteSeq: sentCount, Now: Date.now() }
  }
  const beat = setInterval(() => {
    // By the clock and not by the beats, which come late on a busy machine.
    const due = ((performance.now() - startedAt) * ticksPerSecond) / 1000
    while (count < due) {
      count += 1
      if (!isMoving) continue
      const row = markets.tick()
      gathered.set(row.Id, row)
      for (const socket of eachTick) socket.send(push(dayMarketTopic, [row], stamp()))
    }
  }, beatMs)
  const gather = setInterval(() => {
    if (!isMoving) return
    sentCount = count
    const pushes = { ...further.pushes, [dayMarketTopic]: () => [...gathered.values()] }
    const frames = Object.entries(pushes).map(([topic, data]) => ({
      topic,
      text: push(topic, data(), stamp()),
    }))
    for (const [socket, topics] of gathering)
      for (const { topic, text } of frames) if (topics.has(topic)) socket.send(text)
    gathered = new Map()
  }, gatherMs)

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ticks: () => count,
    move(next) {
      isMoving = next
    },
    async stop() {
      clearInterval(beat)
      clearInterval(gather)
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type Shown = { readonly rows: () => readonly QuoteRow[]; readonly stamp: () => FrameStamp }
type Said = { readonly cmd: string; readonly topic?: string }

function answer(
  socket: WebSocket,
  { cmd, topic = '' }: Said,
  { rows, stamp }: Shown,
  topics: Set<string>,
): void {
  if (cmd === 'ping') socket.send(JSON.stringify({ cmd: cmds.pong, ...stamp() }))
  if (cmd === 'unsub') topics.delete(topic)
  if (cmd === 'login') socket.send(JSON.stringify({ cmd, code: 1 }))
  if (cmd !== 'sub') return
  socket.send(JSON.stringify({ cmd, topic, code: 1 }))
  if (topic === dayMarketTopic)
    socket.send(JSON.stringify({ topic, data: rows(), snapshot: true, ...stamp() }))
  topics.add(topic)
}

function push(topic: string, data: unknown, stamp: FrameStamp): string {
  return JSON.stringify({ topic, data, ...stamp })
}

function envelope(data: unknown) {
  return { code: 1, msg: '', data }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

function sendFile(apps: Readonly<Record<string, string>>, pathname: string, response: ServerResponse): void {
  const [, first = ''] = pathname.split('/')
  const name = first in apps ? first : ''
  const wanted = join(apps[name] ?? '', name === '' ? pathname : pathname.slice(name.length + 1))
  const isFile = existsSync(wanted) && statSync(wanted).isFile()
  const file = isFile ? wanted : join(apps[name] ?? '', 'index.html')
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  createReadStream(file).pipe(response)
}
