// A fake server with the calls and topics of the measured screens, at 500 ticks a second. One of its sockets merges the
// ticks of 250 ms into one message, like the real server. The other sends one message per tick.
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
const tickEveryMs = 10
const flushEveryMs = 250

export type WireServer = {
  readonly address: string
  /** Number of ticks so far. */
  readonly ticks: () => number
  /** Pauses or resumes all markets. */
  readonly move: (isMoving: boolean) => void
  readonly stop: () => Promise<void>
}

/** Additional calls and topics of a logged-in user. */
export type ExtraData = {
  readonly calls: Readonly<Record<string, () => unknown>>
  /** Data by topic. Every flush pushes it to the subscribed sockets. */
  readonly pushes: Readonly<Record<string, () => unknown>>
}

/** Serves each folder of `apps` under its name; "" is the app itself. */
export async function startWireServer(
  apps: Readonly<Record<string, string>>,
  extra: ExtraData = { calls: {}, pushes: {} },
): Promise<WireServer> {
  const markets = createMovingMarkets()
  const calls: Readonly<Record<string, () => unknown>> = {
    ...extra.calls,
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
  const conflatedSockets = new Map<WebSocket, Set<string>>()
  const eachTick = new Set<WebSocket>()
  sockets.on('connection', (socket, request) => {
    const topics = new Set<string>()
    if (request.url?.startsWith(socketPath)) conflatedSockets.set(socket, topics)
    else eachTick.add(socket)
    socket.on('message', (data) => answer(socket, JSON.parse(String(data)), { ...markets, stamp }, topics))
    socket.on('close', () => {
      conflatedSockets.delete(socket)
      eachTick.delete(socket)
    })
  })

  let isMoving = true
  let count = 0
  let changedRows = new Map<number, QuoteRow>()
  const startedAt = performance.now()
  /** `QuoteSeq` of the last flush. Frames must not report ticks that were not sent yet. */
  let sentCount = 0
  function stamp(): FrameStamp {
    return { QuoteSeq: sentCount, Now: Date.now() }
  }
  const tickTimer = setInterval(() => {
    // Computes the number of ticks from the clock, because timers fire late on a busy machine.
    const due = ((performance.now() - startedAt) * ticksPerSecond) / 1000
    while (count < due) {
      count += 1
      if (!isMoving) continue
      const row = markets.tick()
      changedRows.set(row.Id, row)
      for (const socket of eachTick) socket.send(push(dayMarketTopic, [row], stamp()))
    }
  }, tickEveryMs)
  const flushTimer = setInterval(() => {
    if (!isMoving) return
    sentCount = count
    const pushes = { ...extra.pushes, [dayMarketTopic]: () => [...changedRows.values()] }
    const frames = Object.entries(pushes).map(([topic, data]) => ({
      topic,
      text: push(topic, data(), stamp()),
    }))
    for (const [socket, topics] of conflatedSockets)
      for (const { topic, text } of frames) if (topics.has(topic)) socket.send(text)
    changedRows = new Map()
  }, flushEveryMs)

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ticks: () => count,
    move(next) {
      isMoving = next
    },
    async stop() {
      clearInterval(tickTimer)
      clearInterval(flushTimer)
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type MarketSource = { readonly rows: () => readonly QuoteRow[]; readonly stamp: () => FrameStamp }
type ClientCommand = { readonly cmd: string; readonly topic?: string }

function answer(
  socket: WebSocket,
  { cmd, topic = '' }: ClientCommand,
  { rows, stamp }: MarketSource,
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
