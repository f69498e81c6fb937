import type { Operators, SecondPersonProblem, TwoPeople } from '#server/operators/operators.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type TwoPersonRule = {
  /** Whether `two_person_rule` may be off: only where no other machine reaches the server. */
  readonly canBeOff: boolean
  readonly isWaived: (client?: PoolClient) => Promise<boolean>
  /** Why the approver is no second person. Ask `isWaived` first. */
  readonly problem: (people: TwoPeople, client?: PoolClient) => Promise<SecondPersonProblem | undefined>
}

type Parts = {
  readonly settings: Pick<Settings, 'get'>
  readonly operators: Pick<Operators, 'count' | 'secondPersonProblem'>
  readonly isLoopback: boolean
}

/**
 * Waived on a loopback HOST while the setting is off, or as long as there has never been a second operator: an owner
 * who disables all others is not alone.
 */
export function createTwoPersonRule({ settings, operators, isLoopback }: Parts): TwoPersonRule {
  return {
    canBeOff: isLoopback,
    isWaived: async (client) =>
      isLoopback && (settings.get('two_person_rule') === 'off' || (await operators.count(client)) === 1),
    problem: operators.secondPersonProblem,
  }
}
