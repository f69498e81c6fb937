// Files that only the user who runs Openlot may read, such as keys and passwords.
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Replaces the file atomically: it is flushed to disk, with mode 0600, before it gets its name. */
export function writePrivateFile(
  file: string,
  text: string,
  prepare: (unfinished: string) => void = () => undefined,
): void {
  const unfinished = `${file}.new`
  // Removes the file of an interrupted start.
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true })
  prepare(unfinished)
  renameSync(unfinished, file)
  flushDirectory(dirname(file))
}

/** Undefined if there is no file. A file longer than `maxBytes` is read as empty. Takes away the access of others. */
export function readPrivateFile(file: string, maxBytes: number): string | undefined {
  try {
    const found = statSync(file)
    if (found.isFile() && found.size > maxBytes) return ''
    // A restored copy may be readable by others.
    if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(file, 0o600)
    return readFileSync(file, 'utf8')
  } catch (caught) {
    if (fileErrorCode(caught) === 'ENOENT') return undefined
    throw caught
  }
}

/** Such as `ENOENT`; `unknown` if it is no error of the file system. */
export function fileErrorCode(caught: unknown): string {
  return caught instanceof Error && 'code' in caught ? String(caught.code) : 'unknown'
}

/** After a power failure, a rename is kept only if its directory was flushed. */
function flushDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
