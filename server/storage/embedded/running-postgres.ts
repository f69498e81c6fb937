import { realpathSync } from 'node:fs'
import type { Clock } from '#server/platform/clock.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { connectClient, type DatabaseAddress } from '#server/storage/database-connection.ts'
import { clusterPath, embeddedDatabase, embeddedOwner } from '#server/storage/embedded/cluster.ts'
import { serverAddress } from '#server/storage/embedded/embedded-postgres.ts'
import { readEmbeddedPasswords } from '#server/storage/embedded/password-file.ts'
import { isPostmasterOf, readPostmasterFile } from '#server/storage/embedded/postmaster-file.ts'
import { isMigrated } from '#server/storage/migrations/migrate.ts'
import type { LoginAddresses } from '#server/storage/roles/ensure-roles.ts'
import { loginName } from '#server/storage/roles/role-names.ts'
import { pollUntil } from '#server/storage/wait.ts'

type RunningAddresses = LoginAddresses & { readonly owner: DatabaseAddress }

const startingMs = 10_000

/** Logins of the database whose server holds this directory. Waits for a server that is starting. */
export async function runningServerLogins(dataDir: string, clock: Clock): Promise<RunningAddresses> {
  const path = realpathSync(dataDir)
  const cluster = clusterPath(path)
  const addresses = await pollUntil(clock, { timeoutMs: startingMs, everyMs: 50 }, async () => {
    const found = readPostmasterFile(cluster)
    if (found === undefined || !isPostmasterOf(cluster, found.pid)) return undefined
    const candidate = addressesAt(found.socketDirectory, path)
    return candidate !== undefined && (await isReady(candidate.app)) ? candidate : undefined
  })
  if (addresses !== undefined) return addresses
  throw new StartFailure(
    `The server that uses ${dataDir} has no embedded database: set the same DATABASE_URL as that server, or wait until it has started.`,
  )
}

function addressesAt(socketDirectory: string, dataDir: string): RunningAddresses | undefined {
  const passwords = readEmbeddedPasswords(dataDir)
  if (passwords === undefined) return undefined
  const address = (user: string, password: string) =>
    serverAddress(socketDirectory, embeddedDatabase, { user, password })
  return {
    owner: address(embeddedOwner, passwords.owner),
    app: address(loginName(embeddedDatabase, 'app'), passwords.app),
    engine: address(loginName(embeddedDatabase, 'engine'), passwords.engine),
  }
}

async function isReady(app: DatabaseAddress): Promise<boolean> {
  const client = await connectClient(app.config).catch(() => undefined)
  if (client === undefined) return false
  return await isMigrated(client)
    .catch(() => false)
    .finally(async () => await client.end())
}
