import type { Command, WithLastSeen } from '#core/decision/command.ts'
import type { StartPrice } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order.ts'
import type { DecidedOutcome, EngineStore } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'

export type AccountOwner = { readonly userId: number; readonly isDemo: boolean }

/** A command as callers submit it. The engine adds the facts it has to look up. */
export type CommandRequest =
  | WithoutLookups<Exclude<Command, { readonly kind: NotSubmitted }>>
  | ({ readonly kind: 'close_many'; readonly orderIds: readonly number[] } & WithLastSeen)

/** Accounts and quotes have their own entry points, `outcomeOf` burns keys, and `close_many` is declared above. */
type NotSubmitted = 'open_account' | 'judge_tick' | 'burn_key' | 'close_many'

type WithoutLookups<C> = C extends unknown ? Omit<C, 'userId' | 'wasKnown' | 'known'> : never

/**
 * An idempotency key. The fingerprint is a hash of the request: the same key with another fingerprint is a mismatch.
 */
export type CommandKey = { readonly key: string; readonly fingerprint: string }

/**
 * Result of a submitted command. `busy`: nothing was done. `unknown`: it may or may not have been done. `mismatch`: the
 * key was used for another request. `frozen`: an administrator must investigate the account first. `fault`: an internal
 * error, and nothing was done.
 */
export type SubmitResult =
  | DecidedOutcome
  | { readonly kind: 'busy' | 'unknown' | 'mismatch' | 'frozen' | 'fault' }

/**
 * Outcome of a command whose answer was lost. `never`: it was not executed, and its key can never be used again.
 * `expired`: outcomes of that age are deleted. `busy`, `unknown` and `fault`: ask again later.
 */
export type KeyOutcome =
  | { readonly kind: 'decided'; readonly outcome: DecidedOutcome }
  | { readonly kind: 'never' | 'expired' | 'busy' | 'unknown' | 'fault' }

/** Published after the commit of a change to an account. */
export type AccountChanged = {
  readonly userId: number
  /** Ids of orders that are no longer open or pending. */
  readonly endedOrders: readonly number[]
}

export type Engine = {
  readonly submit: (owner: AccountOwner, request: CommandRequest, key?: CommandKey) => Promise<SubmitResult>
  /** Outcome of the command with this key, which the user sent at `seenAtMs`. Works for frozen accounts, too. */
  readonly outcomeOf: (owner: AccountOwner, key: string, seenAtMs: number) => Promise<KeyOutcome>
  /** Opens the account if it does not exist. Safe to repeat. */
  readonly openAccount: (owner: AccountOwner) => Promise<void>
  /** Whether the engine holds the lease and accepts commands. */
  readonly isReady: () => boolean
  /** Checks the lease and deletes expired outcomes. Called every minute. */
  readonly sweep: () => Promise<void>
  /** Refuses new commands and finishes the pending ones, within ten seconds. */
  readonly stop: () => Promise<void>
}

export type EngineParts = {
  readonly store: EngineStore
  readonly markets: readonly Market[]
  /** The last known prices before the first market event. */
  readonly lastPrices: readonly StartPrice[]
  /** Name of the price feed, recorded with every decision. */
  readonly feed: string
  /** The fee mode for new orders. */
  readonly feeMode: () => FeeMode
  /** Subscribes to market events, in order. Returns the function that unsubscribes. */
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
  /** Called only after a commit. */
  readonly publish: (change: AccountChanged) => void
  /** Called once another process has taken the lease; this one writes nothing from then on. */
  readonly onLeaseLost: (sentence: string) => void
  /** Name of this process in the lease table. */
  readonly holder: string
  /** Replaces the indexed triggers, for tests. */
  readonly createTriggers?: CreateTriggers
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>
  readonly metrics: Metrics
}
