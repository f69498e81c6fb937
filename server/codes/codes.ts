// Entry point of the codes module: verification codes sent by email or SMS, and captchas.
import { timingSafeEqual } from 'node:crypto'
import { createCaptchas, type DrawnCaptcha } from '#server/codes/captcha/captcha.ts'
import { deleteExpiredCaptchas } from '#server/codes/captcha/captchas-store.ts'
import { normalizeTypedCode } from '#server/codes/one-time-code.ts'
import {
  type CodeRequest,
  type CodeRequestResult,
  codeLimits,
  createCodeRequests,
} from '#server/codes/request-code.ts'
import {
  type CodeKey,
  type ConsumedCode,
  consumeCode,
  countTry,
  deleteExpired,
  restoreCode,
} from '#server/codes/verification-codes-store.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Random } from '#server/platform/random.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'

export type { DrawnCaptcha } from '#server/codes/captcha/captcha.ts'
export type { CodeRequest, CodeRequestResult } from '#server/codes/request-code.ts'
export type { CodeKey, CodePurpose, ConsumedCode } from '#server/codes/verification-codes-store.ts'

/** A code as the user typed it. */
export type TypedCode = CodeKey & { readonly code: string }

export type Codes = {
  /** The recipient is a lower-case email address or the digits of an international number. */
  readonly request: (request: CodeRequest) => Promise<CodeRequestResult>
  /** A wrong try counts even if the caller's transaction rolls back. A correct one does not consume the code. */
  readonly verify: (typed: TypedCode) => Promise<boolean>
  /** Consumes a correct code as part of the caller's transaction. */
  readonly consume: (client: PoolClient, typed: TypedCode) => Promise<boolean>
  /** Like `consume`, for a code that may have to be restored. Undefined for a wrong one. */
  readonly consumeForNow: (client: PoolClient, typed: TypedCode) => Promise<ConsumedCode | undefined>
  /** Makes a consumed code valid again, as long as it would have been. Only if nothing was done with it. */
  readonly restore: (consumed: ConsumedCode) => Promise<void>
  /** The image is a PNG as a `data:` URL. */
  readonly drawCaptcha: (asked: { readonly address: string }) => Promise<DrawnCaptcha>
  /** Allows one attempt per captcha. */
  readonly solveCaptcha: (solved: { readonly id: string; readonly answer: string }) => Promise<boolean>
  /** Deletes expired rows. */
  readonly sweep: () => Promise<void>
}

export type CodesParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  /** A code is short enough to guess from a plain hash, so its hash uses a key that is not in the database. */
  readonly encryption: Pick<Encryption, 'keyedHash'>
  readonly messages: Pick<Messages, 'send'>
  /** False lifts the limits per address and in total, never those per recipient. */
  readonly limits: boolean
}

export function createCodes(parts: CodesParts): Codes {
  const { pool, clock, encryption } = parts
  const hashOf = ({ channel, recipient, purpose }: CodeKey, code: string) =>
    encryption.keyedHash('code', channel, recipient, purpose, code)
  const tried = (typed: TypedCode) => ({
    ...typed,
    hash: hashOf(typed, normalizeTypedCode(typed.code)),
    nowMs: clock.now(),
  })
  const captchas = createCaptchas(parts)
  return {
    request: createCodeRequests({ ...parts, hashOf }),
    async verify(typed) {
      const attempt = tried(typed)
      const right = await countTry(pool, attempt)
      return right !== undefined && timingSafeEqual(right, attempt.hash)
    },
    consume: async (client, typed) => (await consumeCode(client, tried(typed))) !== undefined,
    consumeForNow: async (client, typed) => await consumeCode(client, tried(typed)),
    restore: async (consumed) => await restoreCode(pool, consumed),
    drawCaptcha: captchas.draw,
    solveCaptcha: captchas.solve,
    async sweep() {
      const nowMs = clock.now()
      await deleteExpired(pool, nowMs, nowMs - codeLimits.dayMs)
      await deleteExpiredCaptchas(pool, nowMs)
    },
  }
}
