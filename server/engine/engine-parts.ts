import type { StartPrice } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order-terms.ts'
import type { EngineStore } from '#server/engine/engine-store.ts'
import type { AccountChanged } from '#server/engine/engine-types.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'

export type EngineParts = {
  readonly store: EngineStore
  readonly markets: readonly Market[]
  /** The last prices there were before the first event. */
  readonly lastPrices: readonly StartPrice[]
  /** Names the feed those and all that follow come from. */
  readonly feed: string
  /** How orders are charged from now on. */
  readonly feeMode: () => FeeMode
  /** Calls for every event, in order. Returns how to stop it. */
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
  /** Told only of what is on disk. */
  readonly publish: (change: AccountChanged) => void
  /** Somebody else has taken over: nothing of ours is written any more. The sentence says so. */
  readonly onLost: (sentence: string) => void
  /** Names this process to whoever looks who holds the lease. */
  readonly holder: string
  /** How it finds whom a quote concerns, where it is not to be the usual way. */
  readonly createTriggers?: CreateTriggers
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>
  readonly metrics: Metrics
}
