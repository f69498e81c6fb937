import type { DatabaseAddress } from '#server/storage/database-connection.ts'
import type { Facts } from '#test/crash/checks/database-state.ts'
import type { Load } from '#test/crash/load/load.ts'

/** Killed with SIGKILL; a new start is needed. */
export const killKinds = ['server', 'database', 'both'] as const

/**
 * The connection to the database is cut at a commit: before it arrived, while it was under way, or after it was done;
 * `cut_lease` at the lease that is taken again thereafter, too. `stalled`: a commit takes longer than anybody waits. The
 * server goes on by itself.
 */
export const cutKinds = ['cut_before', 'cut_during', 'cut_after', 'cut_lease'] as const

/** `take_over`: another server starts on the same database. The first stops by itself. */
export const sharedKinds = [...cutKinds, 'stalled', 'take_over'] as const

export const crashKinds = [...killKinds, ...sharedKinds] as const
export type CrashKind = (typeof crashKinds)[number]

/** A server and its database, which can be made to crash. */
export type Machine = {
  readonly kinds: readonly CrashKind[]
  readonly address: () => string
  /**
   * Makes it crash while a load is on it, and brings it up again where it does not by itself. `begin` puts the load on
   * and resolves at the moment of the crash; what goes otherwise than it must is thrown.
   */
  readonly crash: (kind: CrashKind, begin: () => Promise<Load>) => Promise<void>
  readonly readFacts: () => Promise<Facts>
  /** Where its database is. */
  readonly database: () => Promise<DatabaseAddress>
  /** Everything every server of it has said. */
  readonly printed: () => string
  readonly stop: () => Promise<void>
}
