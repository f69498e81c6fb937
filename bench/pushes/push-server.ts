// One of the two servers, in a separate process: the real portfolio and live module, or the baseline. Handles the
// requests of the bench and reports CPU time.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { nowMicros } from '#bench/fan-out/ticking-markets.ts'
import { noSupport } from '#bench/no-support.ts'
import { servePlainPushes } from '#bench/pushes/plain-pushes.ts'
import { eventOf, pushedMarkets } from '#bench/pushes/pushed-markets.ts'
import { createBoard } from '#core/market/board.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { createLive } from '#server/live/live.ts'
import { liveLimits } from '#server/live/live-limits.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createPortfolio } from '#server/portfolio/portfolio.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { noNotices } from '#test/notices/no-notices.ts'

export type ServerRequest =
  /** Publishes this many ticks at once, one market after another. */
  | { readonly kind: 'advance'; readonly ticks: number }
  /** Ticks each market `perSecond` times a second, with all ticks evenly spread. */
  | { readonly kind: 'tick'; readonly perSecond: number }
  | { readonly kind: 'mark' | 'read' }

export type ServerReading = {
  readonly cpuSeconds: number
  /** The part of `cpuSeconds` spent in the kernel, mostly on sending. */
  readonly kernelSeconds: number
  readonly seconds: number
  /** Event loop delay, which also delays orders. */
  readonly loopP99Ms: number
  readonly loopMostMs: number
  /** Time of each tick in microseconds, by sequence number. */
  readonly tickTimes: Readonly<Record<number, number>>
}

const loopResolutionMs = 2
const tickTurnMs = 10
const maxTicksPerTurn = 60

const [kind = '', url = ''] = process.argv.slice(2)
const log = createLog('error')
const pool = createAppPool(urlAddress(url), log)
const http = createServer()
const handlers: ((event: MarketEvent) => void)[] = []
const loop = monitorEventLoopDelay({ resolution: loopResolutionMs })
let tickTimes: Record<number, number> = {}
let seq = 0
let cpu = process.cpuUsage()
let startedAt = performance.now()

function tick(): void {
  seq += 1
  tickTimes[seq] = nowMicros()
  const event = eventOf(seq)
  for (const handler of handlers) handler(event)
}

function onMarketEvent(handler: (event: MarketEvent) => void): () => void {
  handlers.push(handler)
  return () => undefined
}

function userIdOf(token: unknown): number {
  return Number(token)
}

function serveOpenlot(): void {
  const onAccountChanged = () => () => undefined
  const portfolio = createPortfolio({
    ...{ pool, markets: pushedMarkets, lastPrices: [], timers: systemTimers, log },
    ...{ onMarketEvent, onAccountChanged },
  })
  createLive({
    ...noNotices,
    ...{
      clock: systemClock,
      timers: systemTimers,
      log,
      metrics: createMetrics(),
      translatorFor: createTranslators(),
    },
    ...{ webOrigins: [], limitKeyOf: () => 'loopback' },
    ...{ securityHeaders: () => ({}), isFromProxyItself: () => false },
    ...{ onMarketEvent, onPastFilled: () => () => undefined, portfolio, onAccountChanged },
    support: noSupport,
    authenticate: async (token) => ({ userId: userIdOf(token), sessionId: userIdOf(token) }),
    marketData: { markets: pushedMarkets, view: () => undefined, currentCandle: () => undefined },
    limits: { maxSocketsPerAddress: liveLimits.maxSockets, loginsPerAddress: { perSecond: 1e6, burst: 1e6 } },
  }).attach(http)
}

function servePlain(): void {
  const board = createBoard(pushedMarkets, [])
  onMarketEvent(board.apply)
  servePlainPushes({ http, pool, board, userIdOf })
}

/** An overloaded server skips ticks instead of falling further behind. */
function startTicking(perSecond: number): void {
  const everyMicros = 1_000_000 / perSecond / pushedMarkets.length
  const tickingSince = nowMicros()
  let next = 0
  setInterval(() => {
    const due = Math.floor((nowMicros() - tickingSince) / everyMicros)
    next = Math.max(next, due - maxTicksPerTurn)
    for (; next < due; next++) tick()
  }, tickTurnMs)
}

function mark(): void {
  tickTimes = {}
  cpu = process.cpuUsage()
  startedAt = performance.now()
  loop.enable()
  loop.reset()
}

function read(): ServerReading {
  const { user, system } = process.cpuUsage(cpu)
  return {
    cpuSeconds: (user + system) / 1_000_000,
    kernelSeconds: system / 1_000_000,
    seconds: (performance.now() - startedAt) / 1000,
    loopP99Ms: loop.percentile(99) / 1e6 - loopResolutionMs,
    loopMostMs: loop.max / 1e6 - loopResolutionMs,
    tickTimes,
  }
}

process.on('message', (message: ServerRequest) => {
  if (message.kind === 'advance') for (let count = 0; count < message.ticks; count++) tick()
  if (message.kind === 'tick') startTicking(message.perSecond)
  if (message.kind === 'mark') mark()
  process.send?.(message.kind === 'read' ? read() : {})
})
process.on('disconnect', () => process.exit())
if (kind === 'plain') servePlain()
else serveOpenlot()
http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }))
