import type { FreezeCause } from '#core/decision/command.ts'
import type {
  Burned,
  Decision,
  MarginNotice,
  NoChange,
  OrderRefusal,
  Refusal,
} from '#core/decision/decision.ts'
import type { Movement } from '#core/ledger/movement.ts'
import type { Book, Transfer } from '#core/ledger/transfer.ts'
import type { Micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { DecisionPrices } from '#core/order/receipt.ts'
import type { OrderJson } from '#server/engine/journal/order-json.ts'

/** Persistence of the engine: PostgreSQL in production, memory in the trading-day tests. */
export type EngineStore = {
  /**
   * Takes the lease and raises its epoch, after waiting for any statement still running. With `mine` it succeeds only
   * if no other process has taken the lease in the meantime. Ownership is compared by holder name, because an attempt
   * of ours may have succeeded although its response was lost. `holder` is unique to this process.
   */
  readonly takeLease: (holder: string, mine: Lease | undefined) => Promise<Lease | undefined>
  readonly holdsLease: (holder: string) => Promise<boolean>
  /**
   * Reads one consistent snapshot of the committed state: the accounts with active orders, and what else the engine
   * keeps in memory.
   */
  readonly load: (recentSince: Date, into: LoadSink) => Promise<Loaded>
  /** Reads the accounts and movements of undone decisions again, in one consistent snapshot. */
  readonly reload: (undone: Undone, into: LoadSink) => Promise<Reloaded>
  /**
   * Writes a batch atomically in one statement. `fenced`: the lease has another epoch, and nothing was written.
   * Throws `BatchRefused` if the database refused the data. After any other error the result is unknown.
   */
  readonly commit: (lease: Lease, batch: BatchRecords) => Promise<'committed' | 'fenced'>
  /** The accounts of these users, as far as they exist. */
  readonly accounts: (
    userIds: readonly number[],
  ) => Promise<readonly (AccountRecord & { readonly hasOrders: boolean })[]>
  readonly outcomes: (keys: readonly UserKey[], since: Date) => Promise<readonly OutcomeRecord[]>
  /** Up to `limit` keys used at or after `since`, oldest first, continuing after the key `after`. */
  readonly keysSince: (since: Date, after: UsedKey | undefined, limit: number) => Promise<readonly UsedKey[]>
  /** The given ids that are or were orders of this user. */
  readonly ownedOrderIds: (userId: number, orderIds: readonly number[]) => Promise<ReadonlySet<number>>
  readonly movement: (reference: string) => Promise<MovementRecord | undefined>
  /** For the operator console: the frozen accounts, the oldest first, or the lifted freezes, the last lift first. */
  readonly freezes: (state: FreezeState, range: Range) => Promise<readonly Freeze[]>
  readonly countFreezes: (state: FreezeState) => Promise<number>
  /** Users without an account whose id is above `afterId`, in ascending order of id. */
  readonly usersWithoutAccount: (
    afterId: number,
    limit: number,
  ) => Promise<readonly { readonly userId: number; readonly isDemo: boolean }[]>
  /** Deletes the oldest outcomes first. Returns how many it deleted. */
  readonly deleteOutcomes: (before: Date, limit: number) => Promise<number>
}

/** The data of a batch cannot be encoded, or the database refused it: the same batch would be refused again. */
export class BatchRefused extends Error {}

/** The right to write. Once another process has taken it, every later commit of this process is fenced. */
export type Lease = { readonly epoch: number; readonly lastSeq: number; readonly lastHash: Buffer }

export type AccountRecord = {
  readonly userId: number
  readonly book: Book
  readonly cash: Micros
  readonly locked: Micros
  readonly isWarned: boolean
  readonly openedAtMs: number
  /** Number of decisions that have changed the account. Accounts from before versions started at 0. */
  readonly version: number
}

/** An account in its final state, with the number of decisions of the batch that changed it. */
export type ChangedAccount = AccountRecord & { readonly changes: number }

export type TransferRecord = Transfer & {
  readonly id: number
  readonly userId: number
  readonly book: Book
  readonly atMs: number
}

export type MovementRecord = Movement & { readonly userId: number; readonly atMs: number }

/** An account was frozen, or its freeze was lifted. */
export type FreezeRecord = { readonly userId: number; readonly atMs: number } & (
  | ({ readonly kind: 'frozen' } & FreezeCause)
  | { readonly kind: 'lifted'; readonly operatorId: number; readonly reason: string }
)

/** `frozen`: the account is frozen now. `lifted`: an owner has lifted the freeze. */
export type FreezeState = 'frozen' | 'lifted'

/** A user whose account is frozen, and since when. */
export type FrozenAccount = { readonly userId: number; readonly atMs: number }

/** A freeze as operators see it. */
export type Freeze = FreezeCause & {
  readonly id: number
  readonly userId: number
  readonly uid: string
  readonly isDemo: boolean
  readonly frozenAt: Date
  /** Undefined while the account is frozen. `by` is the email address of the owner who lifted the freeze. */
  readonly lift: { readonly at: Date; readonly by: string; readonly reason: string } | undefined
}

export type Range = { readonly limit: number; readonly offset: number }

export type UserKey = { readonly userId: number; readonly key: string }

export type UsedKey = UserKey & { readonly atMs: number }

/** An idempotency key with the hash of its request. */
export type KeyRecord = {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly atMs: number
}

export type OutcomeRecord = KeyRecord & { readonly outcome: StoredOutcome }

/** The answer to every repeat of a request. It holds no text, so that it can be rendered in any language. */
export type StoredOutcome = DecidedOutcome | Burned

export type DecidedOutcome =
  | {
      readonly kind: 'done'
      readonly orders: readonly Order[]
      /** For a command on several orders: those it did not change, and why. */
      readonly refusals?: readonly OrderRefusal[]
      /** For the first of several commands of one request: orders that the others close. */
      readonly rest?: readonly number[]
      /** For one of several commands of a reset: others follow. */
      readonly isIncomplete?: true
      readonly valuedOn?: DecisionPrices
    }
  | Refusal

/** Stored in place of a request's fingerprint: a burned key is refused for every request. */
export const burnedFingerprint = '0'.repeat(64)

/** The outcome to store under the key of the command. */
export function storedOutcomeOf(decision: Exclude<Decision, NoChange>): StoredOutcome {
  if (decision.kind !== 'decided') return decision
  const { answer, refusals, rest, isIncomplete, valuedOn } = decision
  return {
    kind: 'done',
    orders: answer,
    ...(refusals === undefined ? {} : { refusals }),
    ...(rest === undefined ? {} : { rest }),
    ...(isIncomplete === undefined ? {} : { isIncomplete }),
    ...(valuedOn === undefined ? {} : { valuedOn }),
  }
}

/** All rows of one batch, each in its final state. */
export type BatchRecords = {
  readonly seq: number
  readonly atMs: number
  readonly packed: Buffer
  /** Merkle root over the entries of each account. */
  readonly root: Buffer
  readonly hash: Buffer
  readonly accounts: readonly ChangedAccount[]
  readonly orders: readonly Order[]
  readonly transfers: readonly TransferRecord[]
  readonly movements: readonly MovementRecord[]
  readonly notices: readonly (MarginNotice & { readonly userId: number })[]
  readonly freezes: readonly FreezeRecord[]
  readonly outcomes: readonly OutcomeRecord[]
  /** Orders and receipts that the journal has encoded as JSON already. */
  readonly json?: OrderJson
}

/** Receives the loaded rows one by one: all accounts first, then their active orders. */
export type LoadSink = {
  readonly addAccount: (record: AccountRecord) => void
  readonly addOrder: (order: Order) => void
}

/** What undone decisions had touched. */
export type Undone = { readonly userIds: readonly number[]; readonly references: readonly string[] }

/** The movements with the given references and the frozen ones of the given users, as far as there are, and the next ids. */
export type Reloaded = Pick<Loaded, 'movements' | 'frozen' | 'nextOrderId' | 'nextTransferId'>

/** The part of the snapshot that is returned instead of being passed to the `LoadSink`. */
export type Loaded = {
  /** Keys used since `recentSince`, oldest first. If they exceed the capacity of the cache, only the newest. */
  readonly keys: readonly KeyRecord[]
  /** Movements changed since `recentSince`. */
  readonly movements: readonly MovementRecord[]
  readonly frozen: readonly FrozenAccount[]
  readonly nextOrderId: number
  readonly nextTransferId: number
}
