// Queries of the table payout_methods.
import type { Pool, PoolClient } from 'pg'
import type { PayoutMethod, RecordKey, RecordKind } from '#server/funds/funds-types.ts'
import { readCount } from '#server/funds/records-store.ts'

const columns = `p.id, jsonb_build_object('id', c.id, 'code', c.code, 'protocol', c.protocol, 'kind', c.kind) as currency,
  p.address, p.bank_name as "bankName", p.bank_branch as "bankBranch", p.payee_name as "payeeName",
  p.payee_account as "payeeAccount", p.bank_address as "bankAddress", p.bank_swift as "bankSwift",
  p.bank_remark as "bankRemark", p.usable_at as "usableAt"`
const source = 'payout_methods p join currencies c on c.id = p.currency_id'

export type NewMethod = Omit<PayoutMethod, 'id' | 'currency'> &
  RecordKey & {
    readonly userId: number
    readonly currencyId: number
    readonly destination: string
    readonly createdAt: Date
  }

/** False if the user has an active method with this destination. */
export async function insertMethod(client: PoolClient, method: NewMethod): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into payout_methods (user_id, key, fingerprint, currency_id, address, bank_name, bank_branch, payee_name,
       payee_account, bank_address, bank_swift, bank_remark, destination, created_at, usable_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (user_id, currency_id, destination) where deleted_at is null do nothing`,
    [
      method.userId,
      method.key,
      method.fingerprint,
      method.currencyId,
      method.address,
      method.bankName,
      method.bankBranch,
      method.payeeName,
      method.payeeAccount,
      method.bankAddress,
      method.bankSwift,
      method.bankRemark,
      method.destination,
      method.createdAt,
      method.usableAt,
    ],
  )
  return rowCount === 1
}

export async function readMethodByKey(
  client: Pool | PoolClient,
  userId: number,
  key: string,
): Promise<{ readonly method: PayoutMethod; readonly fingerprint: string } | undefined> {
  const { rows } = await client.query<PayoutMethod & { readonly fingerprint: string }>(
    `select ${columns}, p.fingerprint from ${source} where p.user_id = $1 and p.key = $2`,
    [userId, key],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { fingerprint, ...method } = row
  return { method, fingerprint }
}

/** Active methods, newest first; at most as many as a user may have. */
export async function listMethods(
  pool: Pool,
  userId: number,
  { kind, currencyId }: { readonly kind: RecordKind; readonly currencyId?: number | undefined },
): Promise<readonly PayoutMethod[]> {
  const { rows } = await pool.query<PayoutMethod>(
    `select ${columns} from ${source}
     where p.user_id = $1 and p.deleted_at is null and (p.address <> '') = $2 and ($3::bigint is null or c.id = $3)
     order by p.id desc`,
    [userId, kind === 'coin', currencyId ?? null],
  )
  return rows
}

/** Undefined for a deleted method and for one of another user. */
export async function readActiveMethod(
  client: Pool | PoolClient,
  userId: number,
  id: number,
): Promise<PayoutMethod | undefined> {
  const { rows } = await client.query<PayoutMethod>(
    `select ${columns} from ${source} where p.id = $2 and p.user_id = $1 and p.deleted_at is null`,
    [userId, id],
  )
  return rows[0]
}

export async function countMethods(client: PoolClient, userId: number): Promise<number> {
  const counting = 'select count(*) as count from payout_methods where user_id = $1 and deleted_at is null'
  return await readCount(client, counting, [userId])
}

/** The destination if it was active until now, null if it was deleted before, undefined if the user never had it. */
export async function deleteMethod(
  client: PoolClient,
  userId: number,
  id: number,
  at: Date,
): Promise<string | null | undefined> {
  const { rows } = await client.query<{ destination: string | null }>(
    `with deleted as (
       update payout_methods set deleted_at = $3 where id = $2 and user_id = $1 and deleted_at is null
       returning id, address, payee_account
     )
     select case when deleted.id is null then null else coalesce(nullif(deleted.address, ''), deleted.payee_account) end
       as destination
     from payout_methods left join deleted using (id) where id = $2 and user_id = $1`,
    [userId, id, at],
  )
  return rows[0]?.destination
}
