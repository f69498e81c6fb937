import { areTied, readTiedTo } from '#server/operators/operator-ties-store.ts'
import type { OperatorsParts } from '#server/operators/operator-types.ts'
import { areActive, type Queryable } from '#server/operators/operators-store.ts'

/** Why two operators do not count as two people. */
export type SecondPersonProblem = 'same_person' | 'person_inactive' | 'people_tied'

export type TwoPeople = { readonly proposer: number; readonly approver: number }

const tiedForMs = 7 * 86_400_000

/**
 * Two operators count as two people if both are active and not tied: within seven days neither created, reset, activated
 * or changed the role of the other, directly or over further operators. Otherwise one person could make or take over
 * other accounts and approve with them.
 */
export function createSecondPersonProblem({ pool, clock }: Pick<OperatorsParts, 'pool' | 'clock'>) {
  return async function secondPersonProblem(
    { proposer, approver }: TwoPeople,
    client: Queryable = pool,
  ): Promise<SecondPersonProblem | undefined> {
    if (proposer === approver) return 'same_person'
    if (!(await areActive(client, [proposer, approver]))) return 'person_inactive'
    const after = new Date(clock.now() - tiedForMs)
    return (await areTied(client, [proposer, approver], after)) ? 'people_tied' : undefined
  }
}

/** The operator, and all who are tied to them: for limits of one person they act as one. */
export function createTiedTo({ pool, clock }: Pick<OperatorsParts, 'pool' | 'clock'>) {
  return async (operatorId: number, client: Queryable = pool): Promise<readonly number[]> =>
    await readTiedTo(client, operatorId, new Date(clock.now() - tiedForMs))
}
