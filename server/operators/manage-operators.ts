import { type Refusal, refused } from '#contract/outcome.ts'
import { parseEmailAddress } from '#core/account/contact.ts'
import type { OperatorRole } from '#core/account/operator-role.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { No, Operator, OperatorsParts } from '#server/operators/operator-types.ts'
import {
  countOperators,
  findOperator,
  hasOtherOwner,
  insertOperator,
  mostOperators,
  readOperator,
  type StoredOperator,
  storeReset,
  storeStanding,
} from '#server/operators/operators-store.ts'
import { makeFirstPassword } from '#server/operators/passwords.ts'
import type { Confirm, Confirmation } from '#server/operators/reauthentication.ts'
import { deleteEnrolments } from '#server/operators/sign-in/enrolments-store.ts'
import { familiarKey, signInKey } from '#server/operators/sign-in/lockout.ts'
import { clearFailures } from '#server/operators/sign-in/operator-failures-store.ts'
import { endSessions, readAddresses } from '#server/operators/sign-in/operator-sessions-store.ts'
import { replaceRecoveryCodes } from '#server/operators/sign-in/recovery-codes-store.ts'
import { inTransaction, type PoolClient } from '#server/storage/storage.ts'

type CreateOperator = Confirmation & { readonly email: string; readonly role: OperatorRole }

/** The password is shown this once. */
type Created = { readonly kind: 'created'; readonly operator: Operator; readonly password: string }

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

type ChangeOperator = Confirmation & {
  readonly id: number
  readonly role?: OperatorRole | undefined
  readonly isActive?: boolean | undefined
  /** A new first password, and the second factor to enrol again. */
  readonly reset?: boolean | undefined
}

/** The password is shown this once, and only after a reset. */
type Changed = {
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

type ChangeParts = OperatorsParts & { readonly confirm: Confirm }

export function createChangeOperator({ clock, random, passwords, confirm }: ChangeParts) {
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

/** Back to the first sign-in, and out of every session. */
async function resetSecrets(
  client: PoolClient,
  operatorId: number,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await storeReset(client, operatorId, passwordHash)
  await replaceRecoveryCodes(client, operatorId, [])
  await deleteEnrolments(client, operatorId)
  await clearFailures(client, signInKey(operatorId))
  for (const address of await readAddresses(client, operatorId)) {
    await clearFailures(client, familiarKey(operatorId, address))
  }
  await endSessions(client, { operatorId, at })
}

type ResetParts = Pick<OperatorsParts, 'pool' | 'clock' | 'random' | 'passwords'>

type Reset =
  | { readonly kind: 'reset'; readonly password: string; readonly isActive: boolean }
  | { readonly kind: 'unknown' }

/** For whoever stands at the machine itself: it needs no key, so it helps where the key was lost, too. */
export async function resetOperator(
  { pool, clock, random, passwords }: ResetParts,
  { email, who }: { readonly email: string; readonly who: string },
): Promise<Reset> {
  const password = makeFirstPassword(random)
  const hash = await passwords.hash(password)
  if (hash === 'busy') throw new Error('too many passwords at once')
  return await inTransaction(pool, async (client) => {
    const operator = await findOperator(client, email)
    if (operator === undefined) return { kind: 'unknown' }
    await resetSecrets(client, operator.id, hash, new Date(clock.now()))
    const subject = `operator:${operator.id}`
    await recordAudit(client, { operatorId: undefined, who, action: 'operator_reset', subject, address: '' })
    return { kind: 'reset', password, isActive: operator.isActive }
  })
}
