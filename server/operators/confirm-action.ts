import { type Refusal, refused } from '#contract/outcome.ts'
import { isRoleAllowed, type OperatorRole } from '#core/user/operator-role.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Denied } from '#server/operators/operator-types.ts'
import type { Reauthenticate, Reauthentication } from '#server/operators/reauthentication.ts'
import type { PoolClient } from '#server/storage/storage.ts'

type Confirmation = Reauthentication & {
  /** Roles that may confirm the action, besides owners. */
  readonly roles: readonly OperatorRole[]
}

/** An action that another module is about to take. */
export type ConfirmedAction = Confirmation & {
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

type Outcome = { readonly kind: string }

/** Step-up authentication for actions outside this module. The role is that of now, not that of the session. */
export function createConfirmAction(reauthenticate: Reauthenticate) {
  /**
   * Runs the work in the transaction that uses up the code. Work that refuses must have written nothing. `other` is
   * the id of an operator whose row is locked as well, so that neither of the two can be changed meanwhile.
   */
  async function inConfirmedTransaction<Done extends Outcome>(
    input: Confirmation & { readonly other?: number },
    work: (client: PoolClient) => Promise<Done | Refusal>,
  ): Promise<Done | Denied> {
    const { by, totp, address, roles, other } = input
    const target = other === undefined || other === by.operatorId ? {} : { target: other }
    return await reauthenticate<Done>({ by, totp, address, ...target }, async (client, { actor }) =>
      isRoleAllowed(actor.role, roles) ? await work(client) : refused('role_forbidden'),
    )
  }

  /**
   * The audit entry is written before the action, in the transaction that uses up the code: an action that cannot be
   * audited is not taken. The entry therefore tells what the operator confirmed, not whether it succeeded.
   */
  async function confirmAction(input: ConfirmedAction): Promise<{ readonly kind: 'confirmed' } | Denied> {
    return await inConfirmedTransaction(input, async (client) => {
      const { by, action, subject, details, address } = input
      const { operatorId, email: who } = by
      await recordAudit(client, { operatorId, who, action, subject, details, address })
      return { kind: 'confirmed' }
    })
  }

  return { inConfirmedTransaction, confirmAction }
}
