// Wires the engine, which writes money and orders, the portfolio, which reads them, and the followers of the journal.
import type { MarketEvent } from '#core/market/quote.ts'
import {
  createFundsNotices,
  createTradingNotices,
  type FundsNoticesParts,
} from '#server/account-notices/account-notices.ts'
import type { RealOpening } from '#server/bootstrap/real-opening.ts'
import { type AccountChanged, createEngine, createPostgresStore, type Engine } from '#server/engine/engine.ts'
import { type Follower, startFollower } from '#server/followers/followers.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { type Random, randomId } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import { createPortfolio, type Portfolio } from '#server/portfolio/portfolio.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'

export type TradingModulesParts = {
  readonly pool: Pool
  readonly enginePool: Pool
  readonly marketData: Pick<MarketData, 'markets' | 'views'>
  readonly feedName: string
  readonly settings: Pick<Settings, 'get'>
  readonly realOpening: RealOpening
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
  readonly notices: FundsNoticesParts
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
  readonly publish: (change: AccountChanged) => void
  readonly onAccountChanged: (handler: (change: AccountChanged) => void) => () => void
  /** The engine failed permanently; the sentence says why. */
  readonly onFatal: (sentence: string) => void
}

export type TradingModules = {
  readonly engine: Engine
  readonly portfolio: Portfolio
  readonly stop: () => Promise<void>
}

const sweepEveryMs = 60_000
const checkLeaseEveryMs = 5_000

/** Call it before the feed starts: the engine must not miss a price. */
export async function startTradingModules(parts: TradingModulesParts): Promise<TradingModules> {
  const { marketData, settings, realOpening, timers, log } = parts
  const { markets } = marketData
  const lastPrices = marketData
    .views()
    .map(({ market, state, quote }) => ({ marketId: market.id, state, quote }))
  const engine = await createEngine({
    ...parts,
    store: createPostgresStore(parts.enginePool, parts.pool),
    markets,
    lastPrices,
    feed: parts.feedName,
    feeMode: () => (settings.get('trade_fee_type') === 1 ? 'per_lot' : 'share_of_margin'),
    isRealOpeningBlocked: realOpening.isBlocked,
    onLeaseLost: parts.onFatal,
    holder: `${process.pid} ${randomId(parts.random)}`,
  })
  realOpening.logStart(log)
  const portfolio = createPortfolio({ ...parts, markets, lastPrices })
  const followers: Follower[] = []
  try {
    for (const follower of [
      createTradingNotices({ ...parts.notices, markets }),
      createFundsNotices(parts.notices),
    ])
      followers.push(await startFollower({ ...parts, ...follower }))
  } catch (fault) {
    await Promise.all([...followers.map((follower) => follower.stop()), engine.stop()])
    portfolio.stop()
    throw fault
  }
  const stopSweeping = timers.every(sweepEveryMs, () => {
    engine.sweep().catch((fault: unknown) => log.error({ fault }, 'could not clean up the engine'))
  })
  const stopChecking = timers.every(checkLeaseEveryMs, () => {
    engine.checkLease().catch((fault: unknown) => log.warn({ fault }, 'could not check the lease'))
  })
  return {
    engine,
    portfolio,
    async stop() {
      stopSweeping()
      stopChecking()
      await Promise.all([...followers.map((follower) => follower.stop()), engine.stop()])
      portfolio.stop()
    },
  }
}
