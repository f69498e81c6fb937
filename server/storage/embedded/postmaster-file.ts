import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import { isProcessAlive } from '#server/storage/process-alive.ts'

/** The `postmaster.pid` that a running PostgreSQL writes into its cluster. */
export type PostmasterFile = {
  readonly pid: number
  readonly socketDirectory: string
  /** True if PostgreSQL accepts connections: it is not starting, recovering or stopping. */
  readonly isReady: boolean
}

/** Undefined if the file is missing or contains no pid. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  const lines = (readOrUndefined(join(cluster, 'postmaster.pid')) ?? '').split('\n')
  const pid = Number(lines[0]?.trim())
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, socketDirectory: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Checks the command line, because the pid may belong to another process after a reboot or in a container.
 * PostgreSQL is always started with `-D` and the full path.
 */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  return isProcessAlive(pid) && commandLineOf(pid).includes(`postgres -D ${cluster} `)
}

function commandLineOf(pid: number): string {
  if (process.platform === 'linux')
    return (readOrUndefined(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ')
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * PostgreSQL refuses to start if the file is empty or names any live process, even an unrelated one. Removing it is
 * safe: DATA_DIR is locked, and the shared memory block, keyed by the cluster's inode, still excludes a second server.
 */
export function removeStalePostmasterFile(cluster: string, clock: Clock): void {
  const file = join(cluster, 'postmaster.pid')
  const found = readPostmasterFile(cluster)
  if (found !== undefined) {
    if (isProcessAlive(found.pid) && !isPostmasterOf(cluster, found.pid)) rmSync(file, { force: true })
    return
  }
  const stat = statSync(file, { throwIfNoEntry: false })
  // A starting server fills the file within milliseconds.
  if (stat !== undefined && clock.now() - stat.mtimeMs > 2000) rmSync(file, { force: true })
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
