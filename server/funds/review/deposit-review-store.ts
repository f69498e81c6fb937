// Deposits as operators see them. Reads movements, users, operators and uploads, and writes none of them.
import type { Pool, PoolClient } from 'pg'
import type { Micros, Rate } from '#core/money/amounts.ts'

export type DepositState = 'waiting' | 'credited' | 'rejected' | 'invalid'

export type ReviewedDeposit = {
  readonly id: number
  readonly userId: number
  readonly uid: string
  readonly kind: 'coin' | 'bank'
  readonly currencyCode: string
  readonly protocol: string
  readonly decimals: number
  readonly amount: number
  readonly rate: Rate
  readonly credited: Micros
  readonly state: DepositState
  readonly createdAt: Date
  readonly decidedAt: Date | null
}

export type DepositDetails = ReviewedDeposit & {
  readonly address: string
  readonly wireOption: Readonly<Record<string, unknown>> | null
  readonly voucher: string
  readonly remark: string
  readonly decidedBy: string
  /** Why the engine refused to credit it the last time; null if it did not. */
  readonly failure: string | null
  readonly failedAt: Date | null
  /** Other deposits with the same picture. */
  readonly sameVoucher: readonly number[]
  readonly earlierCredited: number
  readonly earlierRejected: number
  readonly earlierTotal: Micros
}

const columns = `d.id, d.user_id as "userId", u.uid, d.kind, d.currency_code as "currencyCode", d.protocol, d.decimals,
  d.amount, d.rate, d.credited, coalesce(m.state, 'waiting') as state, d.created_at as "createdAt",
  m.changed_at as "decidedAt"`

const undecided = `undecided_deposits q join deposits d on d.id = q.deposit_id
  left join movements m on m.reference = 'deposit:' || d.id`
const decided = `movements m join deposits d on d.id = split_part(m.reference, ':', 2)::bigint`

type Range = { readonly limit: number; readonly offset: number }

/** Waiting ones oldest first, decided ones newest first. */
export async function listReviewedDeposits(
  pool: Pool,
  state: DepositState,
  { limit, offset }: Range,
): Promise<readonly ReviewedDeposit[]> {
  const { rows } =
    state === 'waiting'
      ? await pool.query<ReviewedDeposit>(
          `select ${columns} from ${undecided} join users u on u.id = d.user_id
           where m.reference is null order by d.id limit $1 offset $2`,
          [limit, offset],
        )
      : await pool.query<ReviewedDeposit>(
          `select ${columns} from ${decided} join users u on u.id = d.user_id
           where m.kind = 'deposit' and m.state = $3 order by m.changed_at desc, d.id desc limit $1 offset $2`,
          [limit, offset, state],
        )
  return rows
}

export async function countReviewedDeposits(pool: Pool, state: DepositState): Promise<number> {
  const { rows } =
    state === 'waiting'
      ? await pool.query<{ count: number }>(
          `select count(*) as count from ${undecided} where m.reference is null`,
        )
      : await pool.query<{ count: number }>(
          `select count(*) as count from movements where kind = 'deposit' and state = $1`,
          [state],
        )
  return rows[0]?.count ?? 0
}

export async function readReviewedDeposit(
  client: Pool | PoolClient,
  id: number,
): Promise<DepositDetails | undefined> {
  const { rows } = await client.query<DepositDetails>(
    `select ${columns}, d.address, d.wire_option as "wireOption", d.voucher, coalesce(m.note, '') as remark,
       coalesce(o.email, '') as "decidedBy",
       q.failure, q.failed_at as "failedAt",
       -- An array of bigint would arrive as text.
       to_jsonb(array(
         select other.id from uploads mine
           join uploads same on same.kept_for = 'voucher' and sha256(same.bytes) = sha256(mine.bytes)
             and same.name <> mine.name
           join deposits other on other.voucher = same.name
         where mine.name = d.voucher order by other.id limit 20
       )) as "sameVoucher",
       earlier.credited as "earlierCredited", earlier.rejected as "earlierRejected", earlier.total as "earlierTotal"
     from deposits d join users u on u.id = d.user_id
       left join movements m on m.reference = 'deposit:' || d.id
       left join operators o on o.id = m.reviewer_id
       left join undecided_deposits q on q.deposit_id = d.id and m.reference is null
       cross join lateral (
         select count(*) filter (where past.state = 'credited') as credited,
           count(*) filter (where past.state in ('rejected', 'invalid')) as rejected,
           coalesce(sum(past.amount) filter (where past.state = 'credited'), 0)::bigint as total
         from movements past
         where past.user_id = d.user_id and past.kind = 'deposit' and past.reference <> 'deposit:' || d.id
       ) earlier
     where d.id = $1`,
    [id],
  )
  return rows[0]
}

/** Id of the deposit that has waited longest. */
export async function readOldestWaitingDeposit(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>(
    `select d.id from ${undecided} where m.reference is null order by d.id limit 1`,
  )
  return rows[0]?.id
}

/** Whether this image is the voucher of a deposit. */
export async function findDepositOfVoucher(
  client: Pool | PoolClient,
  name: string,
): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>('select id from deposits where voucher = $1', [name])
  return rows[0]?.id
}

export async function storeFailure(pool: Pool, id: number, reason: string, at: Date): Promise<void> {
  await pool.query('update undecided_deposits set failure = $2, failed_at = $3 where deposit_id = $1', [
    id,
    reason,
    at,
  ])
}

/** Forgets at most `limit` deposits that were decided. */
export async function deleteDecided(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from undecided_deposits where deposit_id in (
       select deposit_id from undecided_deposits join movements on reference = 'deposit:' || deposit_id
       order by deposit_id limit $1
     )`,
    [limit],
  )
  return rowCount ?? 0
}
