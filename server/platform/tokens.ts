import { hash } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'

/** 256 random bits in base64url, which fits a header and a URL. */
export function newToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/** Only the hash is stored. A plain SHA-256 is enough, because the token has 256 random bits. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
