// The real engine and portfolio on prices that a test sets.
import assert from 'node:assert/strict'
import type { MarketEvent } from '#core/market/quote.ts'
import {
  startTradingModules,
  type TradingModules,
  type TradingModulesParts,
} from '#server/bootstrap/trading-modules.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { MarketDataService } from '#server/market-data/market-data.ts'
import { createMemoryBus } from '#server/platform/bus.ts'
import type { TestDatabase } from '#test/database.ts'
import { createQuietMarketData, quietSource } from '#test/market-data/quiet-market-data.ts'

type Topics = { readonly market_event: MarketEvent; readonly account_changed: AccountChanged }

/** Each market keeps the last price the test quoted. */
export type TradingFixture = TradingModules & {
  readonly marketData: MarketDataService
  readonly onMarketEvent: TradingModulesParts['onMarketEvent']
  /** Publishes a quote. Prices are in steps of the market, as in the feed. */
  readonly quote: (code: string, bid: number, ask: number) => void
  readonly close: (code: string) => void
  readonly idOf: (code: string) => number
}

type Parts = Omit<
  TradingModulesParts,
  'marketData' | 'feedName' | 'onMarketEvent' | 'publish' | 'onAccountChanged' | 'onFatal'
> & { readonly database: TestDatabase }

export async function startTradingFixture(parts: Parts): Promise<TradingFixture> {
  const bus = createMemoryBus<Topics>({
    onFault: (topic, fault) => parts.log.error({ topic, fault }, 'a bus subscriber failed'),
  })
  const marketData = await createQuietMarketData(parts.database, parts.clock, (event) =>
    bus.publish('market_event', event),
  )
  const onMarketEvent = (handler: (event: MarketEvent) => void) => bus.subscribe('market_event', handler)
  const trading = await startTradingModules({
    ...parts,
    marketData,
    feedName: 'quiet:1',
    onMarketEvent,
    publish: (change) => bus.publish('account_changed', change),
    onAccountChanged: (handler) => bus.subscribe('account_changed', handler),
    onFatal: (sentence) => parts.log.error({ sentence }, 'the engine failed'),
  })
  function idOf(code: string): number {
    const market = marketData.markets.find((candidate) => candidate.code === code)
    assert.ok(market, code)
    return market.id
  }
  return {
    ...trading,
    marketData,
    onMarketEvent,
    idOf,
    quote: (code, bid, ask) =>
      marketData.onFeedEvent({
        kind: 'tick',
        source: quietSource,
        marketId: idOf(code),
        bid,
        ask,
        timeMs: parts.clock.now(),
      }),
    close: (code) => marketData.onFeedEvent({ kind: 'closed', source: quietSource, marketId: idOf(code) }),
    async stop() {
      await trading.stop()
      bus.stop()
    },
  }
}
