// Market data without a feed, always open. Tests pass events to `onFeedEvent`.
import type { MarketEvent } from '#core/market/quote.ts'
import { createMarketData, loadMarkets, type MarketDataService } from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import type { TestDatabase } from '#test/database.ts'

/** Key of its only source, which events name. */
export const quietSource = 'a quiet feed'

export async function createQuietMarketData(
  { pool }: TestDatabase,
  clock: Clock,
  publish: (event: MarketEvent) => void = () => undefined,
): Promise<MarketDataService> {
  return await createMarketData({
    ...(await loadMarkets(pool)),
    pool,
    clock,
    timers: systemTimers,
    log: createLog('silent'),
    metrics: createMetrics(),
    spansOf: () => [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }],
    feed: {
      key: quietSource,
      sources: [{ kind: 'quiet', key: quietSource }],
      stateSource: 'calendar',
      history: undefined,
      lastQuoteAt: undefined,
    },
    publish,
    publishPastFilled: () => undefined,
  })
}
