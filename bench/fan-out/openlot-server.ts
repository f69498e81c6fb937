// The real live module, with markets that tick at a given rate.
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { handleRequests } from '#bench/fan-out/measured-server.ts'
import { createTickingMarkets, marketCodes, startTicking } from '#bench/fan-out/ticking-markets.ts'
import { noSupport } from '#bench/no-support.ts'
import { createLive } from '#server/live/live.ts'
import { liveLimits } from '#server/live/live-limits.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { noNotices } from '#test/notices/no-notices.ts'

const http = createServer()
const streams: Duplex[] = []
http.on('upgrade', (_, stream) => streams.push(stream))
const { marketData, onMarketEvent, tick } = createTickingMarkets(marketCodes)

createLive({
  ...noNotices,
  clock: systemClock,
  timers: systemTimers,
  log: createLog('error'),
  metrics: createMetrics(),
  translatorFor: createTranslators(),
  webOrigins: [],
  limitKeyOf: () => 'loopback',
  securityHeaders: () => ({}),
  isFromProxyItself: () => false,
  authenticate: async () => undefined,
  marketData,
  onMarketEvent,
  onPastFilled: () => () => undefined,
  portfolio: {
    subscribe: () => ({ latest: () => undefined, unsubscribe: () => undefined }),
    orderFigures: () => ({ figures: [], quoteSeq: 0 }),
  },
  onAccountChanged: () => () => undefined,
  support: noSupport,
  limits: { maxSocketsPerAddress: liveLimits.maxSockets },
}).attach(http)

handleRequests({
  http,
  startTicking: (perSecond) => startTicking(perSecond, tick),
  behind: () => streams.filter(({ writableLength }) => writableLength > liveLimits.slowAboveBytes).length,
})
