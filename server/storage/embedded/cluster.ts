import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { PostgresBinaries } from '#server/storage/embedded/binaries.ts'
import { allowTraversal, chownTo, commandAs, type OsUser } from '#server/storage/embedded/os-user.ts'
import { postgresStartFailure, serverLogName, startProblem } from '#server/storage/embedded/postgres-log.ts'
import { fileErrorKind } from '#server/storage/error-info.ts'

/** Superuser and database of the embedded server. */
export const embeddedOwner = 'openlot'
export const embeddedDatabase = 'openlot'

export function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** Creates the cluster if there is none, and refuses one of another major version. */
export async function ensureCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  osUser: OsUser,
  isThrowAway: boolean,
): Promise<void> {
  const cluster = clusterPath(dataDir)
  removeUnfinishedClusters(dataDir)
  allowTraversal(osUser, dataDir)
  if (!existsSync(cluster)) {
    const options = isThrowAway ? [...initdbOptions, '--no-sync'] : initdbOptions
    return await createCluster(
      dataDir,
      (directory) => runInitdb(directory, binaries, osUser, options),
      osUser,
    )
  }
  checkVersion(cluster, binaries)
  // A restored backup often has wider permissions, which PostgreSQL refuses.
  if ((statSync(cluster).mode & 0o077) !== 0) chmodSync(cluster, 0o700)
}

function checkVersion(cluster: string, { majorVersion }: PostgresBinaries): void {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file))
    throw new StartFailure(
      `${cluster} does not contain a PostgreSQL database: move the directory away, or restore a backup into it.`,
    )
  const found = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (found === majorVersion) return
  throw new StartFailure(
    `The database in ${cluster} was created by PostgreSQL ${found}, but this Openlot includes PostgreSQL ${majorVersion}: upgrade it with pg_upgrade, or run its own version and set DATABASE_URL.`,
  )
}

/** Created in a temporary directory and renamed, so that a crash leaves no incomplete cluster. */
async function createCluster(
  dataDir: string,
  fill: (directory: string) => Promise<void>,
  osUser: OsUser,
): Promise<void> {
  const cluster = clusterPath(dataDir)
  const unfinished = mkdtempSync(join(dataDir, unfinishedPrefix))
  try {
    chownTo(osUser, unfinished)
    await fill(unfinished)
    renameSync(unfinished, cluster)
    syncDirectory(dataDir)
  } catch (caught) {
    rmSync(unfinished, { recursive: true, force: true })
    const output = outputOf(caught)
    const logFile = join(dataDir, serverLogName)
    if (startProblem(output) !== 'disk full') appendFileSync(logFile, `${output}\n`, { mode: 0o600 })
    throw postgresStartFailure(cluster, output, logFile)
  }
}

const unfinishedPrefix = 'postgres.new-'

/**
 * The builtin C.UTF-8 locale sorts text and converts case identically on every machine. The rules of initdb, which would
 * let everyone in, are replaced before the first start.
 */
const initdbOptions = [
  ['-U', embeddedOwner, '-A', 'trust', '-E', 'UTF8', '--no-instructions'],
  ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
].flat()

async function runInitdb(
  directory: string,
  binaries: PostgresBinaries,
  osUser: OsUser,
  options: readonly string[],
): Promise<void> {
  const initdb = commandAs(osUser, binaries.initdb, ['-D', directory, ...options])
  // In a process group of its own, so that Ctrl-C does not interrupt initdb.
  const child = spawn(initdb.command, initdb.args, {
    ...initdb.options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 120_000,
  })
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-10_000)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw Object.assign(new Error('initdb failed'), { stderr })
}

function outputOf(caught: unknown): string {
  if (fileErrorKind(caught) === 'disk full') return 'No space left on device'
  if (typeof caught === 'object' && caught !== null && 'stderr' in caught && caught.stderr !== '')
    return String(caught.stderr)
  return String(caught)
}

/** An orphaned initdb may still be writing. What cannot be removed now is removed at the next start. */
function removeUnfinishedClusters(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch (caught) {
      if (fileErrorKind(caught) !== 'other') throw caught
    }
  }
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
