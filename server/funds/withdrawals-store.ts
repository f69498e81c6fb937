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
export type Unanswered = Pick<WithdrawalRecord, 'id' | 'userId' | 'amount'>

/** Requests made until `until`, oldest first, after the record `afterId`. */
export async function readUnanswered(
  pool: Pool,
  { until, afterId, limit }: { readonly until: Date; readonly afterId: number; readonly limit: number },
): Promise<readonly Unanswered[]> {
  const { rows } = await pool.query<Unanswered>(
    `select w.id, w.user_id as "userId", w.amount from undecided_withdrawals q join ${source} on w.id = q.withdrawal_id
     where q.withdrawal_id > $1 and w.created_at <= $2 and m.reference is null
     order by q.withdrawal_id limit $3`,
    [afterId, until, limit],
  )
  return rows
}

/** Forgets at most `limit` withdrawals that were decided. */
export async function deleteDecidedWithdrawals(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from undecided_withdrawals where withdrawal_id in (
       select withdrawal_id from undecided_withdrawals join movements on reference = 'withdrawal:' || withdrawal_id
       order by withdrawal_id limit $1
     )`,
    [limit],
  )
  return rowCount ?? 0
}

/** Amounts of withdrawals that hold money now, or were sent since a time. */
export type WithdrawalSums = {
  readonly ofUser: Micros
  /** Of all users, to the destination of this one. */
  readonly toDestination: Micros
}

const isOpenOrRecent = `(m.state in ('locked', 'reviewing', 'approved', 'paying')
  or (m.state = 'sent' and m.changed_at > $2))`

/** A sum beyond a safe integer is as good as the largest one: limits are far below. */
const safeSum = `least(coalesce(sum(m.amount), 0), ${Number.MAX_SAFE_INTEGER})::bigint`

/** By id of the withdrawal. */
export async function sumWithdrawals(
  client: Pool | PoolClient,
  ids: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, WithdrawalSums>> {
  const { rows } = await client.query<WithdrawalSums & { readonly id: number }>(
    `select w.id,
       (select ${safeSum} from movements m
        where m.user_id = w.user_id and m.kind = 'withdrawal' and ${isOpenOrRecent}) as "ofUser",
       (select ${safeSum} from payout_methods p join payout_methods same on same.destination = p.destination
          join withdrawals other on other.method_id = same.id
          join movements m on m.reference = 'withdrawal:' || other.id
        where p.id = w.method_id and ${isOpenOrRecent}) as "toDestination"
     from withdrawals w where w.id = any($1)`,
    [ids, since],
  )
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}
