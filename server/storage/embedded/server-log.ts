import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

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
