import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#server/platform/clock.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { errorInfo, fileErrorKind } from '#server/storage/error-info.ts'
import { isProcessAlive } from '#server/storage/process-alive.ts'
import { pollUntil } from '#server/storage/wait.ts'

export type LockedDirectory = {
  /** With symbolic links resolved. */
  readonly path: string
  readonly release: () => void
}

/** Locks the directory for this process. Fails if another process holds the lock, and names its pid. */
export async function lockDataDirectory(dataDir: string, clock: Clock): Promise<LockedDirectory> {
  const locked = tryLockDataDirectory(dataDir)
  if (locked !== undefined) return locked
  const pid = await lockHolderPid(dataDir, clock)
  const holder = pid === undefined ? 'another process' : `process ${pid}`
  throw new StartFailure(`${dataDir} is in use by ${holder}: stop that process, or set another DATA_DIR.`)
}

/** Undefined if another process holds the lock. */
export function tryLockDataDirectory(dataDir: string): LockedDirectory | undefined {
  const path = makeDirectory(dataDir)
  const lock = takeLock(path)
  if (lock === undefined) return undefined
  try {
    writePid(path)
  } catch (caught) {
    lock.close()
    throw directoryFailure(path, caught)
  }
  return { path, release: () => release(path, lock) }
}

function makeDirectory(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return realpathSync(dataDir)
  } catch (caught) {
    throw directoryFailure(dataDir, caught)
  }
}

/**
 * SQLite's exclusive lock is an fcntl lock of the kernel: it ends with the process and is not inherited by children.
 * No other code may open server.lock, because closing the file would drop the lock.
 */
function takeLock(path: string): DatabaseSync | undefined {
  const file = join(path, 'server.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (caught) {
    lock?.close()
    if (sqliteCode(caught) === sqlite.busy) return undefined
    if (sqliteCode(caught) === sqlite.full) throw diskFullFailure(path)
    if (sqliteCode(caught) === sqlite.cannotOpen || sqliteCode(caught) === sqlite.readOnly)
      throw notWritableFailure(path)
    throw new StartFailure(
      `${file} cannot be locked (${errorInfo(caught).message}): set DATA_DIR to a directory on a local disk.`,
    )
  }
}

const sqlite = { busy: 5, readOnly: 8, full: 13, cannotOpen: 14 }

function sqliteCode(caught: unknown): number {
  const extended = caught instanceof Error && 'errcode' in caught ? Number(caught.errcode) : 0
  return extended & 0xff
}

/** Written to a temporary file and renamed, so that readers never see a partial number. */
function writePid(path: string): void {
  const file = join(path, 'server.pid')
  writeFileSync(`${file}.new`, `${process.pid}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function release(path: string, lock: DatabaseSync): void {
  // Removes the pid file first: while the lock is held, it can only be this process's file.
  if (lock.isOpen) rmSync(join(path, 'server.pid'), { force: true })
  if (lock.isOpen) lock.close()
}

/** Polls, because the holder may not have written its pid yet and the file may contain that of a dead process. */
async function lockHolderPid(dataDir: string, clock: Clock): Promise<number | undefined> {
  return await pollUntil(clock, { timeoutMs: 1000, everyMs: 20 }, () => {
    const pid = pidIn(join(dataDir, 'server.pid'))
    return pid !== undefined && isProcessAlive(pid) ? pid : undefined
  })
}

function pidIn(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').trim())
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function directoryFailure(path: string, caught: unknown): StartFailure {
  const fault = fileErrorKind(caught)
  if (fault === 'disk full') return diskFullFailure(path)
  // Node reports ENOENT when creating a path on a read-only file system.
  if (fault === 'not allowed' || errorInfo(caught).code === 'ENOENT') return notWritableFailure(path)
  return new StartFailure(
    `${path} cannot be used as DATA_DIR (${errorInfo(caught).message}): set DATA_DIR to a directory.`,
  )
}

function diskFullFailure(path: string): StartFailure {
  return new StartFailure(`The disk of ${path} is full: free some space and start again.`)
}

function notWritableFailure(path: string): StartFailure {
  return new StartFailure(
    `${path} is not writable for this user: change its permissions, or set DATA_DIR to another directory.`,
  )
}
