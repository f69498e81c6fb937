// Runs PostgreSQL as a child process, with its data in DATA_DIR and a private Unix socket.
import { join } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { connectOwner, type DatabaseAddress, socketAddress } from '#server/storage/database-connection.ts'
import { findBinaries } from '#server/storage/embedded/binaries.ts'
import {
  clusterPath,
  embeddedDatabase,
  embeddedOwner,
  ensureCluster,
} from '#server/storage/embedded/cluster.ts'
import { chooseOsUser } from '#server/storage/embedded/os-user.ts'
import { type EmbeddedPasswords, loadEmbeddedPasswords } from '#server/storage/embedded/password-file.ts'
import {
  openServerLog,
  postgresStartFailure,
  type ServerLog,
  serverLogName,
  startProblem,
} from '#server/storage/embedded/postgres-log.ts'
import {
  launchServer,
  type ServerProcess,
  stopLeftoverServer,
} from '#server/storage/embedded/postgres-process.ts'
import { readPostmasterFile } from '#server/storage/embedded/postmaster-file.ts'
import { type AccessRules, secureOwner, writeAccessRules } from '#server/storage/embedded/secure-owner.ts'
import {
  makeSocketDirectory,
  removeSocketDirectory,
  socketDirectoryOf,
  socketPort,
} from '#server/storage/embedded/socket-directory.ts'
import { errorInfo } from '#server/storage/error-info.ts'
import { ensureDatabase } from '#server/storage/prepare-database-store.ts'
import { pollUntil } from '#server/storage/wait.ts'

export type EmbeddedPostgres = {
  /** With the owner, for setup and migrations. */
  readonly address: DatabaseAddress
  readonly passwords: EmbeddedPasswords
  readonly pid: number
  /** Resolves with the exit code or signal. The server may then be started again on the same directory. */
  readonly exited: Promise<string>
  readonly stop: () => Promise<void>
}

type EmbeddedParts = {
  /** Locked by this process, with symbolic links resolved. */
  readonly dataDir: string
  readonly log: Log
  readonly clock: Clock
  /** For tests: disables fsync, so a power loss may destroy the data. */
  readonly isThrowAway?: boolean
}

/** How long the lock and children of a killed server may take to disappear. */
const retryMs = 10_000
/** Crash recovery replays the write-ahead log, which may take minutes. */
const recoveryMs = 300_000

export async function startEmbeddedPostgres(parts: EmbeddedParts): Promise<EmbeddedPostgres> {
  const { isThrowAway = false } = parts
  const cluster = clusterPath(parts.dataDir)
  const binaries = findBinaries()
  const osUser = chooseOsUser(binaries, cluster)
  await ensureCluster(parts.dataDir, binaries, osUser, isThrowAway)
  const passwords = loadEmbeddedPasswords(parts.dataDir)
  const writeRules = (which: AccessRules) => writeAccessRules(cluster, osUser, which, embeddedOwner)
  writeRules('password')
  const socketDirectory = socketDirectoryOf(cluster)
  makeSocketDirectory(cluster, socketDirectory, osUser)
  const owner = { user: embeddedOwner, password: passwords.owner }
  const maintenance = serverAddress(socketDirectory, 'postgres', owner)
  const launch = { postgres: binaries.postgres, osUser, cluster, socketDirectory, isThrowAway }
  const server = await launchUntilReady({ ...launch, maintenance }, parts)
  const stop = async () => {
    if (!(await server.stop(parts.clock)))
      parts.log.error({ pid: server.pid }, 'PostgreSQL did not stop in time')
    removeSocketDirectory(cluster, socketDirectory)
  }
  try {
    const { reload } = server
    await secureOwner({ ...owner, address: maintenance, writeRules, reload, clock: parts.clock })
    await ensureDatabase(maintenance, embeddedDatabase)
  } catch (caught) {
    await stop()
    throw postgresStartFailure(cluster, errorInfo(caught).message, join(parts.dataDir, serverLogName))
  }
  const address = serverAddress(socketDirectory, embeddedDatabase, owner)
  return { address, passwords, pid: server.pid, exited: server.exited, stop }
}

type Login = { readonly user: string; readonly password: string }

export function serverAddress(socketDirectory: string, database: string, login: Login): DatabaseAddress {
  return socketAddress({ host: socketDirectory, port: socketPort, database, ...login })
}

type LaunchParts = Omit<Parameters<typeof launchServer>[0], 'log'> & {
  /** Asked until the server answers. */
  readonly maintenance: DatabaseAddress
}

async function launchUntilReady(
  launch: LaunchParts,
  { dataDir, clock }: EmbeddedParts,
): Promise<ServerProcess> {
  const outcome = await pollUntil(clock, { timeoutMs: retryMs, everyMs: 200 }, async () => {
    await stopLeftoverServer(launch.cluster, clock)
    const log = openServerLog(dataDir)
    try {
      const server = await launchServer({ ...launch, log })
      if (await becomesReady(server, launch, clock)) return server
      await server.stop(clock)
      if (startProblem(log.written()) !== 'still in use') throw failure(launch, log)
      return undefined
    } finally {
      log.close()
    }
  })
  if (outcome === undefined)
    throw postgresStartFailure(launch.cluster, stillInUse, join(dataDir, serverLogName))
  return outcome
}

const stillInUse = 'lock file "postmaster.pid" already exists'

function failure(launch: LaunchParts, log: ServerLog) {
  return postgresStartFailure(launch.cluster, log.written(), log.file)
}

/** False if the server exited or did not accept connections in time. */
async function becomesReady(server: ServerProcess, launch: LaunchParts, clock: Clock): Promise<boolean> {
  const isReady = await pollUntil(clock, { timeoutMs: recoveryMs, everyMs: 20 }, async () => {
    if (!server.isRunning()) return false
    // Checks the file before connecting, because each refused connection writes a log line.
    const file = readPostmasterFile(launch.cluster)
    return file?.pid === server.pid && file.isReady && (await isReachable(launch.maintenance))
      ? true
      : undefined
  })
  return isReady === true
}

async function isReachable(address: DatabaseAddress): Promise<boolean> {
  try {
    await (await connectOwner(address)).end()
    return true
  } catch (caught) {
    // A server that refuses the password is running. The caller stops polling when the process exits.
    return errorInfo(caught).code === '28P01'
  }
}
