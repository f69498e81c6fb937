import { hash } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'

/** A secret nobody can guess: 256 random bits, in characters that fit a header and an address. */
export function newToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/** What is kept of a token. It is long enough that nobody finds it back from this. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
