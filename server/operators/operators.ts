// The door of the operators' room: who may work at the console, how they sign in, and for how long.

import { type EnsuredOwner, ensureFirstOwner, type FirstOwner } from '#server/operators/first-owner.ts'
import { createChangeOperator, createCreateOperator } from '#server/operators/manage-operators.ts'
import type { Operator, OperatorsParts } from '#server/operators/operator-types.ts'
import { readOperator, readOperators } from '#server/operators/operators-store.ts'
import { createOwnSecrets } from '#server/operators/own-credentials.ts'
import { createConfirm } from '#server/operators/reauthentication.ts'
import { createEnrol } from '#server/operators/sign-in/enrolment.ts'
import { deleteExpiredEnrolments } from '#server/operators/sign-in/enrolments-store.ts'
import { createAttempts } from '#server/operators/sign-in/lockout.ts'
import { deleteOldSessions } from '#server/operators/sign-in/operator-sessions-store.ts'
import { createSecondFactor } from '#server/operators/sign-in/second-factor.ts'
import { createSessions } from '#server/operators/sign-in/sessions.ts'
import { createSignIn } from '#server/operators/sign-in/sign-in.ts'

export type { EnsuredOwner, FirstOwner } from '#server/operators/first-owner.ts'
export { resetOperator } from '#server/operators/manage-operators.ts'
export type { Operator, OperatorsParts, SessionOperator } from '#server/operators/operator-types.ts'
export { readOperators as listOperators } from '#server/operators/operators-store.ts'

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
