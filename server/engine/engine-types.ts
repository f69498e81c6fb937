import type { Command, Tapped } from '#core/decision/command.ts'
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

/** Whose account it is. */
export type AccountOwner = { readonly userId: number; readonly isDemo: boolean }

/** What can be asked of the engine. What it has to look up first, it looks up by itself. */
export type CommandRequest =
  | WithoutLookups<Exclude<Command, { readonly kind: NotSubmitted }>>
  | ({ readonly kind: 'close_many'; readonly orderIds: readonly number[] } & Tapped)

/** Not requests: accounts and quotes have their own entry points, `outcomeOf` burns keys, `close_many` names plain ids. */
type NotSubmitted = 'open_account' | 'judge_tick' | 'burn_key' | 'close_many'

type WithoutLookups<C> = C extends unknown ? Omit<C, 'userId' | 'wasKnown' | 'known'> : never

/** Under the same key the same thing is done once. The fingerprint is that of what was asked: another is a mistake. */
export type CommandKey = { readonly key: string; readonly fingerprint: string }

/**
 * What came of it. All but the first two say nothing about the account: `busy` that nothing was done, `unknown` that
 * nobody knows yet, `mismatch` that the key was used for something else, `frozen` that the account waits for somebody to
 * look at it, `fault` that something broke and nothing was done.
 */
export type SubmitResult =
  | DecidedOutcome
  | { readonly kind: 'busy' | 'unknown' | 'mismatch' | 'frozen' | 'fault' }

/**
 * What became of a command whose answer was lost. `never`: it was not decided, and no command with that key ever will be.
 * `expired`: outcomes of that time are no longer kept. The others say nothing: ask again.
 */
export type KeyOutcome =
  | { readonly kind: 'decided'; readonly outcome: DecidedOutcome }
  | { readonly kind: 'never' | 'expired' | 'busy' | 'unknown' | 'fault' }

/** An account has changed, and it is on disk. */
export type AccountChanged = {
  readonly userId: number
  /** Orders that left the open or pending list for good. */
  readonly endedOrders: readonly number[]
}

export type Engine = {
  readonly submit: (asker: AccountOwner, request: CommandRequest, key?: CommandKey) => Promise<SubmitResult>
  /** What became of the command with this key, whose user tapped at that time. Allowed for frozen accounts, too. */
  readonly outcomeOf: (asker: AccountOwner, key: string, seenAtMs: number) => Promise<KeyOutcome>
  /** Sees to it that there is an account. Safe to repeat. */
  readonly openAccount: (asker: AccountOwner) => Promise<void>
  /** Whether it holds the lease and takes commands. */
  readonly isReady: () => boolean
  /** Looks whether it still holds the lease, and forgets the keys of more than a day ago. Called every minute. */
  readonly sweep: () => Promise<void>
  /** Takes nothing new, finishes what it has, and is silent. */
  readonly stop: () => Promise<void>
}

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
  readonly onLeaseLost: (sentence: string) => void
  /** Names this process to whoever looks who holds the lease. */
  readonly holder: string
  /** How it finds whom a quote concerns, where it is not to be the usual way. */
  readonly createTriggers?: CreateTriggers
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>
  readonly metrics: Metrics
}
