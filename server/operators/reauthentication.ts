import { type Refusal, refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Denied, OperatorsParts, SessionOperator } from '#server/operators/operator-types.ts'
import { findOperator, lockOperators, type StoredOperator } from '#server/operators/operators-store.ts'
import { type Lockout, reauthenticationKey } from '#server/operators/sign-in/lockout.ts'
import type { SecondFactor } from '#server/operators/sign-in/second-factor.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

/** The operator of the session, with a second-factor code that has not been used. */
export type Reauthentication = {
  readonly by: SessionOperator
  readonly totp: string
  readonly address: string
}

type ReauthenticationInput = Reauthentication & {
  readonly password?: string
  /** Id of the operator to change, whose row is locked as well. */
  readonly target?: number
}

type Outcome = { readonly kind: string }

/**
 * Runs after successful re-authentication, so that guesses cause no expensive work. It must refuse before it writes;
 * a refusal leaves the code unused.
 */
type Work<Done extends Outcome> = (
  client: PoolClient,
  locked: { readonly actor: StoredOperator; readonly target: StoredOperator | undefined },
) => Promise<Done | Refusal>

type Parts = OperatorsParts & { readonly lockout: Lockout; readonly secondFactor: SecondFactor }

export type Reauthenticate = ReturnType<typeof createReauthenticate>

/**
 * Step-up authentication: requires an unused second factor, and the password if given, because a session may be stolen.
 * Its lockout is separate from that of sign-in, so that outsiders cannot trigger it.
 */
export function createReauthenticate({ pool, passwords, lockout, secondFactor }: Parts) {
  return async function reauthenticate<Done extends Outcome>(
    input: ReauthenticationInput,
    work: Work<Done>,
  ): Promise<Done | Denied> {
    const { by, target } = input
    const attempt = await lockout.begin({ account: reauthenticationKey(by.operatorId) })
    if (attempt.kind !== 'allowed') return attempt
    const password = await checkPassword(input)
    if (password === 'busy') {
      await attempt.withdrawn()
      return refused('busy')
    }
    let isCorrect = false
    const confirm = inTransaction(pool, async (client) => {
      const ids = target === undefined ? [by.operatorId] : [by.operatorId, target]
      const locked = await lockOperators(client, ids)
      const actor = locked.get(by.operatorId)
      if (actor === undefined) throw new Error('the operator no longer exists')
      const factor = await secondFactor.find(client, actor, input.totp)
      const isPasswordValid = actor.isActive && password.matches(actor)
      if (!isPasswordValid || factor === undefined) return await recordFailure(client, input, isPasswordValid)
      isCorrect = true
      const done = await work(client, {
        actor,
        target: target === undefined ? undefined : locked.get(target),
      })
      if (done.kind !== 'refused') await secondFactor.use(client, actor.id, factor)
      return { isConfirmed: true, answer: done }
    })
    const outcome = await confirm.catch(async (fault: unknown) => {
      // The operator did nothing wrong, and must not have to wait because the database failed.
      if (isCorrect) await attempt.withdrawn()
      throw fault
    })
    if (outcome.isConfirmed) await attempt.succeeded()
    return outcome.answer
  }

  /**
   * Verifies the password before any row is locked, because hashing is slow. The result holds only if the stored hash
   * has not changed since.
   */
  async function checkPassword({ by, password }: ReauthenticationInput) {
    if (password === undefined) return { matches: () => true }
    const known = await findOperator(pool, by.email)
    const isCorrect = await passwords.verify(known?.passwordHash, password)
    if (isCorrect === 'busy') return isCorrect
    return { matches: (actor: StoredOperator) => isCorrect && actor.passwordHash === known?.passwordHash }
  }
}

async function recordFailure(
  client: PoolClient,
  { by, address }: ReauthenticationInput,
  isPasswordValid: boolean,
) {
  const { operatorId, email: who } = by
  const subject = `operator:${operatorId}`
  await recordAudit(client, { operatorId, who, action: 'confirmation_failed', subject, address })
  return { isConfirmed: false, answer: refused(isPasswordValid ? 'wrong_code' : 'wrong_password') }
}
