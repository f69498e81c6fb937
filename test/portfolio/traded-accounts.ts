// The real engine and the real portfolio on one database. Tests send commands and quotes.
import assert from 'node:assert/strict'
import type { MarketEvent } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import {
  type AccountChanged,
  type CommandRequest,
  createEngine,
  type SubmitResult,
} from '#server/engine/engine.ts'
import type { EngineStore } from '#server/engine/engine-store.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createPortfolio, type Portfolio } from '#server/portfolio/portfolio.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import { createStoreFixture } from '#test/engine/store-fixture.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { createSeededBytes } from '#test/trading-day/scenario/seeded-random.ts'

const startMs = Date.UTC(2026, 0, 5)
const { id: marketId } = marketOf('EURUSD')
const spread = 10

export async function openTradedAccounts() {
  const { database, store } = await createStoreFixture()
  const time = createFakeTimers(startMs)
  const onPrice = new Set<(event: MarketEvent) => void>()
  const onChange = new Set<(change: AccountChanged) => void>()
  const commits = countCommits(store)
  const faults: unknown[] = []
  const delivery = { isLost: false, times: 1 }
  const report = (fault: unknown) => void faults.push(fault)
  const onMarketEvent = (handler: (event: MarketEvent) => void) => listen(onPrice, handler)
  const engine = await createEngine({
    ...{ store: commits.store, markets, lastPrices: [], feed: 'test', holder: 'test', onMarketEvent },
    ...{ clock: time.clock, timers: time, metrics: createMetrics(), onLeaseLost: report },
    random: createSeededBytes(1),
    log: { error: report, warn: report, info: () => undefined },
    feeMode: () => 'per_lot',
    isRealOpeningBlocked: () => false,
    publish(change) {
      if (delivery.isLost) return
      for (let count = 0; count < delivery.times; count += 1) for (const handler of onChange) handler(change)
    },
  })
  let seq = 0

  function publish(event: Pick<MarketEvent, 'kind'> & object): void {
    seq += 1
    const sent = { ...event, marketId, source: 'test', timeMs: time.clock.now(), seq } as MarketEvent
    for (const handler of onPrice) handler(sent)
  }
  const fixture = {
    ...{ database, delivery, faults, time },
    onMarketEvent,
    onAccountChanged: (handler: (change: AccountChanged) => void) => listen(onChange, handler),
    /** Each portfolio has its own board and replicas, like one in another process. Created before the first quote. */
    newPortfolio: (): Portfolio =>
      createPortfolio({
        ...{ pool: database.pool, markets, lastPrices: [], timers: time },
        onMarketEvent,
        onAccountChanged: fixture.onAccountChanged,
        log: { error: report },
      }),
    /** A demo user with an account of 100,000 USD. */
    async newDemo(): Promise<number> {
      const userId = await insertUser(database, 'demo')
      await engine.openAccount({ userId, isDemo: true })
      return userId
    },
    submit: (userId: number, request: CommandRequest): Promise<SubmitResult> =>
      engine.submit({ userId, isDemo: true }, request),
    /** Publishes a quote and returns before its decisions are committed. */
    quote(bid: number): void {
      time.advance(1)
      publish({ kind: 'quote', bid: price(bid), ask: price(bid + spread) } as never)
    },
    open: () => publish({ kind: 'state', state: 'open' } as never),
    idle: commits.idle,
    async stop(): Promise<void> {
      await engine.stop()
      await database.drop()
    },
  }
  return fixture
}

export type TradedAccounts = Awaited<ReturnType<typeof openTradedAccounts>>

/** Tells when no commit is running. */
function countCommits(store: EngineStore) {
  let running = 0
  const counted: EngineStore = {
    ...store,
    async commit(...args) {
      running += 1
      try {
        return await store.commit(...args)
      } finally {
        running -= 1
      }
    },
  }
  async function idle(): Promise<void> {
    for (let quietTurns = 0, turns = 0; quietTurns < 5; turns += 1) {
      assert.ok(turns < 100_000, 'the engine does not become idle')
      await new Promise(setImmediate)
      quietTurns = running === 0 ? quietTurns + 1 : 0
    }
  }
  return { store: counted, idle }
}

function listen<Message>(handlers: Set<(message: Message) => void>, handler: (message: Message) => void) {
  handlers.add(handler)
  return () => void handlers.delete(handler)
}
