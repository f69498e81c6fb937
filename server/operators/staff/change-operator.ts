import { type Refusal, refused } from '#contract/outcome.ts'
import type { OperatorRole } from '#core/account/operator-role.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { makeFirstPassword } from '#server/operators/first-password.ts'
import type { No, Operator, OperatorsParts } from '#server/operators/operator-types.ts'
import {
  hasOtherOwner,
  readOperator,
  type StoredOperator,
  storeStanding,
} from '#server/operators/operators-store.ts'
import { resetSecrets } from '#server/operators/reset-operator.ts'
import { endSessions } from '#server/operators/sessions/operator-sessions-store.ts'
import type { Confirm, Confirmation } from '#server/operators/staff/confirm.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type ChangeOperator = Confirmation & {
  readonly id: number
  readonly role?: OperatorRole | undefined
  readonly isActive?: boolean | undefined
  /** A new first password, and the second factor to enrol again. */
  readonly reset?: boolean | undefined
}

/** The password is shown this once, and only after a reset. */
export type Changed = {
  readonly kind: 'changed'
  readonly operator: Operator
  readonly password: string | undefined
}

/** What is about to become of an operator. */
type Change = {
  readonly operator: StoredOperator
  readonly role: OperatorRole
  readonly isActive: boolean
  readonly reset: boolean
}

type Parts = OperatorsParts & { readonly confirm: Confirm }

export function createChangeOperator({ clock, random, passwords, confirm }: Parts) {
  return async function change(asked: ChangeOperator): Promise<Changed | No> {
    const { reset = false } = asked
    if (asked.role === undefined && asked.isActive === undefined && !reset) return refused('invalid_input')
    return await confirm({ ...asked, about: asked.id }, async (client, { me, about: operator }) => {
      if (me.role !== 'owner') return refused('role_forbidden')
      if (operator === undefined) return refused('not_found')
      const { role = operator.role, isActive = operator.isActive } = asked
      const wanted = { operator, role, isActive, reset }
      const refusal = await refuse(client, wanted, me)
      if (refusal !== undefined) return refusal
      const password = reset ? makeFirstPassword(random) : undefined
      const hash = password === undefined ? undefined : await passwords.hash(password)
      if (hash === 'busy') return refused('busy')
      if (changes(wanted)) await apply(client, wanted, hash, asked)
      const changed = await readOperator(client, operator.id)
      if (changed === undefined) throw new Error('an operator disappeared')
      return { kind: 'changed', operator: changed, password }
    })
  }

  async function apply(client: PoolClient, wanted: Change, hash: string | undefined, asked: ChangeOperator) {
    const { id } = wanted.operator
    const { by, address } = asked
    const at = new Date(clock.now())
    await storeStanding(client, id, wanted)
    if (hash === undefined) await endSessions(client, { operatorId: id, at })
    else await resetSecrets(client, id, hash, at)
    const entry = { operatorId: by.operatorId, who: by.email, action: 'operator_changed', address }
    await recordAudit(client, { ...entry, subject: `operator:${id}`, details: told(wanted) })
  }
}

function changes({ operator, role, isActive, reset }: Change): boolean {
  return role !== operator.role || isActive !== operator.isActive || reset
}

/** Nobody locks themself out, and the last owner who can sign in stays one. */
async function refuse(client: PoolClient, wanted: Change, me: StoredOperator): Promise<Refusal | undefined> {
  const { operator, role, isActive } = wanted
  const wasOwner = operator.role === 'owner' && operator.isActive && operator.totpSealed !== null
  const staysOwner = role === 'owner' && isActive
  const isOwn = operator.id === me.id
  const isTaken = wasOwner && (!staysOwner || (isOwn && wanted.reset))
  if (isTaken && !(await hasOtherOwner(client, operator.id))) return refused('last_owner')
  return isOwn && changes(wanted) ? refused('own_account') : undefined
}

function told({ operator, role, isActive, reset }: Change): Readonly<Record<string, unknown>> {
  return {
    ...(role === operator.role ? {} : { role: { from: operator.role, to: role } }),
    ...(isActive === operator.isActive ? {} : { active: { from: operator.isActive, to: isActive } }),
    ...(reset ? { reset } : {}),
  }
}
