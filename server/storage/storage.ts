// Entry point of the storage module: the embedded or external PostgreSQL, connection pools and LISTEN.
import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { createCleanupStack } from '#server/storage/cleanup-stack.ts'
import { createAppPool, createEnginePool, loginConfig } from '#server/storage/connection-pool.ts'
import {
  type LockedDirectory,
  lockDataDirectory,
  tryLockDataDirectory,
} from '#server/storage/data-directory.ts'
import { connectFailure, connectOwner, urlAddress } from '#server/storage/database-connection.ts'
import { startEmbeddedPostgres } from '#server/storage/embedded/embedded-postgres.ts'
import { runningServerLogins } from '#server/storage/embedded/running-postgres.ts'
import { createListener, type Listen } from '#server/storage/listener.ts'
import { isMigrated, ownerFailure } from '#server/storage/migrations/migrate.ts'
import { checkLogin, prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { findLogins, type LoginAddresses, type RoleParts } from '#server/storage/roles/ensure-roles.ts'
import { pingDatabase } from '#server/storage/session-store.ts'
import { withTimeout } from '#server/storage/wait.ts'

export type { Pool, PoolClient } from 'pg'
export type { Listen } from '#server/storage/listener.ts'
export { readInPortions } from '#server/storage/read-in-portions.ts'
export { readInSlices } from '#server/storage/read-in-slices.ts'
export {
  type ClockCorrections,
  readCorrections,
  readRecordedTime,
  recordCorrection,
} from '#server/storage/recorded-time-store.ts'
export { type TakenConnection, takeConnection } from '#server/storage/take-connection.ts'
export { inTransaction } from '#server/storage/transaction.ts'

export type Storage = {
  /** Connections with the application's login; `bigint` columns are read as safe integers. */
  readonly pool: Pool
  /** Connections with the engine's login, the only one that can write its tables. */
  readonly enginePool: Pool
  /** Whether the database answers within two seconds. */
  readonly ping: () => Promise<boolean>
  readonly listen: Listen
  /** Closes the connections, stops the embedded server and releases the directory. Idempotent. */
  readonly stop: () => Promise<void>
}

export type StorageParts = {
  readonly databaseUrl: string | undefined
  /** The owner of the tables, if `databaseUrl` is the application's own login. */
  readonly databaseOwnerUrl?: string | undefined
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
  if (parts.databaseUrl !== undefined)
    return await connectStorage(parts, await externalLogins(externalAddresses(parts, parts.databaseUrl)))
  const locked = tryLockDataDirectory(parts.dataDir)
  if (locked !== undefined) return await openLocked(parts, locked)
  return await connectStorage(parts, await runningServerLogins(parts.dataDir, parts.clock))
}

async function openLocked(parts: StorageParts, locked: LockedDirectory): Promise<Storage> {
  const cleanup = createCleanupStack(parts.log)
  cleanup.add(locked.release)
  try {
    const database =
      parts.databaseUrl === undefined
        ? await startEmbedded(parts, locked.path, cleanup)
        : externalAddresses(parts, parts.databaseUrl)
    const logins = await prepareDatabase({ ...database, dataDir: locked.path, log: parts.log })
    const storage = await openConnections(logins, parts, cleanup)
    await checkLogin(storage.enginePool, logins.engine)
    return storage
  } catch (caught) {
    await cleanup.run()
    throw caught
  }
}

type CleanupStack = ReturnType<typeof createCleanupStack>

type Addresses = Pick<RoleParts, 'owner' | 'app' | 'passwords'>

function externalAddresses({ databaseOwnerUrl }: StorageParts, databaseUrl: string): Addresses {
  if (databaseOwnerUrl === undefined) return { owner: urlAddress(databaseUrl) }
  const addresses = {
    owner: urlAddress(databaseOwnerUrl, 'DATABASE_OWNER_URL'),
    app: urlAddress(databaseUrl),
  }
  if (addresses.owner.user !== addresses.app.user) return addresses
  throw new StartFailure(
    'DATABASE_URL and DATABASE_OWNER_URL have the same user: remove DATABASE_OWNER_URL, or set DATABASE_URL to another user that owns nothing.',
  )
}

async function startEmbedded(
  parts: StorageParts,
  dataDir: string,
  cleanup: CleanupStack,
): Promise<Addresses> {
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
  return { owner: server.address, passwords: server.passwords }
}

/** Reads the passwords as the owner, and only that. */
async function externalLogins({ owner, app }: Addresses): Promise<LoginAddresses | undefined> {
  const client = await connectOwner(owner).catch((caught: unknown) => {
    throw connectFailure(owner, caught)
  })
  try {
    if (!(await isMigrated(client))) return undefined
    return await findLogins(client, { owner, app }).catch((caught: unknown) => {
      throw ownerFailure(client, caught)
    })
  } finally {
    await client.end()
  }
}

async function connectStorage(parts: StorageParts, logins: LoginAddresses | undefined): Promise<Storage> {
  if (logins === undefined)
    throw new StartFailure(
      'The database is not prepared for this version: start Openlot once, then repeat the command.',
    )
  const cleanup = createCleanupStack(parts.log)
  try {
    return await openConnections(logins, parts, cleanup)
  } catch (caught) {
    await cleanup.run()
    throw caught
  }
}

async function openConnections(
  { app, engine }: LoginAddresses,
  { log }: StorageParts,
  cleanup: CleanupStack,
): Promise<Storage> {
  const pool = createAppPool(app, log)
  const enginePool = createEnginePool(engine, log)
  cleanup.add(
    async () => void (await withTimeout(stopBoundsMs.pools, Promise.all([pool.end(), enginePool.end()]))),
  )
  await checkLogin(pool, app)
  const listener = await createListener(loginConfig(app), log)
  cleanup.add(listener.stop)
  const ping = async () =>
    await withTimeout(pingMs, pingDatabase(pool)).then(
      () => true,
      () => false,
    )
  return { pool, enginePool, ping, listen: listener.listen, stop: cleanup.run }
}
