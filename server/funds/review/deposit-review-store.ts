// Deposits as operators see them. Reads movements, users, operators and uploads, and writes none of them.
import type { Pool, PoolClient } from 'pg'
import type { Micros, Rate } from '#core/money/amounts.ts'
import { recordIdOf } from '#server/funds/review/movements-store.ts'

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

export type DepositResult = Exclude<DepositState, 'waiting'>

/** A decision of one operator that the engine has not answered yet. */
export type DecisionUnderWay = {
  readonly result: DepositResult
  readonly remark: string | null
  readonly operatorId: number
  readonly at: Date
}

export type DepositDetails = ReviewedDeposit & {
  readonly address: string
  readonly wireOption: Readonly<Record<string, unknown>> | null
  /** Since when users no longer see the address or bank account, or its currency; null if they do. */
  readonly offSince: Date | null
  /** It was replaced, so it is off for good. */
  readonly isReplaced: boolean
  readonly voucher: string
  readonly remark: string
  readonly decidedBy: string
  /** Why the engine refused to credit it the last time; null if it did not. */
  readonly failure: string | null
  readonly failedAt: Date | null
  /** The decision that the engine has not answered yet; null without one. */
  readonly underWayResult: DepositResult | null
  readonly underWayBy: string | null
  readonly underWayAt: Date | null
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
const decided = `movements m join deposits d on d.id = ${recordIdOf('deposit')}`

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
    `select ${columns}, d.address, d.wire_option as "wireOption", coalesce(paid.off_since, currency.deposits_off_since) as "offSince",
       coalesce(paid.replaced_by is not null, false) as "isReplaced", d.voucher, coalesce(m.note, '') as remark,
       coalesce(o.email, '') as "decidedBy",
       q.failure, q.failed_at as "failedAt",
       q.result as "underWayResult", decider.email as "underWayBy", q.decided_at as "underWayAt",
       -- An array of bigint would arrive as text.
       to_jsonb(array(
         select other.id from uploads mine
           join uploads same on same.kept_for = 'voucher' and sha256(same.bytes) = sha256(mine.bytes)
             and same.name <> mine.name
           join deposits other on other.voucher = same.name
         where mine.name = d.voucher order by other.id limit 20
       )) as "sameVoucher",
       earlier.credited as "earlierCredited", earlier.rejected as "earlierRejected", earlier.total as "earlierTotal"
     from deposits d join users u on u.id = d.user_id join currencies currency on currency.id = d.currency_id
       left join movements m on m.reference = 'deposit:' || d.id
       left join operators o on o.id = m.reviewer_id
       left join undecided_deposits q on q.deposit_id = d.id and m.reference is null
       left join operators decider on decider.id = q.operator_id
       left join lateral (
         -- A replaced address may have been added again.
         select off_since, replaced_by from pay_addresses a
         where d.kind = 'coin' and a.currency_id = d.currency_id and a.address = d.address
         union all
         select off_since, replaced_by from wire_options w
         where d.kind = 'bank' and w.id = (d.wire_option->>'id')::bigint
         order by off_since desc nulls first limit 1
       ) paid on true
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

/** Whether deposits of its currency are off, or were when it was reported: that rate is not kept up to date. */
export async function mayHaveOldRate(client: Pool | PoolClient, depositId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from deposits d join currencies c on c.id = d.currency_id
     where d.id = $1 and (d.is_at_old_rate or not c.is_deposit_on)`,
    [depositId],
  )
  return rowCount !== 0
}

/** Id of the deposit that has waited longest for an operator. */
export async function readOldestWaitingDeposit(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>(
    `select d.id from ${undecided} where m.reference is null and q.result is null order by d.id limit 1`,
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

/** Until the end of the transaction no other deposit is credited by one operator, so that sums of credits hold. */
export async function lockCredits(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('deposit credits', 0))`)
}

export type CreditsOfOne = { readonly ofUser: Micros; readonly byOperators: Micros }

/**
 * Credits that single operators made since this time: those of the user by anyone, and those of these operators. A
 * credit that is under way counts, except of the deposit itself.
 */
export async function sumCreditsOfOne(
  client: Pool | PoolClient,
  {
    depositId,
    userId,
    operatorIds,
    since,
  }: {
    readonly depositId: number
    readonly userId: number
    readonly operatorIds: readonly number[]
    readonly since: Date
  },
): Promise<CreditsOfOne> {
  const { rows } = await client.query<CreditsOfOne>(
    `select coalesce(sum(amount) filter (where user_id = $1), 0)::bigint as "ofUser",
       coalesce(sum(amount) filter (where reviewer_id = any($2)), 0)::bigint as "byOperators"
     from (
       select user_id, reviewer_id, amount from movements
       where kind = 'deposit' and state = 'credited' and changed_at > $3 and approver_id is null
         and (user_id = $1 or reviewer_id = any($2))
       union all
       select d.user_id, q.operator_id, d.credited from ${undecided}
       where q.result = 'credited' and m.reference is null and d.id <> $4
         and (d.user_id = $1 or q.operator_id = any($2))
     ) credits`,
    [userId, operatorIds, since, depositId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the sum query returned no row')
  return row
}

/** Locks the row of an undecided deposit. `decided` if a movement decides it. */
export async function lockUndecided(
  client: PoolClient,
  id: number,
): Promise<'decided' | { readonly underWay: DecisionUnderWay | undefined }> {
  await client.query('select from undecided_deposits where deposit_id = $1 for update', [id])
  const { rows } = await client.query<DecisionUnderWay | { readonly result: null }>(
    `select q.result, q.remark, q.operator_id as "operatorId", q.decided_at as at from ${undecided}
     where d.id = $1 and m.reference is null`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return 'decided'
  return { underWay: row.result === null ? undefined : row }
}

export async function storeDecision(
  client: PoolClient,
  id: number,
  { result, remark, operatorId, at }: DecisionUnderWay,
): Promise<void> {
  await client.query(
    `update undecided_deposits
     set result = $2, remark = $3, operator_id = $4, decided_at = $5, failure = null, failed_at = null
     where deposit_id = $1`,
    [id, result, remark, operatorId, at],
  )
}

/** Takes the decision back. False if it is not there any more. */
export async function clearDecision(
  client: PoolClient,
  id: number,
  { operatorId, at }: Pick<DecisionUnderWay, 'operatorId' | 'at'>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update undecided_deposits set result = null, remark = null, operator_id = null, decided_at = null
     where deposit_id = $1 and operator_id = $2 and decided_at = $3`,
    [id, operatorId, at],
  )
  return rowCount === 1
}

export type DepositUnderWay = Pick<DepositDetails, 'id' | 'userId' | 'credited'> & {
  readonly decision: DecisionUnderWay
  readonly decidedBy: string
}

/** Decisions made until this time without an answer, by deposit, after the deposit `afterId`. */
export async function readUnderWay(
  pool: Pool,
  { until, afterId, limit }: { readonly until: Date; readonly afterId: number; readonly limit: number },
): Promise<readonly DepositUnderWay[]> {
  const { rows } = await pool.query<
    Pick<DepositDetails, 'id' | 'userId' | 'credited' | 'decidedBy'> & DecisionUnderWay
  >(
    `select d.id, d.user_id as "userId", d.credited, o.email as "decidedBy", q.result, q.remark,
       q.operator_id as "operatorId", q.decided_at as at
     from ${undecided} join operators o on o.id = q.operator_id
     where q.result is not null and q.decided_at <= $1 and d.id > $2 and m.reference is null
     order by d.id limit $3`,
    [until, afterId, limit],
  )
  return rows.map(({ id, userId, credited, decidedBy, ...decision }) => ({
    ...{ id, userId, credited, decidedBy, decision },
  }))
}

export async function storeFailure(
  client: Pool | PoolClient,
  id: number,
  reason: string,
  at: Date,
): Promise<void> {
  await client.query('update undecided_deposits set failure = $2, failed_at = $3 where deposit_id = $1', [
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
