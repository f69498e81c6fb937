import { createPasswords, type Passwords } from '#server/platform/passwords/passwords.ts'

/** The lowest costs that Argon2 allows: a test may log in hundreds of times. */
export const createTestPasswords = (): Passwords =>
  createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
