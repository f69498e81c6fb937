import type { ClientConfig } from 'pg'
import type { DatabaseAddress } from '#server/storage/database-connection.ts'
import type { DatabaseState } from '#test/crash/checks/database-state.ts'
import type { Load } from '#test/crash/load/load.ts'

/** Processes killed with SIGKILL. The server must be started again. */
export const killKinds = ['server', 'database', 'both'] as const

/**
 * The database connection is cut before a commit arrives, while it runs, or after it was executed. `cut_lease` cuts it
 * once more when the server takes its lease again. The server recovers without a restart.
 */
export const cutKinds = ['cut_before', 'cut_during', 'cut_after', 'cut_lease'] as const

/**
 * `late`: a commit arrives after the server has given it up and recovered. `stalled`: commit and lease take longer than
 * callers wait. `take_over`: another server starts on the same database, and the first stops by itself.
 */
export const sharedKinds = [...cutKinds, 'late', 'stalled', 'take_over'] as const

export const crashKinds = [...killKinds, ...sharedKinds] as const
export type CrashKind = (typeof crashKinds)[number]

/** A server with its database, and ways to crash them. */
export type Machine = {
  readonly kinds: readonly CrashKind[]
  readonly address: () => string
  /**
   * Crashes the machine under load and restarts it if needed. `begin` starts the load and resolves when the crash is
   * due. Throws if the server reacts wrongly.
   */
  readonly crash: (kind: CrashKind, begin: () => Promise<Load>) => Promise<void>
  readonly readDatabaseState: () => Promise<DatabaseState>
  /** With the login of the database's owner. */
  readonly ownerConfig: () => Promise<ClientConfig>
  /** Where the running server writes its messages. */
  readonly dataDir: () => string
  /** With the application's login. */
  readonly database: () => Promise<DatabaseAddress>
  /** Files of recorded heads. Every head must still be part of the history after the crashes. */
  readonly headsFiles: readonly string[]
  /** Output of all servers of this machine so far. */
  readonly printed: () => string
  readonly stop: () => Promise<void>
}
