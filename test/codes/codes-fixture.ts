// The codes module on a real database, with a manual clock and captured messages.
import { type CodeRequest, type Codes, createCodes } from '#server/codes/codes.ts'
import type { Message } from '#server/messages/messages.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { type Random, systemRandom } from '#server/platform/random.ts'
import { createTestDatabase } from '#test/database.ts'

export const codesStartMs = Date.UTC(2026, 10, 5, 12)

export async function createCodesFixture() {
  const database = await createTestDatabase()
  // Opens all pool connections first. Otherwise parallel requests would run one after another, as connections open.
  const sessions = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()))
  for (const session of sessions) session.release()
  const real = createEncryption(systemRandom.bytes(32), systemRandom)
  const hashed: (readonly string[])[] = []
  /** Records the hashed text, because a test cannot read the captcha image. */
  const encryption = {
    keyedHash: (...parts: readonly string[]) => {
      hashed.push(parts)
      return real.keyedHash(...parts)
    },
  }
  let nowMs = codesStartMs
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const sent: Message[] = []
  const create = (changes: { readonly limits?: boolean; readonly random?: Random } = {}): Codes =>
    createCodes({
      pool: database.pool,
      clock,
      random: systemRandom,
      encryption,
      messages: { send: (message) => void sent.push(message) },
      limits: true,
      ...changes,
    })
  let recipients = 0
  return {
    database,
    createCodes: create,
    codes: create(),
    sent,
    nowMs: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms
    },
    /** A request with a new recipient and a new network address, unless overridden. */
    newRequest: (changes: Partial<CodeRequest> = {}): CodeRequest => {
      recipients += 1
      return {
        channel: 'email',
        recipient: `person${recipients}@example.com`,
        purpose: 'register',
        address: `address ${recipients}`,
        language: 'en',
        deliver: 'code',
        ...changes,
      }
    },

    lastCode: (): string => {
      const message = sent.at(-1)
      return message !== undefined && 'code' in message ? message.code : 'no code was sent'
    },
    /** The characters shown by the last captcha. */
    lastCaptcha: (): string => hashed.findLast(([what]) => what === 'captcha')?.[2] ?? 'no captcha was drawn',
    rows: async (table: 'verification_codes' | 'code_requests' | 'captchas', recipient?: string) => {
      const where = recipient === undefined ? '' : ' where recipient = $1'
      const values = recipient === undefined ? [] : [recipient]
      return (await database.query<Record<string, unknown>>(`select * from ${table}${where}`, values)).rows
    },
    drop: () => database.drop(),
  }
}

export type CodesFixture = Awaited<ReturnType<typeof createCodesFixture>>

/** A different code of six digits. */
export function wrongCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}
