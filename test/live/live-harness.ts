import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TestContext } from 'node:test'
import { createLimitKey } from '#server/gateway/gateway.ts'
import { createLive, type LiveParts } from '#server/live/live.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'
import { createFakePortfolio } from '#test/live/fake-portfolio.ts'
import { createLiveClient } from '#test/live/live-client.ts'

export type HarnessOptions = Partial<
  Pick<LiveParts, 'identify' | 'limits' | 'marketData' | 'portfolio' | 'onAccountChanged'>
> & {
  readonly codes?: readonly string[]
  /** Where the further turns of a flush wait until they are called. */
  readonly turns?: (() => void)[]
}

const nobody: LiveParts['identify'] = async () => undefined

/** The real live room on a port of its own, with markets, accounts and a time that move by hand. */
export async function createLiveHarness(context: TestContext, options: HarnessOptions = {}) {
  const { codes = ['EURUSD', 'GBPUSD', 'SAP.DE'], turns, ...changes } = options
  const http = createServer()
  const timers = createFakeTimers()
  const metrics = createMetrics()
  const market = createFakeMarketData(codes)
  const own = createFakePortfolio()
  const faults: unknown[] = []
  const live = createLive({
    clock: timers.clock,
    timers: turns === undefined ? timers : { ...timers, soon: (run) => hold(turns, run) },
    metrics,
    log: { error: (fault: unknown) => void faults.push(fault) },
    translatorFor: createTranslators(),
    webOrigins: ['https://m.example.com'],
    limitKeyOf: createLimitKey(['127.0.0.1']),
    identify: nobody,
    ...market,
    ...own,
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
    ...{ live, http, timers, metrics, market, own, faults, url, port, streams },
    flush: () => timers.advance(250),
    async connect(headers?: Readonly<Record<string, string>>, at = url) {
      const client = createLiveClient(at, headers)
      await client.open()
      return client
    },
    async figure(name: 'sockets' | 'liveSubscriptions' | 'liveFramesSkipped' | 'liveSocketsStuck') {
      return (await metrics[name].get()).values[0]?.value ?? 0
    },
  }
}

export type LiveHarness = Awaited<ReturnType<typeof createLiveHarness>>

function hold(turns: (() => void)[], run: () => void): () => void {
  turns.push(run)
  return () => void turns.splice(0, turns.length, ...turns.filter((other) => other !== run))
}

/** Lets input and output happen until it is so; the test's own time limit bounds it. */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(setImmediate)
}
