import { type Refusal, refused } from '#contract/outcome.ts'
import { parseEmailAddress } from '#core/user/contact.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { insertTies, type TieKind } from '#server/operators/operator-ties-store.ts'
import type { Denied, Operator, OperatorsParts } from '#server/operators/operator-types.ts'
import {
  countOperators,
  findOperator,
  hasOtherOwner,
  insertOperator,
  maxOperators,
  readOperator,
  type StoredOperator,
  storeResetCredentials,
  storeRoleAndStatus,
} from '#server/operators/operators-store.ts'
import { generateTemporaryPassword } from '#server/operators/passwords.ts'
import type { Reauthenticate, Reauthentication } from '#server/operators/reauthentication.ts'
import { deleteEnrolments } from '#server/operators/sign-in/enrolments-store.ts'
import { knownAddressKey, signInKey } from '#server/operators/sign-in/lockout.ts'
import { clearFailures } from '#server/operators/sign-in/operator-failures-store.ts'
import { endSessions, readAddresses } from '#server/operators/sign-in/operator-sessions-store.ts'
import { replaceRecoveryCodes } from '#server/operators/sign-in/recovery-codes-store.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

type CreateOperator = Reauthentication & { readonly email: string; readonly role: OperatorRole }

/** The temporary password is returned only here. */
type Created = { readonly kind: 'created'; readonly operator: Operator; readonly password: string }

type Parts = OperatorsParts & { readonly reauthenticate: Reauthenticate }

export function createCreateOperator({ clock, random, passwords, reauthenticate }: Parts) {
  return async function create(input: CreateOperator): Promise<Created | Denied> {
    const { role, by, address } = input
    const email = parseEmailAddress(input.email)
    if (email === undefined) return refused('invalid_email')
    return await reauthenticate(input, async (client, { actor }) => {
      if (actor.role !== 'owner') return refused('role_forbidden')
      if ((await countOperators(client)) >= maxOperators) return refused('operators_limit')
      const password = generateTemporaryPassword(random)
      const passwordHash = await passwords.hash(password)
      if (passwordHash === 'busy') return refused('busy')
      const createdAt = new Date(clock.now())
      const id = await insertOperator(client, {
        email,
        role,
        passwordHash,
        mustChangePassword: true,
        totpSealed: undefined,
        createdAt,
        createdBy: actor.id,
      })
      if (id === undefined) return refused('operator_exists')
      await insertTies(client, { operatorId: id, byOperatorId: actor.id, at: createdAt }, ['created'])
      const entry = { operatorId: actor.id, who: by.email, action: 'operator_created', address }
      await recordAudit(client, { ...entry, subject: `operator:${id}`, details: { email, role } })
      const operator = await readOperator(client, id)
      if (operator === undefined) throw new Error('the operator was not stored')
      return { kind: 'created', operator, password }
    })
  }
}

type ChangeOperator = Reauthentication & {
  readonly id: number
  readonly role?: OperatorRole | undefined
  readonly isActive?: boolean | undefined
  /** Sets a new temporary password and requires a new enrolment of the second factor. */
  readonly reset?: boolean | undefined
}

/** `password` is the temporary password after a reset, returned only here. */
type Changed = {
  readonly kind: 'changed'
  readonly operator: Operator
  readonly password: string | undefined
}

/** The requested state of an operator. */
type Change = {
  readonly operator: StoredOperator
  readonly role: OperatorRole
  readonly isActive: boolean
  readonly reset: boolean
}

export function createChangeOperator({ clock, random, passwords, reauthenticate }: Parts) {
  return async function change(input: ChangeOperator): Promise<Changed | Denied> {
    const { reset = false } = input
    if (input.role === undefined && input.isActive === undefined && !reset) return refused('invalid_input')
    return await reauthenticate(
      { ...input, target: input.id },
      async (client, { actor, target: operator }) => {
        if (actor.role !== 'owner') return refused('role_forbidden')
        if (operator === undefined) return refused('not_found')
        const { role = operator.role, isActive = operator.isActive } = input
        const requested = { operator, role, isActive, reset }
        const refusal = await changeRefusal(client, requested, actor)
        if (refusal !== undefined) return refusal
        const password = reset ? generateTemporaryPassword(random) : undefined
        const hash = password === undefined ? undefined : await passwords.hash(password)
        if (hash === 'busy') return refused('busy')
        if (hasChanges(requested)) await apply(client, requested, hash, input)
        const changed = await readOperator(client, operator.id)
        if (changed === undefined) throw new Error('the operator no longer exists')
        return { kind: 'changed', operator: changed, password }
      },
    )
  }

  async function apply(
    client: PoolClient,
    requested: Change,
    hash: string | undefined,
    input: ChangeOperator,
  ) {
    const { id } = requested.operator
    const { by, address } = input
    const at = new Date(clock.now())
    await storeRoleAndStatus(client, id, requested)
    if (hash === undefined) await endSessions(client, { operatorId: id, at })
    else await resetCredentials(client, id, hash, at)
    await insertTies(client, { operatorId: id, byOperatorId: by.operatorId, at }, tiesOf(requested))
    const entry = { operatorId: by.operatorId, who: by.email, action: 'operator_changed', address }
    await recordAudit(client, { ...entry, subject: `operator:${id}`, details: auditDetails(requested) })
  }
}

function hasChanges({ operator, role, isActive, reset }: Change): boolean {
  return role !== operator.role || isActive !== operator.isActive || reset
}

/** Disabling an operator makes no tie: it gives no access to their account. */
function tiesOf({ operator, role, isActive, reset }: Change): readonly TieKind[] {
  return [
    ...(reset ? (['reset'] as const) : []),
    ...(role === operator.role ? [] : (['role_changed'] as const)),
    ...(isActive && !operator.isActive ? (['activated'] as const) : []),
  ]
}

/** Operators cannot change themselves, and the last owner who can sign in cannot be removed. */
async function changeRefusal(
  client: PoolClient,
  requested: Change,
  actor: StoredOperator,
): Promise<Refusal | undefined> {
  const { operator, role, isActive } = requested
  const wasOwner = operator.role === 'owner' && operator.isActive && operator.totpSealed !== null
  const staysOwner = role === 'owner' && isActive
  const isOwn = operator.id === actor.id
  const isTaken = wasOwner && (!staysOwner || (isOwn && requested.reset))
  if (isTaken && !(await hasOtherOwner(client, operator.id))) return refused('last_owner')
  return isOwn && hasChanges(requested) ? refused('own_account') : undefined
}

function auditDetails({ operator, role, isActive, reset }: Change): Readonly<Record<string, unknown>> {
  return {
    ...(role === operator.role ? {} : { role: { from: operator.role, to: role } }),
    ...(isActive === operator.isActive ? {} : { active: { from: operator.isActive, to: isActive } }),
    ...(reset ? { reset } : {}),
  }
}

/** Resets password, second factor and lockouts, and ends every session. */
async function resetCredentials(
  client: PoolClient,
  operatorId: number,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await storeResetCredentials(client, operatorId, passwordHash)
  await replaceRecoveryCodes(client, operatorId, [])
  await deleteEnrolments(client, operatorId)
  await clearFailures(client, signInKey(operatorId))
  for (const address of await readAddresses(client, operatorId)) {
    await clearFailures(client, knownAddressKey(operatorId, address))
  }
  await endSessions(client, { operatorId, at })
}

type ResetParts = Pick<OperatorsParts, 'pool' | 'clock' | 'random' | 'passwords'>

type Reset =
  | { readonly kind: 'reset'; readonly password: string; readonly isActive: boolean }
  | { readonly kind: 'unknown' }

/**
 * For the command line. It acts for no operator, so the reset ties the operator to everyone. It needs no encryption key,
 * so it also works if the key was lost.
 */
export async function resetOperator(
  { pool, clock, random, passwords }: ResetParts,
  { email, who }: { readonly email: string; readonly who: string },
): Promise<Reset> {
  const password = generateTemporaryPassword(random)
  const hash = await passwords.hash(password)
  if (hash === 'busy') throw new Error('too many passwords are being hashed')
  return await inTransaction(pool, async (client) => {
    const operator = await findOperator(client, email)
    if (operator === undefined) return { kind: 'unknown' }
    const at = new Date(clock.now())
    await resetCredentials(client, operator.id, hash, at)
    await insertTies(client, { operatorId: operator.id, byOperatorId: null, at }, ['reset'])
    const subject = `operator:${operator.id}`
    await recordAudit(client, { operatorId: undefined, who, action: 'operator_reset', subject, address: '' })
    return { kind: 'reset', password, isActive: operator.isActive }
  })
}
