import { join } from 'node:path'
import { fileErrorCode, readPrivateFile, writePrivateFile } from '#server/platform/private-file.ts'
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
    return readPrivateFile(file, maxFileBytes)
  } catch (caught) {
    throw new StartFailure(
      `${file} cannot be read (${fileErrorCode(caught)}): make it a file that the user who runs Openlot owns and can read.`,
    )
  }
}

function keyIn(text: string, failure: string): Uint8Array {
  if (!keyPattern.test(text)) throw new StartFailure(failure)
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** The file is on disk before the key is used. */
function makeKey(dataDir: string, file: string, random: Random): Uint8Array {
  const key = new Uint8Array(random.bytes(keyBytes))
  try {
    writePrivateFile(file, `${Buffer.from(key).toString('hex')}\n`)
  } catch (caught) {
    throw new StartFailure(
      `${file} cannot be written (${fileErrorCode(caught)}): make ${dataDir} writable and free some space, or set SECRET_KEY.`,
    )
  }
  return key
}
