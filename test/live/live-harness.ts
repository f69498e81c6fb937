import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TestContext } from 'node:test'
import { createLimitKey, createProxyCheck, createSecurityHeaders } from '#server/gateway/gateway.ts'
import { createLive, type LiveParts } from '#server/live/live.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'
import { createFakePortfolio } from '#test/live/fake-portfolio.ts'
import { createFakeSupport } from '#test/live/fake-support.ts'
import { createLiveClient } from '#test/live/live-client.ts'
import { noNotices } from '#test/notices/no-notices.ts'

export type HarnessOptions = Partial<
  Pick<
    LiveParts,
    | 'authenticate'
    | 'limits'
    | 'marketData'
    | 'portfolio'
    | 'onAccountChanged'
    | 'notices'
    | 'onNoticesChanged'
    | 'support'
  >
> & {
  readonly codes?: readonly string[]
  /** Collects all slices of a flush after the first, so that the test can run them. */
  readonly slices?: (() => void)[]
}

const noSession: LiveParts['authenticate'] = async () => undefined

/** The real live module on its own port, with fake markets, accounts and time. */
export async function createLiveHarness(context: TestContext, options: HarnessOptions = {}) {
  const { codes = ['EURUSD', 'GBPUSD', 'SAP.DE'], slices, ...changes } = options
  const http = createServer()
  const timers = createFakeTimers()
  const metrics = createMetrics()
  const market = createFakeMarketData(codes)
  const accounts = createFakePortfolio()
  const chats = createFakeSupport()
  const faults: unknown[] = []
  const live = createLive({
    clock: timers.clock,
    timers: slices === undefined ? timers : { ...timers, soon: (run) => hold(slices, run) },
    metrics,
    log: { error: (fault: unknown) => void faults.push(fault) },
    translatorFor: createTranslators(),
    webOrigins: ['https://m.example.com'],
    limitKeyOf: createLimitKey(['127.0.0.1']),
    securityHeaders: createSecurityHeaders(['127.0.0.1']),
    isFromProxyItself: createProxyCheck(['127.0.0.1']),
    authenticate: noSession,
    ...noNotices,
    ...market,
    ...accounts,
    support: chats.support,
    ...changes,
  })
  const streams: Duplex[] = []
  http.on('upgrade', (_, stream) => streams.push(stream))
  live.attach(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const url = `ws://127.0.0.1:${port}/v1/ws?lang=en`

  context.after(async () => {
    const stopped = live.stop()
    timers.advance(10_000)
    await stopped
    http.closeAllConnections()
    http.close()
  })
  return {
    ...{ live, http, timers, metrics, market, accounts, chats, faults, url, port, streams },
    flush: () => timers.advance(250),
    async connect(headers?: Readonly<Record<string, string>>, at = url) {
      const client = createLiveClient(at, headers)
      await client.open()
      return client
    },
    async metric(name: 'sockets' | 'liveSubscriptions' | 'liveFramesSkipped' | 'liveSocketsStuck') {
      return (await metrics[name].get()).values[0]?.value ?? 0
    },
  }
}

export type LiveHarness = Awaited<ReturnType<typeof createLiveHarness>>

function hold(slices: (() => void)[], run: () => void): () => void {
  slices.push(run)
  return () => void slices.splice(0, slices.length, ...slices.filter((other) => other !== run))
}
