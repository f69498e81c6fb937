// The operators' room on a database of its own, with a clock that is moved by hand and real authenticators.
import { Secret, TOTP } from 'otpauth'
import type { OperatorRole } from '#core/account/operator-role.ts'
import { createOperators, type Operators } from '#server/operators/operators.ts'
import { insertOperator } from '#server/operators/operators-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createSealing } from '#server/platform/encryption.ts'
import { createPasswords } from '#server/platform/passwords/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

export type Hired = {
  readonly id: number
  readonly email: string
  readonly password: string
  readonly secret: string
}

export type OperatorsStage = Awaited<ReturnType<typeof createOperatorsStage>>

export const place = { address: '192.0.2.7', limitKey: '192.0.2.7', device: 'a browser' }
const password = 'correct horse 7'
const dayMs = 86_400_000

/** What an authenticator shows at a moment. */
export function codeAt(secret: string, atMs: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: atMs })
}

export async function createOperatorsStage({ limits = true } = {}) {
  const database: TestDatabase = await createTestDatabase()
  let nowMs = Date.UTC(2026, 0, 5, 9)
  let hired = 0
  const clock: Clock = { now: () => nowMs, elapsed: () => nowMs }
  const sealing = createSealing(systemRandom.bytes(32), systemRandom)
  const passwords = createPasswords()
  const parts = { pool: database.pool, clock, random: systemRandom, sealing, passwords, limits }
  const operators: Operators = createOperators(parts)
  const passwordHash = await passwords.hash(password)

  /** Somebody with a password of their own and, unless said otherwise, an authenticator. */
  async function hire(role: OperatorRole, { isEnrolled = true, mustChange = false } = {}): Promise<Hired> {
    hired += 1
    const email = `operator-${hired}@example.com`
    const secret = new Secret({ size: 20 }).base32
    const id = await insertOperator(database.pool, {
      email,
      role,
      passwordHash,
      mustChangePassword: mustChange,
      totpSealed: isEnrolled ? sealing.seal(secret) : undefined,
      createdAt: new Date(nowMs),
      createdBy: undefined,
    })
    if (id === undefined) throw new Error(`${email} exists`)
    return { id, email, password, secret }
  }

  /** Signs in and gives the token; a later code is used where the present one is spent. */
  async function enter(somebody: Hired): Promise<string> {
    passTime(30_000)
    const answer = await operators.signIn({ ...somebody, ...place, totp: codeOf(somebody) })
    if (answer.kind !== 'session') throw new Error(`${somebody.email} was not let in: ${answer.kind}`)
    return answer.token
  }

  /** Signs in and gives who one is then, with a fresh code still to come. */
  async function enterAs(somebody: Hired) {
    const session = await operators.identify(await enter(somebody))
    if (session === undefined) throw new Error(`${somebody.email} is in no session`)
    passTime(30_000)
    return session
  }

  function passTime(ms: number): void {
    nowMs += ms
  }

  function codeOf({ secret }: Pick<Hired, 'secret'>, laterMs = 0): string {
    return codeAt(secret, nowMs + laterMs)
  }

  /** What was audited of an operator, oldest first. */
  async function audited(id: number) {
    const { rows } = await database.query<{ action: string; details: unknown; who: string; address: string }>(
      'select action, details, who, address from audit_entries where subject = $1 order by id',
      [`operator:${id}`],
    )
    return rows
  }

  return {
    database,
    parts,
    operators,
    clock,
    hire,
    enter,
    enterAs,
    codeOf,
    audited,
    passTime,
    /** Old mistakes are forgotten and old codes spent. */
    nextDay: () => passTime(dayMs),
  }
}
