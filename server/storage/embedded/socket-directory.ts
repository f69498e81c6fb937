import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '#server/platform/start-failure.ts'
import { type Account, giveTo } from '#server/storage/embedded/os-user.ts'
import { faultOf } from '#server/storage/error-info.ts'

/** There is no TCP port: the number is only part of the socket's name. */
export const socketPort = 5432

/** What the kernel's address of a unix socket holds, without the closing zero. */
export const socketPathLimit = process.platform === 'darwin' ? 103 : 107

/** The cluster itself, which is 0700, or a short directory elsewhere when that path would be too long. */
export function socketDirectoryOf(cluster: string, temporary = tmpdir()): string {
  if (fits(cluster)) return cluster
  const name = `openlot-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  const short = join(temporary, name)
  return fits(short) ? short : join('/tmp', name)
}

function fits(directory: string): boolean {
  return Buffer.byteLength(`${directory}/.s.PGSQL.${socketPort}`) <= socketPathLimit
}

/** Its name can be guessed, so one that somebody else made is refused: whoever owns it could answer for us. */
export function makeSocketDirectory(cluster: string, directory: string, account: Account): void {
  if (directory === cluster) return
  try {
    mkdirSync(directory, { mode: 0o700 })
    giveTo(account, directory)
  } catch (caught) {
    if (faultOf(caught).code !== 'EEXIST') throw caught
  }
  const found = lstatSync(directory)
  const owner = account.kind === 'another user' ? account.uid : process.getuid?.()
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return
  throw new StartFailure(
    `${directory}, where the database's socket goes, belongs to somebody else: remove it, or set DATA_DIR to a shorter path.`,
  )
}

export function removeSocketDirectory(cluster: string, directory: string): void {
  if (directory === cluster) return
  try {
    rmdirSync(directory)
  } catch (caught) {
    // A database that could not be stopped still has its socket there; the next start uses it again.
    if (!['ENOTEMPTY', 'ENOENT'].includes(faultOf(caught).code)) throw caught
  }
}
