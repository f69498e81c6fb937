import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { isCommonPassword } from '#server/platform/passwords/common-passwords.ts'

export type Passwords = {
  /** The hash to store, with its own salt. The password must have passed the password rule. */
  readonly hash: (password: string) => Promise<string | 'busy'>
  /** Without a hash (an unknown account), verifying takes the same time and returns false. */
  readonly verify: (hash: string | undefined, password: string) => Promise<boolean | 'busy'>
  /** Whether it is among the passwords that attackers try first. */
  readonly isCommon: (password: string) => boolean
}

/** Memory in KiB. */
export type HashCosts = {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Argon2id, the package's default, at the cost OWASP recommends: 19 MiB, two passes, one lane. */
const recommendedCosts: HashCosts = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** More bytes than any password that the rule accepts, in any Unicode form. Longer input is not hashed. */
const longestBytes = 1024

/** Hashing occupies a thread of the libuv pool, which file access and DNS need as well. */
const limits = { maxRunning: 2, maxQueued: 64 }

export function createPasswords(costs = recommendedCosts): Passwords {
  const dummyHash = dummyHashOf(costs)
  const limit = createConcurrencyLimit(limits)
  return {
    async hash(password) {
      if (isTooLong(password)) throw new Error('password too long: check the password rule before hashing')
      return await limit.run(async () => await hash(normalize(password), costs))
    },
    async verify(stored, password) {
      if (isTooLong(password)) return false
      const isRight = await limit.run(async () => await verify(stored ?? dummyHash, normalize(password)))
      return stored === undefined && isRight !== 'busy' ? false : isRight
    },
    isCommon: isCommonPassword,
  }
}

/** A well-formed hash of the same cost that no known password matches. */
function dummyHashOf({ memoryCost, timeCost, parallelism }: HashCosts): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > longestBytes
}

/** Keyboards compose accented letters differently; NFC makes the forms equal. */
function normalize(password: string): string {
  return password.normalize('NFC')
}
