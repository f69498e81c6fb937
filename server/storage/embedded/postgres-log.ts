import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '#server/platform/start-failure.ts'

/** The log file of PostgreSQL. */
export type ServerLog = {
  readonly file: string
  readonly descriptor: number
  /** Output since the file was opened, at most the last 16 KiB. */
  readonly written: () => string
  readonly close: () => void
}

export const serverLogName = 'postgres.log'
const rotateBeyondBytes = 1024 * 1024
const readAtMostBytes = 16 * 1024

/** Rotates at the start and keeps one older file. A running server logs only starts, stops and crashes. */
export function openServerLog(dataDir: string): ServerLog {
  const file = join(dataDir, serverLogName)
  if (sizeOf(file) > rotateBeyondBytes) renameSync(file, `${file}.1`)
  const descriptor = openSync(file, 'a', 0o600)
  const from = sizeOf(file)
  return { file, descriptor, written: () => readFrom(file, from), close: () => closeSync(descriptor) }
}

function readFrom(file: string, from: number): string {
  const start = Math.max(from, sizeOf(file) - readAtMostBytes)
  const buffer = Buffer.alloc(readAtMostBytes)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, buffer, 0, buffer.length, start)
  closeSync(descriptor)
  return buffer.toString('utf8', 0, length)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Why PostgreSQL did not start, detected in its output. */
type StartProblem = 'disk full' | 'still in use' | 'not allowed' | 'other'

export function startProblem(output: string): StartProblem {
  if (/No space left on device|Disk quota exceeded/.test(output)) return 'disk full'
  // A killed server leaves these behind for a moment.
  if (/pre-existing shared memory block|lock file ".*" (already exists|is empty)/.test(output))
    return 'still in use'
  return /Permission denied/.test(output) ? 'not allowed' : 'other'
}

/** Explains to the administrator why the database in `cluster` did not start. */
export function postgresStartFailure(cluster: string, output: string, logFile: string): StartFailure {
  const problem = startProblem(output)
  if (problem === 'disk full')
    return new StartFailure(`The disk of ${cluster} is full: free some space and start again.`)
  if (problem === 'still in use')
    return new StartFailure(
      `The database in ${cluster} is still in use by another PostgreSQL: stop that one, then start again (details in ${logFile}).`,
    )
  if (problem === 'not allowed')
    return new StartFailure(
      `The account that runs PostgreSQL cannot reach ${cluster}: set DATA_DIR to a directory it can traverse, or set DATABASE_URL (details in ${logFile}).`,
    )
  return new StartFailure(
    `The database in ${cluster} did not start (${lastErrorLine(output)}): read ${logFile}, and restore a backup if its files are damaged.`,
  )
}

function lastErrorLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.includes('LOG:'))
  const errorLine = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'no output'
  return errorLine
    .replace(/^.*?(FATAL|PANIC|error):\s+/, '')
    .trim()
    .replace(/\.$/, '')
}
