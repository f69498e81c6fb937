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
import { type Account, commandIn, giveTo, letThrough } from '#server/storage/embedded/os-user.ts'
import { serverLogName, startFailure, troubleIn } from '#server/storage/embedded/server-log.ts'
import { fileFaultOf } from '#server/storage/error-info.ts'

/** The superuser and the database of the embedded server; with DATABASE_URL both are the operator's choice. */
export const embeddedOwner = 'openlot'
export const embeddedDatabase = 'openlot'

export function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** Makes the database's files if there are none, and refuses those of another major version. */
export async function ensureCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  account: Account,
  isThrowAway: boolean,
): Promise<void> {
  const cluster = clusterPath(dataDir)
  removeUnfinished(dataDir)
  letThrough(account, dataDir)
  if (!existsSync(cluster)) {
    const options = isThrowAway ? [...initdbOptions, '--no-sync'] : initdbOptions
    return await createCluster(
      dataDir,
      (directory) => runInitdb(directory, binaries, account, options),
      account,
    )
  }
  checkVersion(cluster, binaries)
  // A copy or a restored back-up often comes out wider, and PostgreSQL would refuse it; so would we, with trust inside.
  if ((statSync(cluster).mode & 0o077) !== 0) chmodSync(cluster, 0o700)
}

function checkVersion(cluster: string, { majorVersion }: PostgresBinaries): void {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file))
    throw new StartFailure(
      `${cluster} does not hold a PostgreSQL database: move it away, or restore a back-up into it.`,
    )
  const found = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (found === majorVersion) return
  throw new StartFailure(
    `The database in ${cluster} was made by PostgreSQL ${found} but this Openlot carries PostgreSQL ${majorVersion}: move it over with pg_upgrade, or serve it with its own version and set DATABASE_URL.`,
  )
}

/** Made beside its place and renamed, so that a death half-way leaves nothing that looks like a database. */
async function createCluster(
  dataDir: string,
  fill: (directory: string) => Promise<void>,
  account: Account,
): Promise<void> {
  const cluster = clusterPath(dataDir)
  const unfinished = mkdtempSync(join(dataDir, unfinishedPrefix))
  try {
    giveTo(account, unfinished)
    await fill(unfinished)
    renameSync(unfinished, cluster)
    syncDirectory(dataDir)
  } catch (caught) {
    rmSync(unfinished, { recursive: true, force: true })
    const output = outputOf(caught)
    const logFile = join(dataDir, serverLogName)
    if (troubleIn(output) !== 'disk full') appendFileSync(logFile, `${output}\n`, { mode: 0o600 })
    throw startFailure(cluster, output, logFile)
  }
}

const unfinishedPrefix = 'postgres.new-'

/** PostgreSQL's own C.UTF-8 sorts and folds the same on every machine, whatever locales that has. */
const initdbOptions = [
  ['-U', embeddedOwner, '-A', 'trust', '-E', 'UTF8', '--no-instructions'],
  ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
].flat()

async function runInitdb(
  directory: string,
  binaries: PostgresBinaries,
  account: Account,
  options: readonly string[],
): Promise<void> {
  const initdb = commandIn(account, binaries.initdb, ['-D', directory, ...options])
  // A session of its own, like the server's: a Ctrl-C is for us to answer and must not break it off half-way.
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
  if (fileFaultOf(caught) === 'disk full') return 'No space left on device'
  if (typeof caught === 'object' && caught !== null && 'stderr' in caught && caught.stderr !== '')
    return String(caught.stderr)
  return String(caught)
}

/** An initdb whose Node was killed may still be writing there; what cannot be removed now goes next time. */
function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch (caught) {
      if (fileFaultOf(caught) !== 'other') throw caught
    }
  }
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
