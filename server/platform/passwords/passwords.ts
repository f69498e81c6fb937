import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { isCommonPassword } from '#server/platform/passwords/common-passwords.ts'

export type Passwords = {
  /** The string to store, with its own salt. Only for a password that the rule of new ones let through. */
  readonly hash: (password: string) => Promise<string | 'busy'>
  /** Without a hash, because there is no such account, it takes as long and says no. */
  readonly verify: (hash: string | undefined, password: string) => Promise<boolean | 'busy'>
  /** Whether it is one of those everybody tries first. */
  readonly isCommon: (password: string) => boolean
}

/** Argon2id, the package's default kind, at the costs OWASP names: 19 MiB, two passes, one lane. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Well formed and at the same costs as a real one, but no password is known to lead to it. */
const nobodysHash = `$argon2id$v=19$m=${costs.memoryCost},t=${costs.timeCost},p=${costs.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** No password we ever took is longer, in whatever form it is typed, so nothing longer is worth the work. */
const longestBytes = 1024

/** Each one keeps a thread of the pool that files and addresses need, too, so most of them stay free. */
const limits = { maxRunning: 2, maxQueued: 64 }

/** How passwords are kept, and which are too well known to be kept at all. */
export function createPasswords(): Passwords {
  const line = createConcurrencyLimit(limits)
  return {
    async hash(password) {
      if (isTooLong(password)) throw new Error('the rule of passwords has to be asked before one is hashed')
      return await line.run(async () => await hash(sameHowever(password), costs))
    },
    async verify(stored, password) {
      if (isTooLong(password)) return false
      const isRight = await line.run(async () => await verify(stored ?? nobodysHash, sameHowever(password)))
      return stored === undefined && isRight !== 'busy' ? false : isRight
    },
    isCommon: isCommonPassword,
  }
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > longestBytes
}

/** Keyboards differ in how they compose an accented letter; the password stays the same. */
function sameHowever(password: string): string {
  return password.normalize('NFC')
}
