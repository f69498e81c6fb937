import { realpathSync } from 'node:fs'
import type { Clock } from '#server/platform/clock.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { connectOwner, type DatabaseAddress } from '#server/storage/database-connection.ts'
import { clusterPath, embeddedDatabase } from '#server/storage/embedded/cluster.ts'
import { serverAddress } from '#server/storage/embedded/embedded-postgres.ts'
import { isPostmasterOf, readPostmasterFile } from '#server/storage/embedded/postmaster-file.ts'
import { isMigrated } from '#server/storage/migrations/migrate.ts'
import { pollUntil } from '#server/storage/wait.ts'

const startingMs = 10_000

/** Database address of the server that holds this directory. Waits for a server that is starting. */
export async function runningServerAddress(dataDir: string, clock: Clock): Promise<DatabaseAddress> {
  const cluster = clusterPath(realpathSync(dataDir))
  const address = await pollUntil(clock, { timeoutMs: startingMs, everyMs: 50 }, async () => {
    const found = readPostmasterFile(cluster)
    if (found === undefined || !isPostmasterOf(cluster, found.pid)) return undefined
    const candidate = serverAddress(found.socketDirectory, embeddedDatabase)
    return (await isReady(candidate)) ? candidate : undefined
  })
  if (address !== undefined) return address
  throw new StartFailure(
    `The server that uses ${dataDir} has no embedded database: set the same DATABASE_URL as that server, or wait until it has started.`,
  )
}

async function isReady(address: DatabaseAddress): Promise<boolean> {
  const owner = await connectOwner(address).catch(() => undefined)
  if (owner === undefined) return false
  return await isMigrated(owner).finally(async () => await owner.end())
}
