// Queries of the table withdrawals. The status of a record comes from `movements`.
import type { Pool, PoolClient } from 'pg'
import type { Micros } from '#core/money/amounts.ts'
import type {
  Currency,
  Page,
  PayoutMethod,
  RecordKey,
  RecordKind,
  WithdrawalRecord,
} from '#server/funds/funds-types.ts'
import { pageBounds, readCount, stateColumns } from '#server/funds/records-store.ts'

const columns = `w.id, w.user_id as "userId", w.kind, w.currency_code as "currencyCode", w.protocol, w.decimals, w.amount,
  w.fee, w.rate, w.payout, w.address, w.bank_name as "bankName", w.bank_branch as "bankBranch",
  w.payee_name as "payeeName", w.payee_account as "payeeAccount", w.bank_address as "bankAddress",
  w.bank_swift as "bankSwift", w.bank_remark as "bankRemark", w.memo, w.created_at as "createdAt", ${stateColumns}`
const source = `withdrawals w left join movements m on m.reference = 'withdrawal:' || w.id`

export type NewWithdrawal = Pick<
  WithdrawalRecord,
  'amount' | 'fee' | 'rate' | 'payout' | 'memo' | 'createdAt'
> &
  RecordKey & {
    readonly userId: number
    readonly currency: Pick<Currency, 'id' | 'code' | 'protocol' | 'decimals'>
    readonly method: PayoutMethod
  }

export async function insertWithdrawal(client: PoolClient, withdrawal: NewWithdrawal): Promise<number> {
  const { currency, method } = withdrawal
  const { rows } = await client.query<{ id: number }>(
    `insert into withdrawals (user_id, key, fingerprint, method_id, kind, currency_id, currency_code, protocol, decimals,
       amount, fee, rate, payout, address, bank_name, bank_branch, payee_name, payee_account, bank_address, bank_swift,
       bank_remark, memo, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
     returning id`,
    [
      withdrawal.userId,
      withdrawal.key,
      withdrawal.fingerprint,
      method.id,
      method.address === '' ? 'bank' : 'coin',
      currency.id,
      currency.code,
      currency.protocol,
      currency.decimals,
      withdrawal.amount,
      withdrawal.fee,
      withdrawal.rate,
      withdrawal.payout,
      method.address,
      method.bankName,
      method.bankBranch,
      method.payeeName,
      method.payeeAccount,
      method.bankAddress,
      method.bankSwift,
      method.bankRemark,
      withdrawal.memo,
      withdrawal.createdAt,
    ],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the insert returned no id')
  return row.id
}

export async function readWithdrawalByKey(
  client: Pool | PoolClient,
  userId: number,
  key: string,
): Promise<{ readonly id: number; readonly fingerprint: string } | undefined> {
  const { rows } = await client.query<{ id: number; fingerprint: string }>(
    'select id, fingerprint from withdrawals where user_id = $1 and key = $2',
    [userId, key],
  )
  return rows[0]
}

/** Undefined for a record of another user. */
export async function readWithdrawal(
  client: Pool | PoolClient,
  userId: number,
  id: number,
): Promise<WithdrawalRecord | undefined> {
  const { rows } = await client.query<WithdrawalRecord>(
    `select ${columns} from ${source} where w.id = $2 and w.user_id = $1`,
    [userId, id],
  )
  return rows[0]
}

/** Newest first. */
export async function listWithdrawals(
  pool: Pool,
  userId: number,
  { kind, page }: { readonly kind: RecordKind; readonly page: number },
): Promise<Page<WithdrawalRecord>> {
  const { rows } = await pool.query<WithdrawalRecord>(
    `select ${columns} from ${source} where w.user_id = $1 and w.kind = $2 order by w.id desc limit $3 offset $4`,
    [userId, kind, ...pageBounds(page)],
  )
  const counting = 'select count(*) as count from withdrawals where user_id = $1 and kind = $2'
  return { data: rows, total: await readCount(pool, counting, [userId, kind]) }
}

/** Without a movement, or with one that still holds money. */
export async function countOpenWithdrawals(client: PoolClient, userId: number): Promise<number> {
  const counting = `select count(*) as count from ${source}
    where w.user_id = $1 and (m.state is null or m.state in ('locked', 'reviewing', 'approved', 'paying'))`
  return await readCount(client, counting, [userId])
}

/** A request that the engine has not decided. */
export type Unanswered = Pick<WithdrawalRecord, 'id' | 'userId' | 'amount' | 'createdAt'>

/** Oldest first, of those made from `since` to `until` and after the record `afterId` of the page before. */
export async function readUnanswered(
  pool: Pool,
  range: { readonly since: Date; readonly until: Date },
  afterId: number,
  limit: number,
): Promise<readonly Unanswered[]> {
  const { rows } = await pool.query<Unanswered>(
    `select w.id, w.user_id as "userId", w.amount, w.created_at as "createdAt" from ${source}
     where w.created_at >= $1 and w.created_at <= $2 and w.id > $3 and m.reference is null
     order by w.id limit $4`,
    [range.since, range.until, afterId, limit],
  )
  return rows
}

/** Amount of the user's withdrawals that hold money now, or were sent after `since`. */
export async function sumWithdrawals(
  client: Pool | PoolClient,
  userId: number,
  since: Date,
): Promise<Micros> {
  const { rows } = await client.query<{ sum: Micros }>(
    `select coalesce(sum(amount), 0)::bigint as sum from movements
     where user_id = $1 and kind = 'withdrawal'
       and (state in ('locked', 'reviewing', 'approved', 'paying') or (state = 'sent' and changed_at > $2))`,
    [userId, since],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the sum query returned no row')
  return row.sum
}
