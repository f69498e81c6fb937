import type { Pool, PoolClient } from 'pg'
import type { OperatorRole } from '#core/user/operator-role.ts'
import type { Operator } from '#server/operators/operator-types.ts'

export type Queryable = Pool | PoolClient

/** An operator with credentials, which must not leave this module. */
export type StoredOperator = {
  readonly id: number
  readonly email: string
  readonly role: OperatorRole
  readonly isActive: boolean
  readonly passwordHash: string
  readonly mustChangePassword: boolean
  readonly totpSealed: Buffer | null
  readonly totpLastStep: number | null
}

/** The list of operators has no pages, so their number is limited. */
export const maxOperators = 200

const columns = `id, email, role, is_active as "isActive", password_hash as "passwordHash",
  must_change_password as "mustChangePassword", totp_sealed as "totpSealed", totp_last_step as "totpLastStep"`

export async function findOperator(client: Queryable, email: string): Promise<StoredOperator | undefined> {
  const found = await client.query<StoredOperator>(`select ${columns} from operators where email = $1`, [
    email,
  ])
  return found.rows[0]
}

/**
 * Locks the rows until the transaction ends, in the order of their ids, so that two operators who change each other
 * do not deadlock.
 */
export async function lockOperators(
  client: PoolClient,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredOperator>> {
  const found = await client.query<StoredOperator>(
    `select ${columns} from operators where id = any($1::bigint[]) order by id for no key update`,
    [ids],
  )
  return new Map(found.rows.map((operator) => [operator.id, operator]))
}

const view = `select o.id, o.email, o.role, o.is_active as "isActive", o.totp_sealed is not null as "hasTotp",
    o.created_at as "createdAt", max(s.last_seen_at) as "lastSeenAt"
  from operators o left join operator_sessions s on s.operator_id = o.id`

type ViewRow = Omit<Operator, 'lastSeenAt'> & { readonly lastSeenAt: Date | null }

export async function readOperators(client: Queryable): Promise<readonly Operator[]> {
  const found = await client.query<ViewRow>(`${view} group by o.id order by o.id limit $1`, [maxOperators])
  return found.rows.map(operatorOf)
}

export async function readOperator(client: Queryable, id: number): Promise<Operator | undefined> {
  const found = await client.query<ViewRow>(`${view} where o.id = $1 group by o.id`, [id])
  return found.rows.map(operatorOf)[0]
}

function operatorOf({ lastSeenAt, ...row }: ViewRow): Operator {
  return { ...row, lastSeenAt: lastSeenAt ?? undefined }
}

export async function countOperators(client: Queryable): Promise<number> {
  const counted = await client.query<{ total: number }>('select count(*) as total from operators')
  return counted.rows[0]?.total ?? 0
}

/** Whether all of these different operators exist and are active. */
export async function areActive(client: Queryable, ids: readonly number[]): Promise<boolean> {
  const found = await client.query('select 1 from operators where id = any($1::bigint[]) and is_active', [
    ids,
  ])
  return found.rowCount === ids.length
}

/** Locks the table, so that two processes cannot both create the first owner. */
export async function lockAllOperators(client: PoolClient): Promise<void> {
  await client.query('lock table operators in share row exclusive mode')
}

export async function readEncryptedTotpSecrets(client: Queryable): Promise<readonly Buffer[]> {
  const found = await client.query<{ sealed: Buffer }>(
    'select totp_sealed as sealed from operators where totp_sealed is not null',
  )
  return found.rows.map(({ sealed }) => sealed)
}

export type NewOperator = {
  readonly email: string
  readonly role: OperatorRole
  readonly passwordHash: string
  readonly mustChangePassword: boolean
  readonly totpSealed: Buffer | undefined
  readonly createdAt: Date
  readonly createdBy: number | undefined
}

/** The new id; undefined if the email address is taken. */
export async function insertOperator(client: Queryable, operator: NewOperator): Promise<number | undefined> {
  const { email, role, passwordHash, mustChangePassword, totpSealed, createdAt, createdBy } = operator
  const made = await client.query<{ id: number }>(
    `insert into operators (email, role, password_hash, must_change_password, totp_sealed, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (email) do nothing returning id`,
    [email, role, passwordHash, mustChangePassword, totpSealed, createdAt, createdBy],
  )
  return made.rows[0]?.id
}

export async function storeLastTotpStep(client: Queryable, id: number, step: number): Promise<void> {
  await client.query('update operators set totp_last_step = $2 where id = $1', [id, step])
}

/** Stores a password chosen by the operator. */
export async function storePassword(client: Queryable, id: number, hash: string): Promise<void> {
  await client.query('update operators set password_hash = $2, must_change_password = false where id = $1', [
    id,
    hash,
  ])
}

export async function storeTotp(client: Queryable, id: number, sealed: Buffer, step: number): Promise<void> {
  await client.query('update operators set totp_sealed = $2, totp_last_step = $3 where id = $1', [
    id,
    sealed,
    step,
  ])
}

/** Stores a temporary password, to be changed at the next sign-in, and removes the second factor. */
export async function storeResetCredentials(client: Queryable, id: number, hash: string): Promise<void> {
  await client.query(
    `update operators set password_hash = $2, must_change_password = true, totp_sealed = null, totp_last_step = null
     where id = $1`,
    [id, hash],
  )
}

export async function storeRoleAndStatus(
  client: Queryable,
  id: number,
  { role, isActive }: { readonly role: OperatorRole; readonly isActive: boolean },
): Promise<void> {
  await client.query('update operators set role = $2, is_active = $3 where id = $1', [id, role, isActive])
}

/** Whether another active owner with a second factor exists. */
export async function hasOtherOwner(client: Queryable, id: number): Promise<boolean> {
  const found = await client.query(
    `select 1 from operators where role = 'owner' and is_active and totp_sealed is not null and id <> $1 limit 1`,
    [id],
  )
  return found.rowCount === 1
}
