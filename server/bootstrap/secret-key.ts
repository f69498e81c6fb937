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
import { join } from 'node:path'
import type { Random } from '#server/platform/random.ts'
import { StartFailure } from '#server/platform/start-failure.ts'

type SecretKeyParts = {
  /** From SECRET_KEY: 64 hexadecimal characters. */
  readonly secretKey: string | undefined
  /** This process holds the lock of the directory, so no other process creates a key in it at the same time. */
  readonly dataDir: string
  readonly random: Random
}

const keyBytes = 32
const keyPattern = /^[0-9a-f]{64}$/i

/** A larger file is not a key and is not read. */
const maxFileBytes = 1024

/** The encryption key for secrets in the database. Without SECRET_KEY it is created at the first start. */
export function loadSecretKey({ random, ...parts }: SecretKeyParts): Uint8Array {
  return findSecretKey(parts) ?? makeKey(parts.dataDir, keyFile(parts.dataDir), random)
}

/** For tools, which create no key. Undefined if there is none. */
export function findSecretKey({
  secretKey,
  dataDir,
}: Pick<SecretKeyParts, 'secretKey' | 'dataDir'>): Uint8Array | undefined {
  if (secretKey === undefined) return readKey(keyFile(dataDir))
  return keyIn(secretKey, 'SECRET_KEY is invalid: set it to 64 hexadecimal characters.')
}

function keyFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

function readKey(file: string): Uint8Array | undefined {
  const text = textOf(file)
  if (text === undefined) return undefined
  return keyIn(
    text.trim(),
    `${file} does not contain 64 hexadecimal characters: restore it from your backup. If there is none, ` +
      'follow "The secret key" in docs/operations.md.',
  )
}

function textOf(file: string): string | undefined {
  try {
    const found = statSync(file)
    if (found.isFile() && found.size > maxFileBytes) return ''
    // A restored copy may be readable by others.
    if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(file, 0o600)
    return readFileSync(file, 'utf8')
  } catch (caught) {
    const code = codeOf(caught)
    if (code === 'ENOENT') return undefined
    throw new StartFailure(
      `${file} cannot be read (${code}): make it a file that the user who runs Openlot owns and can read.`,
    )
  }
}

function keyIn(text: string, failure: string): Uint8Array {
  if (!keyPattern.test(text)) throw new StartFailure(failure)
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** The file is flushed to disk before it gets its final name, and so before the key is used. */
function makeKey(dataDir: string, file: string, random: Random): Uint8Array {
  const key = new Uint8Array(random.bytes(keyBytes))
  const unfinished = `${file}.new`
  try {
    // Removes the file of an interrupted start. Its key was never used.
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, `${Buffer.from(key).toString('hex')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
    renameSync(unfinished, file)
    flushDirectory(dataDir)
  } catch (caught) {
    throw new StartFailure(
      `${file} cannot be written (${codeOf(caught)}): make ${dataDir} writable and free some space, or set SECRET_KEY.`,
    )
  }
  return key
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

function codeOf(caught: unknown): string {
  return caught instanceof Error && 'code' in caught ? String(caught.code) : 'unknown'
}
