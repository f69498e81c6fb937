import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import { isProcessAlive } from '#server/storage/process-alive.ts'

/** What a running PostgreSQL writes into its cluster about itself. */
export type PostmasterFile = {
  readonly pid: number
  readonly socketDirectory: string
  /** Whether it takes connections, rather than starting, recovering or stopping. */
  readonly isReady: boolean
}

/** `undefined` when there is none, or none that names a process. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  const lines = (readOrUndefined(join(cluster, 'postmaster.pid')) ?? '').split('\n')
  const pid = Number(lines[0]?.trim())
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, socketDirectory: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

/**
 * The number alone proves nothing: after a restart of the machine, or in a container, it may be anybody's.
 * The command line does, because we always start PostgreSQL with `-D` and the full path, and anyone can read it.
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
 * PostgreSQL refuses to start while its file names a living process, even one that has nothing to do with it, or
 * is empty. Removing it is safe here: we hold the directory, and the shared memory block, whose key is the
 * cluster's inode, still keeps two servers apart.
 */
export function removeStalePostmasterFile(cluster: string, clock: Clock): void {
  const file = join(cluster, 'postmaster.pid')
  const found = readPostmasterFile(cluster)
  if (found !== undefined) {
    if (isProcessAlive(found.pid) && !isPostmasterOf(cluster, found.pid)) rmSync(file, { force: true })
    return
  }
  const stat = statSync(file, { throwIfNoEntry: false })
  // A server that is just starting fills it within milliseconds.
  if (stat !== undefined && clock.now() - stat.mtimeMs > 2000) rmSync(file, { force: true })
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
