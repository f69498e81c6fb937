// The operators module on its own database, with a manual clock and real TOTP codes.
import { Secret, TOTP } from 'otpauth'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { createOperators, type Operators } from '#server/operators/operators.ts'
import { insertOperator } from '#server/operators/operators-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createTestPasswords } from '#test/users/test-passwords.ts'

export type TestOperator = {
  readonly id: number
  readonly email: string
  readonly password: string
  readonly secret: string
}

export type OperatorsFixture = Awaited<ReturnType<typeof createOperatorsFixture>>

export const origin = { address: '192.0.2.7', limitKey: '192.0.2.7', device: 'a browser' }
const password = 'correct horse 7'
const dayMs = 86_400_000

/** The TOTP code at this time. */
export function totpAt(secret: string, atMs: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: atMs })
}

export async function createOperatorsFixture({ limits = true } = {}) {
  const database: TestDatabase = await createTestDatabase()
  let nowMs = Date.UTC(2026, 0, 5, 9)
  let created = 0
  const clock: Clock = { now: () => nowMs, elapsed: () => nowMs }
  const encryption = createEncryption(systemRandom.bytes(32), systemRandom)
  const passwords = createTestPasswords()
  const shared = { random: systemRandom, encryption, passwords, limits }
  const parts = { pool: database.pool, clock, wallClock: clock, ...shared }
  const operators: Operators = createOperators(parts)
  const passwordHash = await passwords.hash(password)

  /** An operator with a chosen password and, by default, an enrolled second factor. */
  async function addOperator(
    role: OperatorRole,
    { isEnrolled = true, mustChange = false } = {},
  ): Promise<TestOperator> {
    created += 1
    const email = `operator-${created}@example.com`
    const secret = new Secret({ size: 20 }).base32
    const id = await insertOperator(database.pool, {
      email,
      role,
      passwordHash,
      mustChangePassword: mustChange,
      totpSealed: isEnrolled ? encryption.encrypt(secret) : undefined,
      createdAt: new Date(nowMs),
      createdBy: undefined,
    })
    if (id === undefined) throw new Error(`${email} exists`)
    return { id, email, password, secret }
  }

  /** Signs in with a new code and returns the token. */
  async function signIn(operator: TestOperator): Promise<string> {
    advance(30_000)
    const answer = await operators.signIn({ ...operator, ...origin, totp: totpOf(operator) })
    if (answer.kind !== 'session') throw new Error(`${operator.email} was not let in: ${answer.kind}`)
    return answer.token
  }

  /** Signs in, returns the session and advances to the next unused code. */
  async function signInAs(operator: TestOperator) {
    const session = await operators.authenticate(await signIn(operator))
    if (session === undefined) throw new Error(`${operator.email} is in no session`)
    advance(30_000)
    return session
  }

  function advance(ms: number): void {
    nowMs += ms
  }

  function totpOf({ secret }: Pick<TestOperator, 'secret'>, laterMs = 0): string {
    return totpAt(secret, nowMs + laterMs)
  }

  /** Audit entries about an operator, oldest first. */
  async function auditEntries(id: number) {
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
    addOperator: addOperator,
    signIn: signIn,
    signInAs: signInAs,
    totpOf: totpOf,
    auditEntries: auditEntries,
    advance: advance,
    /** Advances the clock by a day: lockouts expire, and new codes are valid. */
    nextDay: () => advance(dayMs),
  }
}
