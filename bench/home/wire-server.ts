// A server that speaks as much of the wire as the home screen hears, at 500 ticks a second. Two sockets tell of the same
// ticks: one as the real server does, gathered over 250 ms, the other one message for each.
import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'
import { createMovingMarkets } from '#bench/home/moving-markets.ts'
import { dayMarketTopic, type QuoteRow, socketPath } from '#contract/live.ts'

export const ticksPerSecond = 500
export const eachTickPath = '/each-tick'
const beatMs = 10
const gatherMs = 250

export type WireServer = {
  readonly address: string
  /** How many ticks there have been so far. */
  readonly ticks: () => number
  readonly stop: () => Promise<void>
}

/** Serves the pages of `apps`, each under its name; the one named "" is the app itself. */
export async function startWireServer(apps: Readonly<Record<string, string>>): Promise<WireServer> {
  const markets = createMovingMarkets()
  const calls: Readonly<Record<string, () => unknown>> = {
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
  const gathering = new Set<WebSocket>()
  const eachTick = new Set<WebSocket>()
  sockets.on('connection', (socket, request) => {
    const audience = request.url?.startsWith(socketPath) ? gathering : eachTick
    if (audience === eachTick) audience.add(socket)
    socket.on('message', (data) => answer(socket, JSON.parse(String(data)), markets.rows, gathering))
    socket.on('close', () => audience.delete(socket))
  })

  let count = 0
  let gathered = new Map<number, QuoteRow>()
  const startedAt = performance.now()
  const beat = setInterval(() => {
    // By the clock and not by the beats, which come late on a busy machine.
    const due = ((performance.now() - startedAt) * ticksPerSecond) / 1000
    while (count < due) {
      const row = markets.tick()
      count += 1
      gathered.set(row.Id, row)
      for (const socket of eachTick) socket.send(push([row]))
    }
  }, beatMs)
  const gather = setInterval(() => {
    for (const socket of gathering) socket.send(push([...gathered.values()]))
    gathered = new Map()
  }, gatherMs)

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ticks: () => count,
    async stop() {
      clearInterval(beat)
      clearInterval(gather)
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type Said = { readonly cmd: string; readonly topic?: string }

function answer(
  socket: WebSocket,
  { cmd, topic }: Said,
  rows: () => readonly QuoteRow[],
  audience: Set<WebSocket>,
): void {
  if (cmd === 'ping') socket.send('{"cmd":"pong"}')
  if (topic !== dayMarketTopic) return
  if (cmd === 'unsub') audience.delete(socket)
  if (cmd !== 'sub') return
  socket.send(JSON.stringify({ cmd, topic, code: 1 }))
  socket.send(JSON.stringify({ topic, data: rows(), snapshot: true }))
  audience.add(socket)
}

function push(rows: readonly QuoteRow[]): string {
  return JSON.stringify({ topic: dayMarketTopic, data: rows })
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
