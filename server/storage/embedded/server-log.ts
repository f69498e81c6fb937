import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '#server/platform/start-failure.ts'

/** The file PostgreSQL's own words go to. */
export type ServerLog = {
  readonly file: string
  readonly descriptor: number
  /** What was written since it was opened, at most the last 16 KiB of it. */
  readonly written: () => string
  readonly close: () => void
}

export const serverLogName = 'postgres.log'
const rotateBeyondBytes = 1024 * 1024
const readAtMostBytes = 16 * 1024

/** One older file is kept. A running server writes only starts, stops and crashes, so it stays small. */
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

/** What PostgreSQL's own output says about why it did not start. */
type StartTrouble = 'disk full' | 'still in use' | 'not allowed' | 'other'

export function troubleIn(output: string): StartTrouble {
  if (/No space left on device|Disk quota exceeded/.test(output)) return 'disk full'
  // What a server that was just killed leaves behind for a moment.
  if (/pre-existing shared memory block|lock file ".*" (already exists|is empty)/.test(output))
    return 'still in use'
  return /Permission denied/.test(output) ? 'not allowed' : 'other'
}

/** One sentence for the operator: what is wrong with the database in `cluster`, and where to read more. */
export function startFailure(cluster: string, output: string, logFile: string): StartFailure {
  const trouble = troubleIn(output)
  if (trouble === 'disk full')
    return new StartFailure(`The disk that holds ${cluster} is full: free some space and start again.`)
  if (trouble === 'still in use')
    return new StartFailure(
      `The database in ${cluster} is still in use by another PostgreSQL: stop that one, then start again (its words are in ${logFile}).`,
    )
  if (trouble === 'not allowed')
    return new StartFailure(
      `The account that runs PostgreSQL cannot reach ${cluster}: set DATA_DIR to a directory it can pass through, or set DATABASE_URL (its words are in ${logFile}).`,
    )
  return new StartFailure(
    `The database in ${cluster} did not start (${lastComplaint(output)}): read ${logFile}, and restore a back-up if its files are damaged.`,
  )
}

function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.includes('LOG:'))
  const complaint =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return complaint
    .replace(/^.*?(FATAL|PANIC|error):\s+/, '')
    .trim()
    .replace(/\.$/, '')
}
