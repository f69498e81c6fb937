// The door of the operators' room: who may work at the console, how they sign in, and for how long.
import { deleteExpiredEnrolments } from '#server/operators/factor/enrolments-store.ts'
import { createSecondFactor } from '#server/operators/factor/second-factor.ts'
import { type EnsuredOwner, ensureFirstOwner, type FirstOwner } from '#server/operators/first-owner.ts'
import type { Operator, OperatorsParts } from '#server/operators/operator-types.ts'
import { readOperator, readOperators } from '#server/operators/operators-store.ts'
import { deleteOldSessions } from '#server/operators/sessions/operator-sessions-store.ts'
import { createSessions } from '#server/operators/sessions/sessions.ts'
import { createAttempts } from '#server/operators/sign-in/attempts.ts'
import { createEnrol } from '#server/operators/sign-in/enrol.ts'
import { createSignIn } from '#server/operators/sign-in/sign-in.ts'
import { createChangeOperator } from '#server/operators/staff/change-operator.ts'
import { createConfirm } from '#server/operators/staff/confirm.ts'
import { createCreateOperator } from '#server/operators/staff/create-operator.ts'
import { createOwnSecrets } from '#server/operators/staff/own-secrets.ts'

export type { EnsuredOwner, FirstOwner } from '#server/operators/first-owner.ts'
export type { Operator, OperatorsParts, SessionOperator } from '#server/operators/operator-types.ts'
export { readOperators as listOperators } from '#server/operators/operators-store.ts'
export { resetOperator } from '#server/operators/reset-operator.ts'

export type Operators = ReturnType<typeof createOperators>

const keptAfterEndMs = 90 * 86_400_000

export function createOperators(given: OperatorsParts) {
  const { pool, clock } = given
  const attempts = createAttempts(given)
  const secondFactor = createSecondFactor(given)
  const sessions = createSessions(given)
  const parts = { ...given, attempts, secondFactor, sessions }
  const confirm = createConfirm(parts)

  /** Deletes what nobody can use or needs to look at any more. */
  async function sweep(): Promise<void> {
    await deleteOldSessions(pool, new Date(clock.now() - keptAfterEndMs))
    await deleteExpiredEnrolments(pool, new Date(clock.now()))
    await attempts.sweep()
  }

  return {
    /** Throws a StartFailure when the operators there are could not sign in with the present key. */
    ensureFirstOwner: (owner: FirstOwner): Promise<EnsuredOwner> => ensureFirstOwner(given, owner),
    signIn: createSignIn(parts),
    enrol: createEnrol(parts),
    identify: sessions.identify,
    signOut: sessions.signOut,
    ...createOwnSecrets({ ...parts, confirm }),
    list: (): Promise<readonly Operator[]> => readOperators(pool),
    read: (id: number): Promise<Operator | undefined> => readOperator(pool, id),
    create: createCreateOperator({ ...parts, confirm }),
    change: createChangeOperator({ ...parts, confirm }),
    sweep,
  }
}
