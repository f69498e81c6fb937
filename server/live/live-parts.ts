import type { IncomingMessage } from 'node:http'
import type { MarketEvent } from '#core/market/quote.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Words } from '#server/platform/words.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

export type LiveMarketData = Pick<MarketData, 'markets' | 'view' | 'currentCandle'>

/** Whose session a token is, and which; undefined when it is nobody's any more. */
export type IdentifySession = (
  token: string,
) => Promise<{ readonly userId: number; readonly sessionId: number } | undefined>

export type LiveParts = {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'error'>
  readonly metrics: Metrics
  readonly words: Words
  readonly webOrigins: readonly string[]
  readonly limitKeyOf: (request: IncomingMessage) => string
  readonly identify: IdentifySession
  readonly marketData: LiveMarketData
  /** Calls for each event right after the market data have taken it in. Returns how to stop it. */
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
  readonly portfolio: Pick<Portfolio, 'watch'>
  /** Calls for every account that has changed, once that is on disk. Returns how to stop it. */
  readonly onAccountChanged: (handler: (change: AccountChanged) => void) => () => void
  /** Others than the usual ones, for measurements and tests. */
  readonly limits?: Partial<LiveLimits>
}
