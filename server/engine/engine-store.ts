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
  readonly holdsLease: (lease: Lease) => Promise<boolean>
  /** Reads one consistent snapshot of the committed state. */
  readonly load: (recentSince: Date, into: LoadSink) => Promise<Loaded>
  /**
   * Writes a batch atomically in one statement. `fenced`: another process holds the lease, and nothing was written.
   * Throws `BatchRefused` if the database refused the data. After any other error the result is unknown.
   */
  readonly commit: (lease: Lease, batch: BatchRecords) => Promise<'committed' | 'fenced'>
  readonly outcomes: (keys: readonly UserKey[], since: Date) => Promise<readonly OutcomeRecord[]>
  /** Up to `limit` keys used at or after `since`, oldest first, continuing after the key `after`. */
  readonly keysSince: (since: Date, after: UsedKey | undefined, limit: number) => Promise<readonly UsedKey[]>
  /** The given ids that are or were orders of this user. */
  readonly ownedOrderIds: (userId: number, orderIds: readonly number[]) => Promise<ReadonlySet<number>>
  readonly movement: (reference: string) => Promise<MovementRecord | undefined>
  /** Users without an account whose id is above `afterId`, in ascending order of id. */
  readonly usersWithoutAccount: (
    afterId: number,
    limit: number,
  ) => Promise<readonly { readonly userId: number; readonly isDemo: boolean }[]>
  /** Deletes the oldest outcomes first. Returns how many it deleted. */
  readonly deleteOutcomes: (before: Date, limit: number) => Promise<number>
}

/** The database refused the data of a batch: the same batch would be refused again. */
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
}

export type TransferRecord = Transfer & {
  readonly id: number
  readonly userId: number
  readonly book: Book
  readonly atMs: number
}

export type MovementRecord = Movement & { readonly userId: number; readonly atMs: number }

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
      readonly valuedOn?: DecisionPrices
    }
  | Refusal

/** Stored in place of a request's fingerprint: a burned key is refused for every request. */
export const burnedFingerprint = '0'.repeat(64)

/** The outcome to store under the key of the command. */
export function storedOutcomeOf(decision: Exclude<Decision, NoChange>): StoredOutcome {
  if (decision.kind !== 'decided') return decision
  const { answer, refusals, valuedOn } = decision
  return {
    kind: 'done',
    orders: answer,
    ...(refusals === undefined ? {} : { refusals }),
    ...(valuedOn === undefined ? {} : { valuedOn }),
  }
}

/** All rows of one batch, each in its final state. */
export type BatchRecords = {
  readonly seq: number
  readonly atMs: number
  readonly packed: Buffer
  readonly hash: Buffer
  readonly accounts: readonly AccountRecord[]
  readonly orders: readonly Order[]
  readonly transfers: readonly TransferRecord[]
  readonly movements: readonly MovementRecord[]
  readonly notices: readonly (MarginNotice & { readonly userId: number })[]
  readonly outcomes: readonly OutcomeRecord[]
  /** Orders and receipts that the journal has encoded as JSON already. */
  readonly json?: OrderJson
}

/** Receives the loaded rows one by one: all accounts first, then their active orders. */
export type LoadSink = {
  readonly addAccount: (record: AccountRecord) => void
  readonly addOrder: (order: Order) => void
}

/** The part of the snapshot that is returned instead of being passed to the `LoadSink`. */
export type Loaded = {
  /** Keys used since `recentSince`, oldest first. If they exceed the capacity of the cache, only the newest. */
  readonly keys: readonly KeyRecord[]
  /** Movements changed since `recentSince`. */
  readonly movements: readonly MovementRecord[]
  readonly nextOrderId: number
  readonly nextTransferId: number
}
