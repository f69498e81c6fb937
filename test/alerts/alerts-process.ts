// A process that judges price alerts on a real database, with prices that the test sets and transactions that can fail.
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { type Alerts, createAlerts } from '#server/alerts/alerts.ts'
import type { MarketDataService } from '#server/market-data/market-data.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { connectWithCallback } from '#test/connect-with-callback.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createQuietMarketData, quietSource } from '#test/market-data/quiet-market-data.ts'
import { storingNotices } from '#test/notices/stored-notices.ts'

/** `reply_lost`: the commit succeeds, but the process does not learn it. */
type TransactionEnd = 'committed' | 'failed' | 'reply_lost'

export type AlertsProcess = Alerts & {
  readonly time: FakeTimers
  readonly endTransactions: (end: TransactionEnd) => void
  /** Runs once, when the next commit has succeeded and the process does not know it yet. */
  readonly afterNextCommit: (run: () => Promise<void>) => void
  /** Hits of alerts that were not there any more. */
  readonly removedHits: () => Promise<number>
  /** Waits until this many hits are not stored. */
  readonly untilWaiting: (hits: number) => Promise<void>
}

export type AlertsFixture = {
  readonly database: TestDatabase
  readonly market: (code: string) => Market
  readonly nowMs: () => number
  readonly advance: (ms: number) => void
  /** Publishes a quote to all processes. */
  readonly quote: (code: string, bid: number) => void
  readonly startProcess: () => Promise<AlertsProcess>
  /** The stored notices of a user: source, level and price. */
  readonly told: (userId: number) => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

export async function createAlertsFixture(): Promise<AlertsFixture> {
  const database = await createTestDatabase()
  let nowMs = Date.UTC(2026, 0, 5, 12)
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const handlers = new Set<(event: MarketEvent) => void>()
  const marketData = await createQuietMarketData(database, clock, (event) => {
    for (const handler of handlers) handler(event)
  })
  const stops: (() => Promise<void>)[] = []
  function market(code: string): Market {
    const found = marketData.markets.find((one) => one.code === code)
    if (found === undefined) throw new Error(`there is no market ${code}`)
    return found
  }
  return {
    database,
    market,
    nowMs: clock.now,
    advance: (ms) => {
      nowMs += ms
    },
    quote: (code, bid) => {
      nowMs += 1
      const tick = { source: quietSource, marketId: market(code).id, bid, ask: bid + 10, timeMs: nowMs }
      marketData.onFeedEvent({ kind: 'tick', ...tick })
    },
    async startProcess() {
      const onMarketEvent = (handler: (event: MarketEvent) => void) => {
        handlers.add(handler)
        return () => void handlers.delete(handler)
      }
      const process = await startProcess({ pool: database.pool, clock, marketData, onMarketEvent })
      stops.push(process.stop)
      return process
    },
    async told(userId) {
      const { rows } = await database.query<{ source: string; level: string; price: string }>(
        `select source, parameters ->> 'level' as level, parameters ->> 'price' as price
         from notices where user_id = $1 order by number`,
        [userId],
      )
      return rows.map(({ source, level, price }) => `${source.split(':')[1]} ${level} ${price}`)
    },
    async stop() {
      for (const stop of stops) await stop()
      await database.drop()
    },
  }
}

type ProcessParts = {
  readonly pool: Pool
  readonly clock: { readonly now: () => number }
  readonly marketData: MarketDataService
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
}

async function startProcess(parts: ProcessParts): Promise<AlertsProcess> {
  const time = createFakeTimers()
  const metrics = createMetrics()
  const ending = poolWithEnds(parts.pool)
  const silent = () => undefined
  const alerts = createAlerts({
    ...parts,
    pool: ending.pool,
    timers: { ...time, soon: systemTimers.soon },
    metrics,
    log: { error: silent, warn: silent, info: silent },
    addNotices: storingNotices(),
  })
  await alerts.start()
  const waiting = async () => (await metrics.alertHitsWaiting.get()).values[0]?.value
  return {
    ...alerts,
    time,
    endTransactions: ending.endTransactions,
    afterNextCommit: ending.afterNextCommit,
    removedHits: async () =>
      (await metrics.alertHits.get()).values.find(({ labels }) => labels.outcome === 'removed')?.value ?? 0,
    untilWaiting: (hits) => eventually(async () => (await waiting()) === hits, `${hits} hits wait`),
  }
}

function poolWithEnds(pool: Pool) {
  let end: TransactionEnd = 'committed'
  let afterCommit: (() => Promise<void>) | undefined
  async function connect() {
    const client = await pool.connect()
    const query = async (text: string, values?: unknown[]) => {
      if (text === 'commit' && end === 'failed') throw new Error('the connection was lost')
      const result = await client.query(text, values)
      const run = text === 'commit' ? afterCommit : undefined
      if (run !== undefined) {
        afterCommit = undefined
        await run()
      }
      if (text === 'commit' && end === 'reply_lost') throw new Error('the connection was lost')
      return result
    }
    const release = (broken: boolean) => client.release(broken)
    return {
      query,
      on: client.on.bind(client),
      off: client.off.bind(client),
      release,
    } as unknown as PoolClient
  }
  const query = (...args: Parameters<Pool['query']>) => pool.query(...args)
  return {
    pool: { query, connect: connectWithCallback(connect) } as unknown as Pool,
    endTransactions: (next: TransactionEnd) => {
      end = next
    },
    afterNextCommit: (run: () => Promise<void>) => {
      afterCommit = run
    },
  }
}
