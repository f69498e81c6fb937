import { refused } from '#contract/outcome.ts'
import { parseEmailAddress } from '#core/account/contact.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { No, Operator, OperatorsParts, Place } from '#server/operators/operator-types.ts'
import {
  findOperator,
  lockOperators,
  readOperator,
  type StoredOperator,
} from '#server/operators/operators-store.ts'
import { type StartedEnrolment, startEnrolment } from '#server/operators/sign-in/enrolment.ts'
import { type Attempts, type Counted, familiarKey, signInKey } from '#server/operators/sign-in/lockout.ts'
import { touchFailure } from '#server/operators/sign-in/operator-failures-store.ts'
import { hasSignedInFrom } from '#server/operators/sign-in/operator-sessions-store.ts'
import type { SecondFactor } from '#server/operators/sign-in/second-factor.ts'
import type { Sessions } from '#server/operators/sign-in/sessions.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

export type SignIn = Place & {
  readonly email: string
  readonly password: string
  readonly totp: string
}

export type SignedIn = { readonly kind: 'session'; readonly token: string; readonly operator: Operator }

type Parts = OperatorsParts & {
  readonly attempts: Attempts
  readonly sessions: Sessions
  readonly secondFactor: SecondFactor
}

/** How long an address at which an operator signed in stays familiar. */
const familiarMs = 30 * 86_400_000

const wrong = refused('wrong_credentials')

/**
 * Address, password and second factor at once. Whoever gets one of them wrong learns neither which, nor from the time it
 * took whether there is such an operator: the same is read, hashed and written for one that does not exist.
 */
export function createSignIn(parts: Parts) {
  const { pool, clock, passwords, encryption, attempts, sessions, secondFactor } = parts

  async function signIn(asked: SignIn): Promise<SignedIn | StartedEnrolment | No> {
    const email = parseEmailAddress(asked.email)
    const known = email === undefined ? undefined : await findOperator(pool, email)
    const isFamiliar = await hasSignedInFrom(pool, known?.id ?? 0, asked.address, familiarSince())
    const counted = countedFor(known, email, isFamiliar, asked)
    const attempt = await attempts.begin(counted)
    if (attempt.kind !== 'attempt') return attempt
    const isRight = await passwords.verify(known?.isActive ? known.passwordHash : undefined, asked.password)
    if (isRight === 'busy') {
      await attempt.withdrawn()
      return refused('busy')
    }
    const outcome = await inTransaction(pool, async (client) => {
      if (known !== undefined) return await judge(client, known, isRight, asked)
      // Where there is an operator, a failure is audited.
      await touchFailure(client, counted.account)
      return wrong
    })
    if (outcome.kind !== 'refused') await attempt.succeeded()
    return outcome
  }

  const familiarSince = () => new Date(clock.now() - familiarMs)

  /** Strangers who guess make an operator wait elsewhere, but not where they sign in every day. */
  function countedFor(
    known: StoredOperator | undefined,
    email: string | undefined,
    isFamiliar: boolean,
    { email: typed, limitKey, address }: SignIn,
  ): Counted {
    const from = encryption.keyedHash('operator sign-in address', limitKey)
    if (known === undefined) {
      return { account: encryption.keyedHash('no operator', email ?? typed), address: from }
    }
    return { account: isFamiliar ? familiarKey(known.id, address) : signInKey(known.id), address: from }
  }

  async function judge(client: PoolClient, known: StoredOperator, isRight: boolean, asked: SignIn) {
    const operator = (await lockOperators(client, [known.id])).get(known.id)
    if (operator === undefined) throw new Error('an operator disappeared')
    // The password was compared before the row was locked; by now it may be another one.
    const isTheirs = isRight && operator.isActive && operator.passwordHash === known.passwordHash
    if (isTheirs && operator.totpSealed === null) return await startEnrolment(parts, client, operator, asked)
    const factor = await secondFactor.find(client, operator, asked.totp)
    const entry = {
      operatorId: operator.id,
      who: operator.email,
      subject: `operator:${operator.id}`,
      address: asked.address,
    }
    if (!isTheirs || factor === undefined) {
      await recordAudit(client, { ...entry, action: 'sign_in_failed' })
      return wrong
    }
    await secondFactor.use(client, operator.id, factor)
    const token = await sessions.open(client, operator.id, asked)
    await recordAudit(client, { ...entry, action: 'signed_in', details: { factor: factor.kind } })
    return await signedIn(client, token, operator.id)
  }

  return signIn
}

export async function signedIn(client: PoolClient, token: string, operatorId: number): Promise<SignedIn> {
  const operator = await readOperator(client, operatorId)
  if (operator === undefined) throw new Error('an operator disappeared')
  return { kind: 'session', token, operator }
}
