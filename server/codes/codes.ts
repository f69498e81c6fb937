// The door of the codes room: codes that prove an address or a number, and pictures that prove a person.
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
import { type CodeKey, consumeCode, countTry, deleteExpired } from '#server/codes/verification-codes-store.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Random } from '#server/platform/random.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'

export type { DrawnCaptcha } from '#server/codes/captcha/captcha.ts'
export type { CodeRequest, CodeRequestResult } from '#server/codes/request-code.ts'
export type { CodeKey } from '#server/codes/verification-codes-store.ts'

/** A code as somebody typed it. */
export type TypedCode = CodeKey & { readonly code: string }

export type Codes = {
  /** The recipient is an address in lower case or a number in international digits. */
  readonly request: (request: CodeRequest) => Promise<CodeRequestResult>
  /** Whether it is right. A wrong try counts at once, whatever its caller does next; a right one uses nothing up. */
  readonly verify: (typed: TypedCode) => Promise<boolean>
  /** Uses a right code up, together with what the caller's transaction changes, or not at all. */
  readonly consume: (client: PoolClient, typed: TypedCode) => Promise<boolean>
  /** The picture is a `data:` address of a PNG. */
  readonly drawCaptcha: (asked: { readonly address: string }) => Promise<DrawnCaptcha>
  /** There is one attempt for each picture, whatever the answer. */
  readonly solveCaptcha: (solved: { readonly id: string; readonly answer: string }) => Promise<boolean>
  /** Deletes what has expired. */
  readonly sweep: () => Promise<void>
}

export type CodesParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  /** Codes are short: only the holder of this key can make their hashes, and it is not in the database. */
  readonly encryption: Pick<Encryption, 'keyedHash'>
  readonly messages: Pick<Messages, 'send'>
  /** False lifts the limits of an address and of all together, never those of a recipient. */
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
    consume: async (client, typed) => await consumeCode(client, tried(typed)),
    drawCaptcha: captchas.draw,
    solveCaptcha: captchas.solve,
    async sweep() {
      const nowMs = clock.now()
      await deleteExpired(pool, nowMs, nowMs - codeLimits.dayMs)
      await deleteExpiredCaptchas(pool, nowMs)
    },
  }
}
