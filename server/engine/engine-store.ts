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
import type { KnownPrices } from '#core/order/receipt.ts'
import type { OrderJson } from '#server/engine/journal/order-json.ts'

/** Where the engine keeps everything. The tests of the trading day have one in memory; the real one is PostgreSQL. */
export type EngineStore = {
  /**
   * Takes the lease: the epoch grows, and whatever statement is still running is waited for. With `mine` only as long
   * as nobody else has taken it since; undefined when somebody has. A take whose answer got lost was ours all the same,
   * so it is the holder's name that tells: `holder` is of this one process.
   */
  readonly takeLease: (holder: string, mine: Lease | undefined) => Promise<Lease | undefined>
  /** Whether nobody has taken it since. */
  readonly holdsLease: (lease: Lease) => Promise<boolean>
  /** Everything as it was committed at one moment. */
  readonly load: (recentSince: Date, into: LoadSink) => Promise<Loaded>
  /**
   * Writes a batch whole or not at all, in one statement. `fenced`: somebody else holds the lease, and nothing was
   * written. Throws `BatchRefused` where the database refused the data, anything else where nobody knows.
   */
  readonly commit: (lease: Lease, batch: BatchRecords) => Promise<'committed' | 'fenced'>
  readonly outcomes: (keys: readonly UserKey[], since: Date) => Promise<readonly OutcomeRecord[]>
  /** The keys used since then, oldest first, those that follow `after`; at most so many. */
  readonly keysSince: (since: Date, after: UsedKey | undefined, limit: number) => Promise<readonly UsedKey[]>
  /** Which of these ids are, or ever were, orders of this user. */
  readonly ownedOrderIds: (userId: number, orderIds: readonly number[]) => Promise<ReadonlySet<number>>
  readonly movement: (reference: string) => Promise<MovementRecord | undefined>
  /** Users without an account, after this id, ascending. */
  readonly usersWithoutAccount: (
    afterId: number,
    limit: number,
  ) => Promise<readonly { readonly userId: number; readonly isDemo: boolean }[]>
  /** How many were forgotten. */
  readonly deleteOutcomes: (before: Date, limit: number) => Promise<number>
}

export type UserKey = { readonly userId: number; readonly key: string }

export type UsedKey = UserKey & { readonly atMs: number }

/** The database refused a batch for its data: the same again would be refused again. */
export class BatchRefused extends Error {}

// What the engine keeps, as it is handed to the store and read from it.

/** Who may write. Whoever takes it after us makes everything of ours void. */
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

/** What a repeat hears again: no words, so that they can be made anew in the language of whoever repeats. */
export type StoredOutcome = DecidedOutcome | Burned

export type DecidedOutcome =
  | {
      readonly kind: 'done'
      readonly orders: readonly Order[]
      /** Of a command about many: the orders it did nothing to, and why. */
      readonly refusals?: readonly OrderRefusal[]
      readonly valuedOn?: KnownPrices
    }
  | Refusal

/** In place of the fingerprint of a request: a burned key is refused whatever it is used for. */
export const burnedFingerprint = '0'.repeat(64)

/** What is kept of a decision under the key of its command. */
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

/** That a key was used. */
export type KeyRecord = {
  readonly userId: number
  readonly key: string
  /** A hash of what was asked: the same key with something else is a mistake. */
  readonly fingerprint: string
  readonly atMs: number
}

export type OutcomeRecord = KeyRecord & { readonly outcome: StoredOutcome }

/** Everything one batch writes, in final states: one record for each row that is touched. */
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
  /** Its orders and receipts as JSON, as far as somebody has put them into words already. */
  readonly json?: OrderJson
}

/** Takes in what is read, one by one: the accounts first, then what they have open and pending. */
export type LoadSink = {
  readonly addAccount: (record: AccountRecord) => void
  readonly addOrder: (order: Order) => void
}

/** What is read besides, of the same moment. */
export type Loaded = {
  /** Those younger than the given moment, oldest first, and of very many only the newest. */
  readonly keys: readonly KeyRecord[]
  /** Those changed since that moment. */
  readonly movements: readonly MovementRecord[]
  readonly nextOrderId: number
  readonly nextTransferId: number
}
