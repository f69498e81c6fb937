// Entry point of the operators module: sign-in, sessions and roles of the operator console.

import { createConfirmAction } from '#server/operators/confirm-action.ts'
import { type EnsuredOwner, ensureFirstOwner, type FirstOwner } from '#server/operators/first-owner.ts'
import { createChangeOperator, createCreateOperator } from '#server/operators/manage-operators.ts'
import type { Operator, OperatorsParts } from '#server/operators/operator-types.ts'
import {
  countOperators,
  type Queryable,
  readOperator,
  readOperators,
} from '#server/operators/operators-store.ts'
import { createOwnCredentials } from '#server/operators/own-credentials.ts'
import { createReauthenticate } from '#server/operators/reauthentication.ts'
import { createSecondPersonProblem, createTiedTo } from '#server/operators/second-person.ts'
import { createEnrol } from '#server/operators/sign-in/enrolment.ts'
import { deleteExpiredEnrolments } from '#server/operators/sign-in/enrolments-store.ts'
import { createLockout } from '#server/operators/sign-in/lockout.ts'
import { deleteOldSessions } from '#server/operators/sign-in/operator-sessions-store.ts'
import { createSecondFactor } from '#server/operators/sign-in/second-factor.ts'
import { createSessions } from '#server/operators/sign-in/sessions.ts'
import { createSignIn } from '#server/operators/sign-in/sign-in.ts'

export type { EnsuredOwner, FirstOwner } from '#server/operators/first-owner.ts'
export { resetOperator } from '#server/operators/manage-operators.ts'
export type { Operator, OperatorsParts, SessionOperator } from '#server/operators/operator-types.ts'
export { readOperators as listOperators } from '#server/operators/operators-store.ts'
export type { SecondPersonProblem, TwoPeople } from '#server/operators/second-person.ts'

export type Operators = ReturnType<typeof createOperators>

const keptAfterEndMs = 90 * 86_400_000

export function createOperators(given: OperatorsParts) {
  const { pool, clock } = given
  const lockout = createLockout(given)
  const secondFactor = createSecondFactor(given)
  const sessions = createSessions(given)
  const parts = { ...given, lockout, secondFactor, sessions }
  const reauthenticate = createReauthenticate(parts)

  /** Deletes old sessions, enrolments and failures. */
  async function sweep(): Promise<void> {
    await deleteOldSessions(pool, new Date(clock.now() - keptAfterEndMs))
    await deleteExpiredEnrolments(pool, new Date(clock.now()))
    await lockout.sweep()
  }

  return {
    /** Throws a StartFailure if the encryption key cannot decrypt the stored second factors. */
    ensureFirstOwner: (owner: FirstOwner): Promise<EnsuredOwner> => ensureFirstOwner(given, owner),
    signIn: createSignIn(parts),
    enrol: createEnrol(parts),
    authenticate: sessions.authenticate,
    findLiveSessions: sessions.findLive,
    signOut: sessions.signOut,
    ...createOwnCredentials({ ...parts, reauthenticate }),
    list: (): Promise<readonly Operator[]> => readOperators(pool),
    read: (id: number): Promise<Operator | undefined> => readOperator(pool, id),
    create: createCreateOperator({ ...parts, reauthenticate }),
    change: createChangeOperator({ ...parts, reauthenticate }),
    ...createConfirmAction(reauthenticate),
    secondPersonProblem: createSecondPersonProblem(given),
    tiedTo: createTiedTo(given),
    count: (client: Queryable = pool): Promise<number> => countOperators(client),
    sweep,
  }
}
