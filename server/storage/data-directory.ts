import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#server/platform/clock.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { faultOf, fileFaultOf } from '#server/storage/error-info.ts'
import { isProcessAlive } from '#server/storage/process-alive.ts'
import { pollUntil } from '#server/storage/wait.ts'

export type HeldDirectory = {
  /** The directory with every symbolic link resolved. */
  readonly path: string
  readonly release: () => void
}

/** Makes this process the only one that uses the directory, or names the one that does. */
export async function holdDataDirectory(dataDir: string, clock: Clock): Promise<HeldDirectory> {
  const held = tryHoldDataDirectory(dataDir)
  if (held !== undefined) return held
  const pid = await holderPid(dataDir, clock)
  const holder = pid === undefined ? 'another process' : `process ${pid}`
  throw new StartFailure(`${dataDir} is in use by ${holder}: stop that one first, or set another DATA_DIR.`)
}

/** `undefined` when another process holds it. */
export function tryHoldDataDirectory(dataDir: string): HeldDirectory | undefined {
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
 * SQLite's exclusive lock is a lock of the kernel on an open file (fcntl), so it ends with the process however
 * that dies, and no child inherits it. Nothing else may open server.lock: closing it would drop the lock.
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
      `${file} cannot be locked (${faultOf(caught).message}): set DATA_DIR to a directory on a local disk.`,
    )
  }
}

const sqlite = { busy: 5, readOnly: 8, full: 13, cannotOpen: 14 }

function sqliteCode(caught: unknown): number {
  const extended = caught instanceof Error && 'errcode' in caught ? Number(caught.errcode) : 0
  return extended & 0xff
}

/** Renamed into place, so that whoever reads it never sees half a number. */
function writePid(path: string): void {
  const file = join(path, 'server.pid')
  writeFileSync(`${file}.new`, `${process.pid}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function release(path: string, lock: DatabaseSync): void {
  // The pid goes first: while the lock is held, the file can only be our own.
  if (lock.isOpen) rmSync(join(path, 'server.pid'), { force: true })
  if (lock.isOpen) lock.close()
}

/** The holder may not have written its number yet, and the file may still show one that died. */
async function holderPid(dataDir: string, clock: Clock): Promise<number | undefined> {
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
  const fault = fileFaultOf(caught)
  if (fault === 'disk full') return diskFullFailure(path)
  // Making a path within a file system that is read-only fails with ENOENT in Node.
  if (fault === 'not allowed' || faultOf(caught).code === 'ENOENT') return notWritableFailure(path)
  return new StartFailure(
    `${path} cannot be used as DATA_DIR (${faultOf(caught).message}): set DATA_DIR to a directory.`,
  )
}

function diskFullFailure(path: string): StartFailure {
  return new StartFailure(`The disk that holds ${path} is full: free some space and start again.`)
}

function notWritableFailure(path: string): StartFailure {
  return new StartFailure(
    `${path} is not writable for this user: make it so, or set DATA_DIR to another directory.`,
  )
}
