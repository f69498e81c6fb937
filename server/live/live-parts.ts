import type { IncomingMessage } from 'node:http'
import type { MarketEvent } from '#core/market/quote.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { Identity } from '#server/live/topic.ts'
import type { MarketData, PastFilled } from '#server/market-data/market-data.ts'
import type { Notices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import type { Support } from '#server/support/support.ts'

export type LiveMarketData = Pick<MarketData, 'markets' | 'view' | 'currentCandle'>

/** User and session of a token; undefined if the session has ended. */
export type AuthenticateSession = (
  token: string,
) => Promise<{ readonly userId: number; readonly sessionId: number } | undefined>

/** What a login carries: a session token, or the token of a visitor's support thread. */
export type Credentials = { readonly kind: 'session' | 'thread'; readonly token: string }

/** Undefined if the session or thread is unknown or has ended. */
export type Authenticate = (credentials: Credentials) => Promise<Identity | undefined>

/** What every live socket needs: that of users and that of operators. */
export type LiveSocketParts = {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'error'>
  readonly metrics: Metrics
  readonly translatorFor: TranslatorFor
  readonly webOrigins: readonly string[]
  readonly limitKeyOf: (request: IncomingMessage) => string
  /** Headers of every answer to an upgrade. */
  readonly securityHeaders: (request: IncomingMessage) => Readonly<Record<string, string>>
  /** Whether the limit key is that of a trusted proxy, because it named no client. */
  readonly isFromProxyItself: (request: IncomingMessage) => boolean
  /** Overrides for benches and tests. */
  readonly limits?: Partial<LiveLimits>
}

export type LiveParts = LiveSocketParts & {
  readonly authenticate: AuthenticateSession
  readonly marketData: LiveMarketData
  /** The handler runs right after market data has applied the event. Returns the unsubscribe function. */
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
  /** The handler runs after past minutes were inserted. Returns the unsubscribe function. */
  readonly onPastFilled: (handler: (filled: PastFilled) => void) => () => void
  readonly portfolio: Pick<Portfolio, 'subscribe' | 'orderFigures'>
  /** The handler runs after the change is committed. Returns the unsubscribe function. */
  readonly onAccountChanged: (handler: (change: AccountChanged) => void) => () => void
  readonly notices: Pick<Notices, 'states' | 'added'>
  /** The handler runs after lists of notices have changed. Returns the unsubscribe function. */
  readonly onNoticesChanged: (handler: (userIds: readonly number[] | undefined) => void) => () => void
  readonly support: LiveSupport
}

/** Visitors and changes of their threads, and of those of users. */
export type LiveSupport = Pick<Support, 'findVisitor'> & {
  readonly feed: Pick<Support['feed'], 'watchOwn' | 'onEnded'>
}
