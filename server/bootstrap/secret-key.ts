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
  /** What the environment says: 64 hexadecimal characters. */
  readonly secretKey: string | undefined
  /** Held by this process, so nobody else makes a key there at the same time. */
  readonly dataDir: string
  readonly random: Random
}

const keyBytes = 32
const shape = /^[0-9a-f]{64}$/i

/** Whatever is longer is no key, and need not be read to know it. */
const longestFileBytes = 1024

/** The key that seals what the database must not be able to tell by itself; made at the first start, then kept. */
export function loadSecretKey({ secretKey, dataDir, random }: SecretKeyParts): Uint8Array {
  if (secretKey !== undefined) {
    return keyIn(secretKey, 'SECRET_KEY is not a key: set it to 64 hexadecimal characters.')
  }
  const file = join(dataDir, 'secret.key')
  return readKey(file) ?? makeKey(dataDir, file, random)
}

function readKey(file: string): Uint8Array | undefined {
  const text = textOf(file)
  if (text === undefined) return undefined
  return keyIn(
    text.trim(),
    `${file} does not hold 64 hexadecimal characters: put it back from your backup, or, if there is none, ` +
      'do what docs/operations.md says under "The secret key".',
  )
}

function textOf(file: string): string | undefined {
  try {
    const found = statSync(file)
    if (found.isFile() && found.size > longestFileBytes) return ''
    // Whoever copied it back may have left it open to others.
    if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(file, 0o600)
    return readFileSync(file, 'utf8')
  } catch (caught) {
    const code = codeOf(caught)
    if (code === 'ENOENT') return undefined
    throw new StartFailure(
      `${file} cannot be read (${code}): make it a file that only the user who runs Openlot owns and can read.`,
    )
  }
}

function keyIn(text: string, otherwise: string): Uint8Array {
  if (!shape.test(text)) throw new StartFailure(otherwise)
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** It is on the disk in full before it gets its name, and so before anything is sealed with it. */
function makeKey(dataDir: string, file: string, random: Random): Uint8Array {
  const key = new Uint8Array(random.bytes(keyBytes))
  const unfinished = `${file}.new`
  try {
    // One that an earlier start left behind was never used.
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

/** A name is safe from a power cut only once its directory is. */
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
