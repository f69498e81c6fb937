// The door of the storage room: where everything is kept, and how the rest of the server gets at it.
import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { createClosing } from '#server/storage/cleanup-stack.ts'
import { appConfig, createAppPool, createEnginePool } from '#server/storage/connection-pool.ts'
import {
  type HeldDirectory,
  holdDataDirectory,
  tryHoldDataDirectory,
} from '#server/storage/data-directory.ts'
import {
  connectFailure,
  connectOwner,
  type DatabaseAddress,
  urlAddress,
} from '#server/storage/database-connection.ts'
import { startEmbeddedPostgres } from '#server/storage/embedded/embedded-postgres.ts'
import { runningServerAddress } from '#server/storage/embedded/running-server.ts'
import { createListener, type Listen } from '#server/storage/listener.ts'
import { isMigrated } from '#server/storage/migrations/migrate.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { askOne, checkAppRole } from '#server/storage/session-store.ts'
import { within } from '#server/storage/wait.ts'

export type { Pool, PoolClient } from 'pg'
export type { Listen } from '#server/storage/listener.ts'
export { inTransaction } from '#server/storage/transaction.ts'

export type Storage = {
  /** Sessions in the role that owns nothing; `bigint` columns arrive as safe integers. */
  readonly pool: Pool
  /** A few more of the same that are the engine's alone. */
  readonly enginePool: Pool
  /** Whether the database answers, asked anew, within two seconds. */
  readonly ping: () => Promise<boolean>
  readonly listen: Listen
  /** Closes the sessions, then stops the embedded server, then lets go of the directory. Safe to call twice. */
  readonly stop: () => Promise<void>
}

export type StorageParts = {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly log: Log
  readonly clock: Clock
  /** The embedded server ended although nobody stopped it; the sentence says how. */
  readonly onDatabaseExit?: (sentence: string) => void
}

const pingMs = 2000
const poolEndMs = 5000

/** Holds DATA_DIR, brings the database up and up to date. What it throws is a StartFailure, or our own mistake. */
export async function openStorage(parts: StorageParts): Promise<Storage> {
  return await openHeld(parts, await holdDataDirectory(parts.dataDir, parts.clock))
}

/** For tools: the database of the server that runs, or our own for as long as none does. */
export async function openStorageForTool(parts: StorageParts): Promise<Storage> {
  if (parts.databaseUrl !== undefined) return await joinStorage(parts, urlAddress(parts.databaseUrl))
  const held = tryHoldDataDirectory(parts.dataDir)
  if (held !== undefined) return await openHeld(parts, held)
  return await joinStorage(parts, await runningServerAddress(parts.dataDir, parts.clock))
}

async function openHeld(parts: StorageParts, held: HeldDirectory): Promise<Storage> {
  const closing = createClosing(parts.log)
  closing.add(held.release)
  try {
    const address =
      parts.databaseUrl === undefined
        ? await startOwnServer(parts, held.path, closing)
        : urlAddress(parts.databaseUrl)
    await prepareDatabase(address, parts.log)
    return await openSessions(address, parts, closing)
  } catch (caught) {
    await closing.run()
    throw caught
  }
}

type Closing = ReturnType<typeof createClosing>

async function startOwnServer(
  parts: StorageParts,
  dataDir: string,
  closing: Closing,
): Promise<DatabaseAddress> {
  const { log, clock, onDatabaseExit } = parts
  const server = await startEmbeddedPostgres({ dataDir, log, clock })
  closing.add(server.stop)
  void server.exited.then((how) => {
    if (closing.isRunning()) return
    log.error({ how }, 'PostgreSQL ended by itself')
    onDatabaseExit?.(`PostgreSQL ended by itself (${how}): read ${dataDir}/postgres.log, then start again.`)
  })
  return server.address
}

async function joinStorage(parts: StorageParts, address: DatabaseAddress): Promise<Storage> {
  const owner = await connectOwner(address).catch((caught: unknown) => {
    throw connectFailure(address, caught)
  })
  const ready = await isMigrated(owner).finally(async () => await owner.end())
  if (!ready)
    throw new StartFailure(
      'The database is not prepared for this version: start Openlot once, then try again.',
    )
  const closing = createClosing(parts.log)
  try {
    return await openSessions(address, parts, closing)
  } catch (caught) {
    await closing.run()
    throw caught
  }
}

async function openSessions(
  address: DatabaseAddress,
  { log }: StorageParts,
  closing: Closing,
): Promise<Storage> {
  const pool = createAppPool(address, log)
  const enginePool = createEnginePool(address, log)
  closing.add(async () => void (await within(poolEndMs, Promise.all([pool.end(), enginePool.end()]))))
  await checkAppRole(pool)
  const listener = await createListener(appConfig(address), log)
  closing.add(listener.stop)
  const ping = async () =>
    await within(pingMs, askOne(pool)).then(
      () => true,
      () => false,
    )
  return { pool, enginePool, ping, listen: listener.listen, stop: closing.run }
}
