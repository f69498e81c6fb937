// Withdrawals as operators see them. Reads movements, users, operators and accounts, and writes none of them.
import type { Pool, PoolClient } from 'pg'
import type { Micros, Rate } from '#core/money/amounts.ts'
import type { BankFields } from '#server/funds/destinations/bank-account.ts'
import { recordIdOf } from '#server/funds/review/movements-store.ts'
import type { WithdrawalFacts } from '#server/funds/review/risk-marks.ts'

export type WithdrawalFilter = 'waiting' | 'sent' | 'returned' | 'cancelled'

/** `requested`: the engine has not decided it yet. */
export type ReviewedState =
  | 'requested'
  | 'locked'
  | 'reviewing'
  | 'approved'
  | 'paying'
  | 'sent'
  | 'returned'
  | 'cancelled'
  | 'void'

export type ReviewedWithdrawal = {
  readonly id: number
  readonly userId: number
  readonly uid: string
  readonly kind: 'coin' | 'bank'
  readonly currencyCode: string
  readonly protocol: string
  readonly decimals: number
  readonly amount: Micros
  readonly fee: Micros
  readonly rate: Rate
  readonly payout: number
  readonly state: ReviewedState
  readonly createdAt: Date
  readonly changedAt: Date
}

export type WithdrawalDetails = ReviewedWithdrawal &
  BankFields & {
    readonly address: string
    readonly memo: string
    readonly note: string
    readonly payment: string
    readonly reviewerId: number | null
    readonly approverId: number | null
    readonly payerId: number | null
    readonly reviewer: string
    readonly approver: string
    readonly payer: string
    /** Whether the payer is still active and of finance. Null before it is paid. */
    readonly canPayerAct: boolean | null
  }

const columns = `w.id, w.user_id as "userId", u.uid, w.kind, w.currency_code as "currencyCode", w.protocol, w.decimals,
  w.amount, w.fee, w.rate, w.payout, coalesce(m.state, 'requested') as state, w.created_at as "createdAt",
  coalesce(m.changed_at, w.created_at) as "changedAt"`

const source = `movements m join withdrawals w on w.id = ${recordIdOf('withdrawal')}
  join users u on u.id = w.user_id`

const states: Readonly<Record<WithdrawalFilter, readonly string[]>> = {
  waiting: ['locked', 'reviewing', 'approved', 'paying'],
  sent: ['sent'],
  returned: ['returned', 'void'],
  cancelled: ['cancelled'],
}

type Range = { readonly limit: number; readonly offset: number }

/** Waiting ones oldest first, ended ones newest first. A request that the engine has not locked is not listed. */
export async function listReviewedWithdrawals(
  pool: Pool,
  filter: WithdrawalFilter,
  { limit, offset }: Range,
): Promise<readonly ReviewedWithdrawal[]> {
  const order = filter === 'waiting' ? 'w.id' : 'm.changed_at desc, w.id desc'
  const { rows } = await pool.query<ReviewedWithdrawal>(
    `select ${columns} from ${source} where m.kind = 'withdrawal' and m.state = any($3)
     order by ${order} limit $1 offset $2`,
    [limit, offset, states[filter]],
  )
  return rows
}

export async function countReviewedWithdrawals(pool: Pool, filter: WithdrawalFilter): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from movements where kind = 'withdrawal' and state = any($1)`,
    [states[filter]],
  )
  return rows[0]?.count ?? 0
}

export async function readOldestWaitingWithdrawal(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>(
    `select w.id from ${source} where m.kind = 'withdrawal' and m.state = any($1) order by w.id limit 1`,
    [states.waiting],
  )
  return rows[0]?.id
}

export async function readReviewedWithdrawal(
  client: Pool | PoolClient,
  id: number,
): Promise<WithdrawalDetails | undefined> {
  const { rows } = await client.query<WithdrawalDetails>(
    `select ${columns}, w.address, w.bank_name as "bankName", w.bank_branch as "bankBranch",
       w.payee_name as "payeeName", w.payee_account as "payeeAccount", w.bank_address as "bankAddress",
       w.bank_swift as "bankSwift", w.bank_remark as "bankRemark", w.memo, coalesce(m.note, '') as note,
       coalesce(m.payment, '') as payment, m.reviewer_id as "reviewerId", m.approver_id as "approverId",
       m.payer_id as "payerId",
       coalesce(reviewers.email, '') as reviewer, coalesce(approvers.email, '') as approver,
       coalesce(payers.email, '') as payer,
       payers.is_active and payers.role in ('finance', 'owner') as "canPayerAct"
     from withdrawals w join users u on u.id = w.user_id
       left join movements m on m.reference = 'withdrawal:' || w.id
       left join operators reviewers on reviewers.id = m.reviewer_id
       left join operators approvers on approvers.id = m.approver_id
       left join operators payers on payers.id = m.payer_id
     where w.id = $1`,
    [id],
  )
  return rows[0]
}

/** At most this many other withdrawals with the same payment are named. */
const mostSamePayments = 5

/** Facts for the risk marks of these withdrawals, by id. */
export async function readFacts(
  client: Pool | PoolClient,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WithdrawalFacts>> {
  type Row = Omit<WithdrawalFacts, 'lastDeposit'> & {
    readonly id: number
    readonly depositAt: Date | null
    readonly depositAmount: Micros | null
  }
  const { rows } = await client.query<Row>(
    `select w.id, w.created_at as "requestedAt", p.created_at as "methodCreatedAt", w.payee_name as "payeeName",
       u.password_changed_at as "passwordChangedAt", coalesce(a.ended_orders, 0) as "endedOrders",
       coalesce(checks.name, '') as "verifiedName", last.changed_at as "depositAt", last.amount as "depositAmount",
       (select count(*) from movements sent where sent.user_id = w.user_id and sent.kind = 'withdrawal'
          and sent.state = 'sent' and sent.reference <> 'withdrawal:' || w.id) as "sentBefore",
       (select count(distinct other.user_id) from payout_methods other
        where other.destination = p.destination and other.user_id <> w.user_id) as "sharedBy",
       -- An array of bigint would arrive as text.
       to_jsonb(array(
         select other.id from movements mine
           join movements same on lower(same.payment) = lower(mine.payment) and same.kind = 'withdrawal'
             and same.reference <> mine.reference
           join withdrawals other on other.id = ${recordIdOf('withdrawal', 'same')}
         where mine.reference = 'withdrawal:' || w.id order by other.id limit ${mostSamePayments}
       )) as "samePayment"
     from withdrawals w join users u on u.id = w.user_id join payout_methods p on p.id = w.method_id
       left join trading_accounts a on a.user_id = w.user_id
       left join identity_checks checks on checks.user_id = w.user_id and checks.state = 'approved'
       left join lateral (
         select changed_at, amount from movements
         where user_id = w.user_id and kind = 'deposit' and state = 'credited' order by changed_at desc limit 1
       ) last on true
     where w.id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, ...row }) => [id, factsOf(row)]))
}

function factsOf({
  depositAt,
  depositAmount,
  ...facts
}: Omit<WithdrawalFacts, 'lastDeposit'> & {
  readonly depositAt: Date | null
  readonly depositAmount: Micros | null
}): WithdrawalFacts {
  const lastDeposit =
    depositAt === null || depositAmount === null ? null : { at: depositAt, amount: depositAmount }
  return { ...facts, lastDeposit }
}

/** What an operator reads about the account of a withdrawal. */
export type AccountSummary = {
  readonly createdAt: Date
  readonly verifiedName: string
  readonly deposited: Micros
  readonly withdrawn: Micros
  readonly endedOrders: number
  /** Exact, as text: a long past may exceed a safe integer. */
  readonly realisedProfit: string
}

export async function readAccountSummary(client: Pool | PoolClient, userId: number): Promise<AccountSummary> {
  const { rows } = await client.query<AccountSummary>(
    `select u.created_at as "createdAt", coalesce(checks.name, '') as "verifiedName",
       coalesce(sums.deposited, 0)::bigint as deposited, coalesce(sums.withdrawn, 0)::bigint as withdrawn,
       coalesce(a.ended_orders, 0) as "endedOrders", coalesce(a.realised_profit, 0)::text as "realisedProfit"
     from users u left join trading_accounts a on a.user_id = u.id
       left join identity_checks checks on checks.user_id = u.id and checks.state = 'approved'
       cross join lateral (
         select sum(amount) filter (where kind = 'deposit' and state = 'credited') as deposited,
           sum(amount) filter (where kind = 'withdrawal' and state = 'sent') as withdrawn
         from movements where user_id = u.id
       ) sums
     where u.id = $1`,
    [userId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the user does not exist')
  return row
}

export type RecentDeposit = {
  readonly id: number
  readonly credited: Micros
  readonly currencyCode: string
  readonly at: Date
}

const mostRecent = 10

export async function readRecentDeposits(
  client: Pool | PoolClient,
  userId: number,
): Promise<readonly RecentDeposit[]> {
  const { rows } = await client.query<RecentDeposit>(
    `select d.id, d.credited, d.currency_code as "currencyCode", m.changed_at as at
     from movements m join deposits d on d.id = ${recordIdOf('deposit')}
     where m.user_id = $1 and m.kind = 'deposit' and m.state = 'credited'
     order by m.changed_at desc limit ${mostRecent}`,
    [userId],
  )
  return rows
}

export type RecentTrade = {
  readonly id: number
  readonly code: string
  readonly profit: Micros
  readonly endedAt: Date
}

export async function readRecentTrades(
  client: Pool | PoolClient,
  userId: number,
): Promise<readonly RecentTrade[]> {
  const { rows } = await client.query<RecentTrade>(
    `select o.id, k.code, o.profit, o.ended_at as "endedAt" from orders o join markets k on k.id = o.market_id
     where o.user_id = $1 and o.status = 'closed' order by o.ended_at desc, o.id desc limit ${mostRecent}`,
    [userId],
  )
  return rows
}

/** Until the end of the transaction none of these operators starts another payment, so that the sum of all holds. */
export async function tryLockPayments(client: PoolClient, operatorIds: readonly number[]): Promise<boolean> {
  // The transaction waits for the engine, which may try several times.
  const { rows } = await client.query<{ isLocked: boolean }>(
    `select set_config('idle_in_transaction_session_timeout', '${paymentTimeoutMs}', true),
       bool_and(pg_try_advisory_xact_lock(hashtextextended('withdrawal payments:' || id, 0))) as "isLocked"
     from unnest($1::bigint[]) id`,
    [operatorIds],
  )
  return rows[0]?.isLocked ?? false
}

const paymentTimeoutMs = 30_000

/** Other payments that these operators started since then, or have not ended, and that none but them approved. */
export async function sumPaymentsOfOne(
  client: Pool | PoolClient,
  {
    id,
    payerIds,
    since,
  }: { readonly id: number; readonly payerIds: readonly number[]; readonly since: Date },
): Promise<Micros> {
  const { rows } = await client.query<{ sum: Micros }>(
    `select least(coalesce(sum(amount), 0), ${Number.MAX_SAFE_INTEGER})::bigint as sum from movements
     where kind = 'withdrawal' and (state = 'paying' or (state = 'sent' and changed_at > $3))
       and payer_id = any($2) and (approver_id is null or approver_id = any($2)) and reference <> 'withdrawal:' || $1::bigint`,
    [id, payerIds, since],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the sum query returned no row')
  return row.sum
}
