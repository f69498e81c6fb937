import { refused } from '#contract/outcome.ts'
import { parseEmailAddress } from '#core/account/email-address.ts'
import type { OperatorRole } from '#core/account/operator-role.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { makeFirstPassword } from '#server/operators/first-password.ts'
import type { No, Operator, OperatorsParts } from '#server/operators/operator-types.ts'
import {
  countOperators,
  insertOperator,
  mostOperators,
  readOperator,
} from '#server/operators/operators-store.ts'
import type { Confirm, Confirmation } from '#server/operators/staff/confirm.ts'

export type CreateOperator = Confirmation & { readonly email: string; readonly role: OperatorRole }

/** The password is shown this once. */
export type Created = { readonly kind: 'created'; readonly operator: Operator; readonly password: string }

type Parts = OperatorsParts & { readonly confirm: Confirm }

export function createCreateOperator({ clock, random, passwords, confirm }: Parts) {
  return async function create(asked: CreateOperator): Promise<Created | No> {
    const { role, by, address } = asked
    const email = parseEmailAddress(asked.email)
    if (email === undefined) return refused('invalid_email')
    return await confirm(asked, async (client, { me }) => {
      if (me.role !== 'owner') return refused('role_forbidden')
      if ((await countOperators(client)) >= mostOperators) return refused('operators_limit')
      const password = makeFirstPassword(random)
      const passwordHash = await passwords.hash(password)
      if (passwordHash === 'busy') return refused('busy')
      const id = await insertOperator(client, {
        email,
        role,
        passwordHash,
        mustChangePassword: true,
        totpSealed: undefined,
        createdAt: new Date(clock.now()),
        createdBy: me.id,
      })
      if (id === undefined) return refused('operator_exists')
      const entry = { operatorId: me.id, who: by.email, action: 'operator_created', address }
      await recordAudit(client, { ...entry, subject: `operator:${id}`, details: { email, role } })
      const operator = await readOperator(client, id)
      if (operator === undefined) throw new Error('an operator was not stored')
      return { kind: 'created', operator, password }
    })
  }
}
