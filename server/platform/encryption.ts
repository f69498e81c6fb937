import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'

/** Encrypts secrets for the database. The key is stored elsewhere, so a database dump reveals nothing. */
export type Encryption = {
  readonly encrypt: (text: string) => Buffer
  /** Throws if the ciphertext was made with another key or was changed. */
  readonly decrypt: (encrypted: Uint8Array) => string
  /** HMAC-SHA-256. For short secrets, which could be guessed from a plain hash. */
  readonly keyedHash: (...parts: readonly string[]) => Buffer
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM. Encryption and hashing use separate keys derived from this one with HKDF. */
export function createEncryption(key: Uint8Array, random: Random): Encryption {
  if (key.length !== keyBytes) throw new Error(`the key must have ${keyBytes} bytes`)
  // The purposes determine the derived keys. If one changes, stored data can no longer be read.
  const encryptionKey = deriveKey(key, 'seal')
  const hashingKey = deriveKey(key, 'hash')
  return {
    encrypt(text) {
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
    },
    decrypt(encrypted) {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, encrypted.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes))
      const plaintext = [decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()]
      return Buffer.concat(plaintext).toString('utf8')
    },
    keyedHash: (...parts) => createHmac('sha256', hashingKey).update(JSON.stringify(parts)).digest(),
  }
}

/** The purpose determines the derived key. */
export function deriveKey(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `openlot ${purpose}`, keyBytes))
}
