import { refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Denied } from '#server/operators/operator-types.ts'
import type { Reauthenticate, Reauthentication } from '#server/operators/reauthentication.ts'

/** An action of an owner that another module is about to take. */
export type OwnerAction = Reauthentication & {
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Requires an owner with an unused second-factor code, for an action outside this module. The audit entry is written
 * before the action, in the transaction that uses up the code: an action that cannot be audited is not taken. The entry
 * therefore tells what the owner confirmed, not whether it succeeded.
 */
export function createConfirmOwnerAction(reauthenticate: Reauthenticate) {
  return async function confirmOwnerAction(
    input: OwnerAction,
  ): Promise<{ readonly kind: 'confirmed' } | Denied> {
    return await reauthenticate(input, async (client, { actor }) => {
      if (actor.role !== 'owner') return refused('role_forbidden')
      const { by, action, subject, details, address } = input
      await recordAudit(client, {
        operatorId: actor.id,
        who: by.email,
        action,
        subject,
        details,
        address,
      })
      return { kind: 'confirmed' }
    })
  }
}
