import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'

/** Keeps what the database must not be able to tell by itself: its key lives elsewhere. */
export type Encryption = {
  readonly encrypt: (text: string) => Buffer
  /** Throws when it was sealed with another key, or changed since. */
  readonly decrypt: (sealed: Uint8Array) => string
  /** 32 bytes that only the holder of the key can make: for short secrets, which a plain hash would not hide. */
  readonly keyedHash: (...parts: readonly string[]) => Buffer
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** The key is 32 random bytes; sealing and hashing each use one of their own, made from it. */
export function createEncryption(key: Uint8Array, random: Random): Encryption {
  if (key.length !== keyBytes) throw new Error(`a key has ${keyBytes} bytes`)
  const sealingKey = ownKey(key, 'seal')
  const hashingKey = ownKey(key, 'hash')
  return {
    encrypt(text) {
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
    },
    decrypt(sealed) {
      const opener = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      opener.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const shown = [opener.update(sealed.subarray(nonceBytes + tagBytes)), opener.final()]
      return Buffer.concat(shown).toString('utf8')
    },
    keyedHash: (...parts) => createHmac('sha256', hashingKey).update(JSON.stringify(parts)).digest(),
  }
}

function ownKey(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `openlot ${purpose}`, keyBytes))
}
