import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '#server/platform/start-failure.ts'
import { chownTo, type OsUser } from '#server/storage/embedded/os-user.ts'
import { errorInfo } from '#server/storage/error-info.ts'

/** Part of the socket's file name; the server listens on no TCP port. */
export const socketPort = 5432

/** Longest path of a Unix socket, without the terminating zero. */
export const socketPathLimit = process.platform === 'darwin' ? 103 : 107

/**
 * The cluster directory, which has mode 0700. If its path is too long for a socket, a directory with a shorter path.
 */
export function socketDirectoryOf(cluster: string, temporary = tmpdir()): string {
  if (fitsSocketPath(cluster)) return cluster
  const name = `openlot-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  const short = join(temporary, name)
  return fitsSocketPath(short) ? short : join('/tmp', name)
}

function fitsSocketPath(directory: string): boolean {
  return Buffer.byteLength(`${directory}/.s.PGSQL.${socketPort}`) <= socketPathLimit
}

/** Refuses a directory of another user: the name is predictable, and its owner could impersonate the database. */
export function makeSocketDirectory(cluster: string, directory: string, osUser: OsUser): void {
  if (directory === cluster) return
  try {
    mkdirSync(directory, { mode: 0o700 })
    chownTo(osUser, directory)
  } catch (caught) {
    if (errorInfo(caught).code !== 'EEXIST') throw caught
  }
  const found = lstatSync(directory)
  const owner = osUser.kind === 'another user' ? osUser.uid : process.getuid?.()
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return
  throw new StartFailure(
    `${directory}, the directory of the database socket, belongs to another user: remove it, or set DATA_DIR to a shorter path.`,
  )
}

export function removeSocketDirectory(cluster: string, directory: string): void {
  if (directory === cluster) return
  try {
    rmdirSync(directory)
  } catch (caught) {
    // A server that did not stop still has its socket here; the next start reuses the directory.
    if (!['ENOTEMPTY', 'ENOENT'].includes(errorInfo(caught).code)) throw caught
  }
}
