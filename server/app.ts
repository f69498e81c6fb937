import { readAbbreviatedKline } from '#server/api/abbreviated-kline.ts'
import { readBasicInfo } from '#server/api/basic-info.ts'
import { readCategories } from '#server/api/categories.ts'
import { readDefaultSetting } from '#server/api/default-setting.ts'
import { readKline } from '#server/api/kline.ts'
import { readTradeList } from '#server/api/trade-list.ts'
import type { Config } from '#server/config.ts'
import {
  createCountryOf,
  createWebServer,
  limitCalls,
  type Once,
  type ReadyCheck,
  serveCalls,
  serveDocs,
  servePages,
  serveProbes,
  type WebServer,
} from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Words } from '#server/platform/words.ts'
import type { Settings } from '#server/settings/settings.ts'

export type AppParts = {
  readonly config: Pick<
    Config,
    'apiHost' | 'webOrigins' | 'trustedProxies' | 'countryHeader' | 'metricsToken' | 'rateLimits'
  >
  /** Where the built apps are; undefined where none was built, as in development. */
  readonly builtDir: string | undefined
  readonly log: Log
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  readonly words: Words
  readonly ready: readonly ReadyCheck[]
  readonly once: Once
  readonly settings: Settings
  readonly marketData: MarketData
  /** Whether prices come from no real market, which the app must say. */
  readonly simulatedPrices: boolean
}

const reads = { perSecond: 50, burst: 200 }

/** Everything that is served, in full view. */
export async function createApp(parts: AppParts): Promise<WebServer> {
  const { config, settings, marketData, clock } = parts
  const app = await createWebServer({ ...parts, ...config })
  if (config.rateLimits) limitCalls(app, { ...parts, limit: createTokenBuckets(reads, parts.clock) })
  await serveDocs(app)
  serveCalls(app, { ...parts, countryOf: createCountryOf(config.trustedProxies, config.countryHeader) }, [
    // Account and common
    readDefaultSetting(settings),
    readBasicInfo(parts),
    // Trading
    readTradeList(parts),
    readCategories(marketData),
    readKline(marketData),
    readAbbreviatedKline(marketData, clock),
  ])
  serveProbes(app, { ...parts, metricsToken: config.metricsToken })
  await servePages(app, { ...parts, apiHost: config.apiHost })
  return app
}
