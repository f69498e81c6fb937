import type {
  BatchRecords,
  Lease,
  Loaded,
  MovementRecord,
  OutcomeRecord,
  Receiver,
} from '#server/engine/records.ts'

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
  readonly load: (recentSince: Date, into: Receiver) => Promise<Loaded>
  /**
   * Writes a batch whole or not at all, in one statement. `fenced`: somebody else holds the lease, and nothing was
   * written. Throws `BatchRefused` where the database refused the data, anything else where nobody knows.
   */
  readonly commit: (lease: Lease, batch: BatchRecords) => Promise<'committed' | 'fenced'>
  readonly outcomes: (keys: readonly AskedKey[], since: Date) => Promise<readonly OutcomeRecord[]>
  /** The keys used since then, oldest first, those that follow `after`; at most so many. */
  readonly keysSince: (since: Date, after: KeyAt | undefined, limit: number) => Promise<readonly KeyAt[]>
  /** Which of these ids are, or ever were, orders of this user. */
  readonly ordersOf: (userId: number, orderIds: readonly number[]) => Promise<ReadonlySet<number>>
  readonly movement: (reference: string) => Promise<MovementRecord | undefined>
  /** Users without an account, after this id, ascending. */
  readonly usersWithoutAccount: (
    afterId: number,
    limit: number,
  ) => Promise<readonly { readonly userId: number; readonly isDemo: boolean }[]>
  /** How many were forgotten. */
  readonly forgetOutcomes: (before: Date, limit: number) => Promise<number>
}

export type AskedKey = { readonly userId: number; readonly key: string }

export type KeyAt = AskedKey & { readonly atMs: number }

/** The database refused a batch for its data: the same again would be refused again. */
export class BatchRefused extends Error {}
