import { refused } from '#contract/outcome.ts'
import { parseEmailAddress } from '#core/user/contact.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Denied, OperatorsParts, SignInOrigin } from '#server/operators/operator-types.ts'
import { findOperator, lockOperators, type StoredOperator } from '#server/operators/operators-store.ts'
import { type StartedEnrolment, startEnrolment } from '#server/operators/sign-in/enrolment.ts'
import {
  knownAddressKey,
  type Lockout,
  type LockoutKeys,
  signInKey,
} from '#server/operators/sign-in/lockout.ts'
import { touchFailure } from '#server/operators/sign-in/operator-failures-store.ts'
import { hasSignedInFrom } from '#server/operators/sign-in/operator-sessions-store.ts'
import type { SecondFactor } from '#server/operators/sign-in/second-factor.ts'
import { type Sessions, type SignedIn, signedIn } from '#server/operators/sign-in/sessions.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

export type SignIn = SignInOrigin & {
  readonly email: string
  readonly password: string
  readonly totp: string
}

type Parts = OperatorsParts & {
  readonly lockout: Lockout
  readonly sessions: Sessions
  readonly secondFactor: SecondFactor
}

/** How long an address counts as known after a sign-in. */
const knownAddressMs = 30 * 86_400_000

const wrongCredentials = refused('wrong_credentials')

/**
 * Checks email, password and second factor together and does not reveal which one is wrong. An unknown operator causes
 * the same reads, hashing and writes, so that timing does not reveal whether the operator exists.
 */
export function createSignIn(parts: Parts) {
  const { pool, clock, passwords, encryption, lockout, sessions, secondFactor } = parts

  async function signIn(input: SignIn): Promise<SignedIn | StartedEnrolment | Denied> {
    const email = parseEmailAddress(input.email)
    const known = email === undefined ? undefined : await findOperator(pool, email)
    const isKnownAddress = await hasSignedInFrom(pool, known?.id ?? 0, input.address, knownSince())
    const keys = lockoutKeysFor(known, email, isKnownAddress, input)
    const attempt = await lockout.begin(keys)
    if (attempt.kind !== 'allowed') return attempt
    const isCorrect = await passwords.verify(known?.isActive ? known.passwordHash : undefined, input.password)
    if (isCorrect === 'busy') {
      await attempt.withdrawn()
      return refused('busy')
    }
    const outcome = await inTransaction(pool, async (client) => {
      if (known !== undefined) return await authenticate(client, known, isCorrect, input)
      // Takes as long as writing the audit entry of a known operator.
      await touchFailure(client, keys.account)
      return wrongCredentials
    })
    if (outcome.kind !== 'refused') await attempt.succeeded()
    return outcome
  }

  const knownSince = () => new Date(clock.now() - knownAddressMs)

  /**
   * Attempts from known addresses are counted separately, so that failed attempts from elsewhere cannot lock the
   * operator out at a known address.
   */
  function lockoutKeysFor(
    known: StoredOperator | undefined,
    email: string | undefined,
    isKnownAddress: boolean,
    { email: typed, limitKey, address }: SignIn,
  ): LockoutKeys {
    const from = encryption.keyedHash('operator sign-in address', limitKey)
    if (known === undefined) {
      return { account: encryption.keyedHash('no operator', email ?? typed), address: from }
    }
    return {
      account: isKnownAddress ? knownAddressKey(known.id, address) : signInKey(known.id),
      address: from,
    }
  }

  async function authenticate(client: PoolClient, known: StoredOperator, isCorrect: boolean, input: SignIn) {
    const operator = (await lockOperators(client, [known.id])).get(known.id)
    if (operator === undefined) throw new Error('the operator no longer exists')
    // The password was verified before the row was locked and may have changed since.
    const isPasswordValid = isCorrect && operator.isActive && operator.passwordHash === known.passwordHash
    if (isPasswordValid && operator.totpSealed === null)
      return await startEnrolment(parts, client, operator, input)
    const factor = await secondFactor.find(client, operator, input.totp)
    const entry = {
      operatorId: operator.id,
      who: operator.email,
      subject: `operator:${operator.id}`,
      address: input.address,
    }
    if (!isPasswordValid || factor === undefined) {
      await recordAudit(client, { ...entry, action: 'sign_in_failed' })
      return wrongCredentials
    }
    await secondFactor.use(client, operator.id, factor)
    const token = await sessions.open(client, operator.id, input)
    await recordAudit(client, { ...entry, action: 'signed_in', details: { factor: factor.kind } })
    return await signedIn(client, token, operator.id)
  }

  return signIn
}
