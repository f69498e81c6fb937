// Compares three independent sources: the ledger, the movements of the engine, and the records of users and operators.
import type { Pool } from 'pg'
import { inTransaction } from '#server/storage/storage.ts'

/** Sums in micro-dollars, exact, as text: totals over all users may exceed a safe integer. */
export type ReconciliationRow = {
  readonly kind: string
  readonly ledger: string
  readonly movements: string
  readonly records: string
}

/** One record that does not agree. */
export type ReconciliationProblem = {
  readonly kind: string
  readonly reference: string
  readonly expected: string
  readonly found: string
}

const mostProblems = 100
/** Below the `query_timeout` of the pool, so that a run ends before its connection is given up. */
const timeoutMs = 9000

export type Reconciliation = {
  readonly rows: readonly ReconciliationRow[]
  readonly problems: readonly ReconciliationProblem[]
}

/** Reads one snapshot, so that all sums are of the same moment. */
export async function readReconciliation(pool: Pool): Promise<Reconciliation> {
  return await inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    await client.query(`set local statement_timeout = ${timeoutMs}`)
    const sums = await client.query<ReconciliationRow>(sumsQuery)
    const problems = await client.query<ReconciliationProblem>(problemsQuery, [mostProblems])
    return { rows: sums.rows, problems: problems.rows }
  })
}

const moved = `select m.reference, m.user_id, m.kind, m.state, m.amount, coalesce(m.fee, 0) as fee, m.reviewer_id,
    m.approver_id, m.note
  from movements m`
const open = `('locked', 'reviewing', 'approved', 'paying')`

/** Transfers of deposits, withdrawals and adjustments: the only ones of the real book without an order. */
const posted = `select reference, source, destination, type, amount from transfers
  where order_id is null and book = 'real'`

const deposited = `select m.reference, m.state, d.credited from deposits d
  join movements m on m.reference = 'deposit:' || d.id`
const withdrawn = `select m.reference, m.state, w.amount, w.fee from withdrawals w
  join movements m on m.reference = 'withdrawal:' || w.id`
/** Approved by two operators and posted, whether or not the result was stored in the proposal already. */
const adjusted = `select m.reference, (p.payload->>'userId')::bigint as user_id, p.payload->>'direction' as direction,
    (p.payload->>'micros')::bigint as amount, p.payload->>'memo' as memo, p.proposed_by, p.decided_by
  from proposals p join movements m on m.reference = 'adjustment:' || p.id
  where p.kind = 'adjustment' and p.state in ('approved', 'done')`

const sumsQuery = `
with moved as (${moved}), posted as (${posted}), deposited as (${deposited}), withdrawn as (${withdrawn}),
  adjusted as (${adjusted})
select kind, coalesce(ledger, 0)::text as ledger, coalesce(movements, 0)::text as movements,
  coalesce(records, 0)::text as records
from (
  select 1 as place, 'deposits_credited' as kind,
    (select -balance from house_balances where book = 'real' and account = 'deposits') as ledger,
    (select sum(amount) from moved where state = 'credited') as movements,
    (select sum(credited) from deposited where state = 'credited') as records
  union all
  select 2, 'withdrawals_locked',
    (select sum(locked) from trading_accounts where book = 'real'),
    (select sum(amount) from moved where state in ${open}),
    (select sum(amount) from withdrawn where state in ${open})
  union all
  select 3, 'withdrawals_sent',
    (select balance from house_balances where book = 'real' and account = 'withdrawals'),
    (select sum(amount - fee) from moved where state = 'sent'),
    (select sum(amount - fee) from withdrawn where state = 'sent')
  union all
  select 4, 'withdrawal_fees',
    (select sum(amount) from posted where source = 'locked' and destination = 'fees'),
    (select sum(fee) from moved where state = 'sent'),
    (select sum(fee) from withdrawn where state = 'sent')
  union all
  select 5, 'withdrawals_returned',
    (select sum(amount) from posted where type = 'withdrawal_returned'),
    (select sum(amount) from moved where state in ('returned', 'cancelled')),
    (select sum(amount) from withdrawn where state in ('returned', 'cancelled'))
  union all
  select 6, 'adjustments',
    (select sum(amount) from posted where type = 'adjustment'),
    (select sum(amount) from moved where state = 'adjusted'),
    (select sum(amount) from adjusted)
  union all
  select 7, 'adjustments_net',
    (select -balance from house_balances where book = 'real' and account = 'adjustments'),
    (select sum(case source when 'adjustments' then amount else -amount end) from posted where type = 'adjustment'),
    (select sum(case direction when 'up' then amount else -amount end) from adjusted)
  union all
  -- What all users have is what the house owes, and what came in less what went out and what trading earned the house.
  select 8, 'real_book',
    (select sum(cash + locked) from trading_accounts where book = 'real'),
    (select -sum(balance) from house_balances where book = 'real'),
    coalesce((select sum(credited) from deposited where state = 'credited'), 0)
      - coalesce((select sum(amount - fee) from withdrawn where state = 'sent'), 0)
      + coalesce((select sum(case direction when 'up' then amount else -amount end) from adjusted), 0)
      - coalesce((select sum(balance) from house_balances
          where book = 'real' and account not in ('deposits', 'withdrawals', 'adjustments')), 0)
) rows order by place`

/** What the transfers of a movement must add up to. */
const expectedPosted = `case
  when state in ('rejected', 'invalid', 'void') then 0
  when state in ${open} then amount
  when state in ('sent', 'returned', 'cancelled') then 2 * amount
  else amount end`

const postedDirection = `case t.source when 'adjustments' then 'up' else 'down' end`

const problemsQuery = `
with moved as (${moved}), adjusted as (${adjusted}),
posted as (select reference, sum(amount) as amount from transfers where order_id is null and book = 'real'
  group by reference)
select * from (
  select 'movement_transfers' as kind, moved.reference, (${expectedPosted.replaceAll('amount', 'moved.amount')})::text
      as expected, coalesce(posted.amount, 0)::text as found
    from moved left join posted using (reference)
    where coalesce(posted.amount, 0) <> (${expectedPosted.replaceAll('amount', 'moved.amount')})
  union all
  select 'transfers_without_movement', posted.reference, '0', posted.amount::text
    from posted left join moved using (reference) where moved.reference is null
  union all
  select 'deposit_amount', moved.reference, d.credited::text, moved.amount::text
    from deposits d join moved on moved.reference = 'deposit:' || d.id
    where moved.amount <> d.credited or moved.user_id <> d.user_id
  union all
  select 'withdrawal_amount', moved.reference, w.amount || ' ' || w.fee, moved.amount || ' ' || moved.fee
    from withdrawals w join moved on moved.reference = 'withdrawal:' || w.id
    where moved.amount <> w.amount or moved.user_id <> w.user_id
      or (moved.fee <> w.fee and moved.state <> 'void')
  union all
  select 'adjustment_amount', moved.reference, adjusted.direction || ' ' || adjusted.amount,
      ${postedDirection} || ' ' || moved.amount
    from adjusted join moved using (reference)
      join transfers t on t.reference = moved.reference and t.order_id is null and t.book = 'real'
    where moved.amount <> adjusted.amount or moved.user_id <> adjusted.user_id
      or ${postedDirection} <> adjusted.direction
  union all
  select 'adjustment_operators', moved.reference, concat_ws(' ', adjusted.proposed_by, adjusted.decided_by),
      concat_ws(' ', moved.reviewer_id, moved.approver_id)
    from adjusted join moved using (reference)
    where (moved.reviewer_id, moved.approver_id) is distinct from (adjusted.proposed_by, adjusted.decided_by)
  union all
  select 'adjustment_memo', moved.reference, coalesce(adjusted.memo, ''), coalesce(moved.note, '')
    from adjusted join moved using (reference) where moved.note is distinct from adjusted.memo
  union all
  select 'movement_without_record', moved.reference, moved.amount::text, ''
    from moved left join deposits d on moved.reference = 'deposit:' || d.id
      left join withdrawals w on moved.reference = 'withdrawal:' || w.id
      left join adjusted on adjusted.reference = moved.reference
    where d.id is null and w.id is null and adjusted.reference is null
  union all
  -- A request is locked or void within half a minute.
  select 'withdrawal_undecided', 'withdrawal:' || w.id, w.amount::text, ''
    from withdrawals w left join moved on moved.reference = 'withdrawal:' || w.id
    where moved.reference is null and w.created_at < now() - interval '2 minutes'
  union all
  select 'locked_balance', 'user:' || a.user_id, coalesce(sums.amount, 0)::text, a.locked::text
    from trading_accounts a left join (
      select user_id, sum(amount) as amount from moved where state in ${open} group by user_id
    ) sums using (user_id)
    where a.book = 'real' and a.locked <> coalesce(sums.amount, 0)
) problems order by kind, reference limit $1`
