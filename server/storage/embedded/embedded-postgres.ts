// A real PostgreSQL of our own, living in DATA_DIR and reachable only through a socket that is private to us.
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
import { chooseAccount } from '#server/storage/embedded/os-user.ts'
import { readPostmasterFile } from '#server/storage/embedded/postmaster-file.ts'
import {
  openServerLog,
  type ServerLog,
  serverLogName,
  startFailure,
  troubleIn,
} from '#server/storage/embedded/server-log.ts'
import {
  launchServer,
  type ServerProcess,
  stopLeftOverServer,
} from '#server/storage/embedded/server-process.ts'
import {
  makeSocketDirectory,
  removeSocketDirectory,
  socketDirectoryOf,
  socketPort,
} from '#server/storage/embedded/socket-directory.ts'
import { faultOf } from '#server/storage/error-info.ts'
import { ensureDatabase } from '#server/storage/prepare-database-store.ts'
import { pollUntil } from '#server/storage/wait.ts'

export type EmbeddedPostgres = {
  readonly address: DatabaseAddress
  readonly pid: number
  /** Resolves however the server ends, with how it did; starting it again on the same directory is allowed. */
  readonly exited: Promise<string>
  readonly stop: () => Promise<void>
}

type EmbeddedParts = {
  /** Held by this process, links resolved. */
  readonly dataDir: string
  readonly log: Log
  readonly clock: Clock
  /** For tests: nothing waits for the disk, and a power cut may lose it all. */
  readonly isThrowAway?: boolean
}

/** How long what a killed server left behind (its lock, its last children) may take to go away. */
const retryMs = 10_000
/** Recovery after a crash reads the log of changes again, which takes as long as it takes, within reason. */
const recoveryMs = 300_000

export async function startEmbeddedPostgres(parts: EmbeddedParts): Promise<EmbeddedPostgres> {
  const { isThrowAway = false } = parts
  const cluster = clusterPath(parts.dataDir)
  const binaries = findBinaries()
  const account = chooseAccount(binaries, cluster)
  await ensureCluster(parts.dataDir, binaries, account, isThrowAway)
  const socketDirectory = socketDirectoryOf(cluster)
  makeSocketDirectory(cluster, socketDirectory, account)
  const launch = { postgres: binaries.postgres, account, cluster, socketDirectory, isThrowAway }
  const server = await launchUntilItRuns(launch, parts)
  const stop = async () => {
    if (!(await server.stop(parts.clock))) parts.log.error({ pid: server.pid }, 'PostgreSQL does not stop')
    removeSocketDirectory(cluster, socketDirectory)
  }
  try {
    await ensureDatabase(serverAddress(socketDirectory, 'postgres'), embeddedDatabase)
  } catch (caught) {
    await stop()
    throw startFailure(cluster, faultOf(caught).message, join(parts.dataDir, serverLogName))
  }
  const address = serverAddress(socketDirectory, embeddedDatabase)
  return { address, pid: server.pid, exited: server.exited, stop }
}

export function serverAddress(socketDirectory: string, database: string): DatabaseAddress {
  return socketAddress({ host: socketDirectory, port: socketPort, user: embeddedOwner, database })
}

type LaunchParts = Omit<Parameters<typeof launchServer>[0], 'log'>

async function launchUntilItRuns(
  launch: LaunchParts,
  { dataDir, clock }: EmbeddedParts,
): Promise<ServerProcess> {
  const outcome = await pollUntil(clock, { timeoutMs: retryMs, everyMs: 200 }, async () => {
    await stopLeftOverServer(launch.cluster, clock)
    const log = openServerLog(dataDir)
    try {
      const server = await launchServer({ ...launch, log })
      if (await answers(server, launch, clock)) return server
      await server.stop(clock)
      if (troubleIn(log.written()) !== 'still in use') throw failure(launch, log)
      return undefined
    } finally {
      log.close()
    }
  })
  if (outcome === undefined) throw startFailure(launch.cluster, stillInUse, join(dataDir, serverLogName))
  return outcome
}

const stillInUse = 'lock file "postmaster.pid" already exists'

function failure(launch: LaunchParts, log: ServerLog) {
  return startFailure(launch.cluster, log.written(), log.file)
}

/** False when it ended, or did not answer in time. */
async function answers(server: ServerProcess, launch: LaunchParts, clock: Clock): Promise<boolean> {
  const address = serverAddress(launch.socketDirectory, 'postgres')
  const answered = await pollUntil(clock, { timeoutMs: recoveryMs, everyMs: 20 }, async () => {
    if (!server.isRunning()) return false
    // Read before connecting: each refused connection is a line in the log, and a recovery may be long.
    const file = readPostmasterFile(launch.cluster)
    return file?.pid === server.pid && file.isReady && (await isReachable(address)) ? true : undefined
  })
  return answered === true
}

async function isReachable(address: DatabaseAddress): Promise<boolean> {
  try {
    await (await connectOwner(address)).end()
    return true
  } catch {
    // Whether to go on asking depends on the process, and the caller watches that.
    return false
  }
}
