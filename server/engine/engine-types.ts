import type { Command, WithLastSeen } from '#core/decision/command.ts'
import type { MarginNotice } from '#core/decision/decision.ts'
import type { StartPrice } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { Micros } from '#core/money/amounts.ts'
import { type FeeMode, isEnded, type Order } from '#core/order/order.ts'
import type {
  DecidedOutcome,
  EngineStore,
  Freeze,
  FreezeState,
  TransferRecord,
} from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'

export type AccountOwner = { readonly userId: number; readonly isDemo: boolean }

/** A command as callers submit it. The engine adds the facts it has to look up. */
export type CommandRequest =
  | WithoutLookups<Exclude<Command, { readonly kind: NotSubmitted }>>
  | ({
      readonly kind: 'close_many'
      readonly orderIds: readonly number[]
      readonly rest?: readonly number[]
    } & WithLastSeen)
  | Required<WithoutLookups<Extract<Command, { readonly kind: 'lift_freeze' }>>>

/**
 * Accounts and quotes have their own entry points, the engine freezes accounts itself, `outcomeOf` burns keys, and
 * `close_many` and `lift_freeze` are declared above. `finish_withdrawal` is only in old journals.
 */
type NotSubmitted =
  | 'open_account'
  | 'freeze_account'
  | 'judge_tick'
  | 'burn_key'
  | 'close_many'
  | 'lift_freeze'
  | 'finish_withdrawal'

type WithoutLookups<C> = C extends unknown ? Omit<C, 'userId' | LookedUp> : never

type LookedUp = 'wasKnown' | 'known' | 'isFrozen' | 'frozenSinceMs'

/**
 * An idempotency key. The fingerprint is a hash of the request: the same key with another fingerprint is a mismatch.
 */
export type CommandKey = { readonly key: string; readonly fingerprint: string }

/**
 * Result of a submitted command. `busy`: nothing was done. `unknown`: it may or may not have been done. `mismatch`: the
 * key was used for another request. `frozen`: an owner must lift the freeze of the account first. `fault`: an internal
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

/**
 * What one decision changed in an account. Published after its commit, one message per decision, in the order of the
 * decisions. The version is one higher than that of the change before, so that a gap is noticed.
 */
export type AccountChanged = {
  /** The batch in the journal. */
  readonly position: JournalPosition
  readonly userId: number
  readonly version: number
  readonly timeMs: number
  readonly cash: Micros
  readonly locked: Micros
  /** Whether a margin call is active. */
  readonly isWarned: boolean
  readonly orders: readonly OrderChange[]
  readonly transfers: readonly TransferRecord[]
  /** A margin call that this decision raised. */
  readonly notice: MarginNotice | null
}

export type JournalPosition = { readonly group: 0; readonly seq: number }

/** `before` is undefined for an order that was not open or pending before. */
export type OrderChange = { readonly before: Order | undefined; readonly after: Order }

/** Ids of the orders that were open or pending, and have ended. */
export function endedOrdersOf({ orders }: Pick<AccountChanged, 'orders'>): readonly number[] {
  return orders
    .filter(({ before, after }) => before !== undefined && isEnded(after))
    .map(({ after }) => after.id)
}

/** `frozen` is the number of frozen accounts, whichever state was asked for. */
export type FreezePage = {
  readonly freezes: readonly Freeze[]
  readonly total: number
  readonly frozen: number
}

export type Engine = {
  /**
   * Answers within five seconds, of which the caller may have waited some already. A request that ends many orders is
   * divided and may take ten.
   */
  readonly submit: (
    owner: AccountOwner,
    request: CommandRequest,
    key?: CommandKey,
    waitedMs?: number,
  ) => Promise<SubmitResult>
  /** False only if no command with this key was decided within a day, and none is waiting. */
  readonly mayHaveUsed: (userId: number, key: string) => boolean
  /** Outcome of the command with this key, which the user sent at `seenAtMs`. Works for frozen accounts, too. */
  readonly outcomeOf: (owner: AccountOwner, key: string, seenAtMs: number) => Promise<KeyOutcome>
  /** Opens the account if it does not exist. Safe to repeat. */
  readonly openAccount: (owner: AccountOwner) => Promise<void>
  /** Freezes for the operator console, in pages of twenty that start at 1. Frozen in memory only: not listed. */
  readonly freezes: (input: { readonly state: FreezeState; readonly page: number }) => Promise<FreezePage>
  /** Number of frozen accounts in `freezes`. */
  readonly frozenCount: () => Promise<number>
  /** Whether the engine holds the lease and accepts commands. */
  readonly isReady: () => boolean
  /**
   * Notices that another process has taken over. An idle engine commits nothing, and its users would see old accounts.
   */
  readonly checkLease: () => Promise<void>
  /** Checks the lease, unloads idle accounts and deletes expired outcomes. */
  readonly sweep: () => Promise<void>
  /** Refuses new commands and finishes the pending ones, within ten seconds. */
  readonly stop: () => Promise<void>
}

export type SliceLimits = { readonly ms: number; readonly rows: number }

export type EngineParts = {
  readonly store: EngineStore
  readonly markets: readonly Market[]
  /** The last known prices before the first market event. */
  readonly lastPrices: readonly StartPrice[]
  /** Name of the price feed, recorded with every decision. */
  readonly feed: string
  /** The fee mode for new orders. */
  readonly feeMode: () => FeeMode
  /** Whether real accounts may open nothing now. Read for each decision and journalled with it. */
  readonly isRealOpeningBlocked: () => boolean
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
  /** Replaces the longest duration of a slice, and the most rows of a batch that quotes may cause, for tests. */
  readonly sliceLimits?: SliceLimits
  readonly clock: Clock
  readonly timers: Timers
  /** Source of the salts in the journal. */
  readonly random: Random
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>
  readonly metrics: Metrics
}
