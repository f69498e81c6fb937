import { type Refusal, refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { No, OperatorsParts, SessionOperator } from '#server/operators/operator-types.ts'
import { findOperator, lockOperators, type StoredOperator } from '#server/operators/operators-store.ts'
import { type Attempts, confirmationKey } from '#server/operators/sign-in/lockout.ts'
import type { SecondFactor } from '#server/operators/sign-in/second-factor.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

/** Somebody who wants more than a session alone is enough for. */
export type Confirmation = {
  readonly by: SessionOperator
  readonly totp: string
  readonly address: string
}

type Asked = Confirmation & {
  readonly password?: string
  /** Another operator whom it is about. */
  readonly about?: number
}

type Outcome = { readonly kind: string }

/**
 * What is done once it is confirmed, passwords hashed included: nobody is made to work for guesses. It refuses before it
 * writes, and a refusal leaves the code unused.
 */
type Work<Done extends Outcome> = (
  client: PoolClient,
  locked: { readonly me: StoredOperator; readonly about: StoredOperator | undefined },
) => Promise<Done | Refusal>

type Parts = OperatorsParts & { readonly attempts: Attempts; readonly secondFactor: SecondFactor }

export type Confirm = ReturnType<typeof createConfirm>

/**
 * A fresh second factor, and the password where it is asked for: a session that was left open or stolen is not enough. Mistakes
 * make one wait as they do at the sign-in, but in a count of their own, which nobody outside can run up.
 */
export function createConfirm({ pool, passwords, attempts, secondFactor }: Parts) {
  return async function confirm<Done extends Outcome>(asked: Asked, work: Work<Done>): Promise<Done | No> {
    const { by, about } = asked
    const attempt = await attempts.begin({ account: confirmationKey(by.operatorId) })
    if (attempt.kind !== 'attempt') return attempt
    const password = await checkPassword(asked)
    if (password === 'busy') {
      await attempt.withdrawn()
      return refused('busy')
    }
    const outcome = await inTransaction(pool, async (client) => {
      const ids = about === undefined ? [by.operatorId] : [by.operatorId, about]
      const locked = await lockOperators(client, ids)
      const me = locked.get(by.operatorId)
      if (me === undefined) throw new Error('an operator disappeared')
      const factor = await secondFactor.find(client, me, asked.totp)
      const isTheirs = me.isActive && password.fits(me)
      if (!isTheirs || factor === undefined) return await mistake(client, asked, isTheirs)
      const done = await work(client, { me, about: about === undefined ? undefined : locked.get(about) })
      if (done.kind !== 'refused') await secondFactor.use(client, me.id, factor)
      return { isConfirmed: true, answer: done }
    })
    if (outcome.isConfirmed) await attempt.succeeded()
    return outcome.answer
  }

  /** Compared before any row is locked, because it takes long; it counts if it is still the same then. */
  async function checkPassword({ by, password }: Asked) {
    if (password === undefined) return { fits: () => true }
    const known = await findOperator(pool, by.email)
    const isRight = await passwords.verify(known?.passwordHash, password)
    if (isRight === 'busy') return isRight
    return { fits: (me: StoredOperator) => isRight && me.passwordHash === known?.passwordHash }
  }
}

async function mistake(client: PoolClient, { by, address }: Asked, isTheirs: boolean) {
  const { operatorId, email: who } = by
  const subject = `operator:${operatorId}`
  await recordAudit(client, { operatorId, who, action: 'confirmation_failed', subject, address })
  return { isConfirmed: false, answer: refused(isTheirs ? 'wrong_code' : 'wrong_password') }
}
