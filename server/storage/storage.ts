// Entry point of the storage module: the embedded or external PostgreSQL, connection pools and LISTEN.
import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { createCleanupStack } from '#server/storage/cleanup-stack.ts'
import { appConfig, createAppPool, createEnginePool } from '#server/storage/connection-pool.ts'
import {
  type LockedDirectory,
  lockDataDirectory,
  tryLockDataDirectory,
} from '#server/storage/data-directory.ts'
import {
  connectFailure,
  connectOwner,
  type DatabaseAddress,
  urlAddress,
} from '#server/storage/database-connection.ts'
import { startEmbeddedPostgres } from '#server/storage/embedded/embedded-postgres.ts'
import { runningServerAddress } from '#server/storage/embedded/running-postgres.ts'
import { createListener, type Listen } from '#server/storage/listener.ts'
import { isMigrated } from '#server/storage/migrations/migrate.ts'
import { checkAppRole, prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { pingDatabase } from '#server/storage/session-store.ts'
import { withTimeout } from '#server/storage/wait.ts'

export type { Pool, PoolClient } from 'pg'
export type { Listen } from '#server/storage/listener.ts'
export { readRecordedTimes } from '#server/storage/recorded-time-store.ts'
export { type TakenConnection, takeConnection } from '#server/storage/take-connection.ts'
export { inTransaction } from '#server/storage/transaction.ts'

export type Storage = {
  /** Connections in the application role; `bigint` columns are read as safe integers. */
  readonly pool: Pool
  /** A separate pool for the engine. */
  readonly enginePool: Pool
  /** Whether the database answers within two seconds. */
  readonly ping: () => Promise<boolean>
  readonly listen: Listen
  /** Closes the connections, stops the embedded server and releases the directory. Idempotent. */
  readonly stop: () => Promise<void>
}

export type StorageParts = {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly log: Log
  readonly clock: Clock
  /** Called if the embedded server exits unexpectedly, with an explanation for the administrator. */
  readonly onDatabaseExit?: (sentence: string) => void
}

const pingMs = 2000

/** Locks DATA_DIR, starts the database and migrates it. Expected problems throw a StartFailure. */
export async function openStorage(parts: StorageParts): Promise<Storage> {
  return await openLocked(parts, await lockDataDirectory(parts.dataDir, parts.clock))
}

/** For command line tools: connects to the running server's database, or opens the storage if no server runs. */
export async function openStorageForTool(parts: StorageParts): Promise<Storage> {
  if (parts.databaseUrl !== undefined) return await connectStorage(parts, urlAddress(parts.databaseUrl))
  const locked = tryLockDataDirectory(parts.dataDir)
  if (locked !== undefined) return await openLocked(parts, locked)
  return await connectStorage(parts, await runningServerAddress(parts.dataDir, parts.clock))
}

async function openLocked(parts: StorageParts, locked: LockedDirectory): Promise<Storage> {
  const cleanup = createCleanupStack(parts.log)
  cleanup.add(locked.release)
  try {
    const address =
      parts.databaseUrl === undefined
        ? await startEmbedded(parts, locked.path, cleanup)
        : urlAddress(parts.databaseUrl)
    await prepareDatabase(address, parts.log)
    return await openConnections(address, parts, cleanup)
  } catch (caught) {
    await cleanup.run()
    throw caught
  }
}

type CleanupStack = ReturnType<typeof createCleanupStack>

async function startEmbedded(
  parts: StorageParts,
  dataDir: string,
  cleanup: CleanupStack,
): Promise<DatabaseAddress> {
  const { log, clock, onDatabaseExit } = parts
  const server = await startEmbeddedPostgres({ dataDir, log, clock })
  cleanup.add(server.stop)
  void server.exited.then((how) => {
    if (cleanup.isRunning()) return
    log.error({ how }, 'PostgreSQL exited unexpectedly')
    onDatabaseExit?.(
      `PostgreSQL exited unexpectedly (${how}): read ${dataDir}/postgres.log, then start again.`,
    )
  })
  return server.address
}

async function connectStorage(parts: StorageParts, address: DatabaseAddress): Promise<Storage> {
  const owner = await connectOwner(address).catch((caught: unknown) => {
    throw connectFailure(address, caught)
  })
  const ready = await isMigrated(owner).finally(async () => await owner.end())
  if (!ready)
    throw new StartFailure(
      'The database is not prepared for this version: start Openlot once, then repeat the command.',
    )
  const cleanup = createCleanupStack(parts.log)
  try {
    return await openConnections(address, parts, cleanup)
  } catch (caught) {
    await cleanup.run()
    throw caught
  }
}

async function openConnections(
  address: DatabaseAddress,
  { log }: StorageParts,
  cleanup: CleanupStack,
): Promise<Storage> {
  const pool = createAppPool(address, log)
  const enginePool = createEnginePool(address, log)
  cleanup.add(
    async () => void (await withTimeout(stopBoundsMs.pools, Promise.all([pool.end(), enginePool.end()]))),
  )
  await checkAppRole(pool)
  const listener = await createListener(appConfig(address), log)
  cleanup.add(listener.stop)
  const ping = async () =>
    await withTimeout(pingMs, pingDatabase(pool)).then(
      () => true,
      () => false,
    )
  return { pool, enginePool, ping, listen: listener.listen, stop: cleanup.run }
}
