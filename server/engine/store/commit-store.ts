import { type BatchRecords, BatchRefused, type Lease } from '#server/engine/engine-store.ts'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import {
  accountColumns,
  freezeColumns,
  movementColumns,
  noticeColumns,
  outcomeColumns,
  transferColumns,
} from '#server/engine/store/batch-columns.ts'
import { columnNames, columnValues, rowsFromParameter, timestampText } from '#server/engine/store/column.ts'
import type { CommitConnection } from '#server/engine/store/commit-connection.ts'
import { orderColumnList, orderColumns } from '#server/engine/store/order-columns.ts'

/** Writes a batch atomically, in one statement and one round trip. */
export async function commitBatch(
  connection: CommitConnection,
  { epoch }: Pick<Lease, 'epoch'>,
  batch: BatchRecords,
): Promise<'committed' | 'fenced'> {
  const values = encoded(epoch, batch)
  const { rows } = await connection
    .query<{ held: number }>({ ...statementFor(batch), values })
    .catch((caught: unknown) => {
      throw refusalOf(caught) ?? caught
    })
  return rows[0]?.held === 1 ? 'committed' : 'fenced'
}

/** A batch with a value that cannot be encoded would fail again, just like one that the database refuses. */
function encoded(epoch: number, batch: BatchRecords): unknown[] {
  try {
    return batchValues(epoch, batch)
  } catch (cause) {
    throw new BatchRefused('a batch could not be encoded', { cause })
  }
}

function batchValues(epoch: number, batch: BatchRecords): unknown[] {
  const { json = createOrderJson() } = batch
  return [
    epoch,
    batch.seq,
    batch.hash,
    timestampText(batch.atMs),
    batch.packed,
    batch.root,
    ...columnValues(accountColumns, batch.accounts, json),
    ...columnValues(transferColumns, batch.transfers, json),
    ...columnValues(orderColumnList, batch.orders, json),
    ...columnValues(outcomeColumns, batch.outcomes, json),
    ...(isRare(batch)
      ? [
          ...columnValues(movementColumns, batch.movements, json),
          ...columnValues(noticeColumns, batch.notices, json),
          ...columnValues(freezeColumns, batch.freezes, json),
        ]
      : []),
  ]
}

/**
 * Few batches have movements, notices or freezes. They get a longer statement, because every part costs time even without rows.
 */
function isRare({ movements, notices, freezes }: BatchRecords): boolean {
  return movements.length > 0 || notices.length > 0 || freezes.length > 0
}

function statementFor(batch: BatchRecords): { readonly name: string; readonly text: string } {
  return isRare(batch) ? rare : usual
}

const usual = { name: 'commit_batch', text: statement(false) }
const rare = { name: 'commit_batch_rare', text: statement(true) }

// Every write is joined to the row of the fence, so that nothing is written if the lease is lost.
// The parts do not see each other's writes: each reads the old rows, and foreign keys are checked at the end.
// Balances and totals are summed from the new rows, and only compared with the decided ones. The version of an account
// grows by the number of its decisions in the batch, and is compared likewise. Each order ends once, so
// its profit is added once. An account with transfers but without a decision would get no book, which the database
// refuses.
// Lists are combined by grouping, never by joining: the planner does not know their length, and might choose a nested
// loop over thousands of rows.
function statement(isRare: boolean): string {
  // The array parameters start at $7, after the six scalar ones, in the order of `batchValues`.
  const given = rowsFromParameter(7)
  return `
with fence as (
  update engine_leases set last_seq = $2::bigint, last_hash = $3::bytea
  where shard_group = 0 and epoch = $1::bigint and last_seq = $2::bigint - 1
  returning epoch
), journalled as (
  insert into journal (shard_group, seq, epoch, at, packed, hash, root)
  select 0, $2::bigint, fence.epoch, $4::timestamptz, $5::bytea, $3::bytea, $6::bytea from fence
), decided as (
  select given.* from ${given(accountColumns)}
), moved as (
  select given.* from ${given(transferColumns)}
), ordered as (
  select given.* from ${given(orderColumnList)}
), sides as (
  select user_id, book, destination as account, amount from moved
  union all
  select user_id, book, source, -amount from moved
), added as (
  select user_id, max(book) as book, bool_or(is_warned) as is_warned, max(opened_at) as opened_at,
    coalesce(sum(changes), 0) as changes,
    coalesce(sum(amount) filter (where account = 'cash'), 0) as cash,
    coalesce(sum(amount) filter (where account = 'locked'), 0) as locked,
    count(*) filter (where account = 'cash') as cash_entries,
    bool_or(account in ('cash', 'locked')) as is_moved,
    count(*) filter (where account = 'ended order') as ended_orders,
    coalesce(sum(amount) filter (where account = 'ended order'), 0) as realised_profit
  from fence cross join (
    select user_id, book, is_warned, opened_at, changes, null as account, 0 as amount from decided
    union all
    select user_id, null, null, null, null, account, amount from sides
    union all
    select user_id, null, null, null, null, 'ended order', profit from ordered where status in ('cancelled', 'closed')
  ) parts group by user_id
), changed as (
  update trading_accounts known
  set cash = known.cash + added.cash, locked = known.locked + added.locked,
    is_warned = case when added.is_moved then added.is_warned else coalesce(added.is_warned, known.is_warned) end,
    ended_orders = known.ended_orders + added.ended_orders,
    realised_profit = known.realised_profit + added.realised_profit,
    cash_entries = known.cash_entries + added.cash_entries,
    version = known.version + added.changes
  from added where known.user_id = added.user_id
  returning known.user_id, known.book, known.cash, known.locked, known.opened_at, known.version
), opened as (
  insert into trading_accounts (user_id, book, cash, locked, is_warned, opened_at, ended_orders, realised_profit,
    cash_entries, version)
  select user_id, book, cash, locked, is_warned, opened_at, ended_orders, realised_profit, cash_entries, changes
  from added
  where not exists (select from trading_accounts known where known.user_id = added.user_id)
  returning user_id, book, cash, locked, opened_at, version
), house_sums as (
  select book, account, sum(amount) as amount from sides
  where account not in ('cash', 'locked') group by book, account
), housed as (
  update house_balances house set balance = house.balance + house_sums.amount
  from fence cross join house_sums
  where house.shard_group = 0 and house.book = house_sums.book and house.account = house_sums.account
), placed as (
  insert into orders as known (${orderColumns})
  select ordered.* from fence cross join ordered
  on conflict (id) do update set (${orderColumns}) = row(${columnNames(orderColumnList, 'excluded.')})
), transferred as (
  insert into transfers (${columnNames(transferColumns)}, seq)
  select moved.*, $2::bigint from fence cross join moved
), kept as (
  insert into command_outcomes (${columnNames(outcomeColumns)})
  select given.* from fence cross join ${given(outcomeColumns)}
  on conflict (user_id, key) do update
    set (${columnNames(outcomeColumns)}) = row(${columnNames(outcomeColumns, 'excluded.')})
${isRare ? rareParts(given) : ''})
select count(*)::integer as held, require_agreement(count(*) = 0 or not exists (
  select user_id, book, cash, locked, opened_at, version from decided
  except all
  (select * from changed union all select * from opened)
)) from fence`
}

function rareParts(given: ReturnType<typeof rowsFromParameter>): string {
  return `), settled as (
  insert into movements (${columnNames(movementColumns)}, created_at)
  select given.*, given.changed_at from fence cross join ${given(movementColumns)}
  on conflict (reference) do update
    set (${columnNames(movementColumns)}) = row(${columnNames(movementColumns, 'excluded.')})
), noticed as (
  insert into margin_notices (${columnNames(noticeColumns)})
  select given.* from fence cross join ${given(noticeColumns)}
), frozen as (
  insert into account_freezes (${columnNames(freezeColumns)}, seq)
  select given.*, $2::bigint from fence cross join ${given(freezeColumns)}
`
}

/** SQLSTATE classes 21 to 23: two records for one row, invalid values, broken constraints. */
const refusedStates = /^2[123]...$/
/**
 * SQLSTATE that our own triggers raise in PL/pgSQL. A missing grant has the same code, but PL/pgSQL does not raise it.
 */
const forbiddenState = '42501'
const raiseRoutine = 'exec_stmt_raise'

/** The message names the broken rule and contains no user data. Only the cause contains such data. */
function refusalOf(caught: unknown): BatchRefused | undefined {
  if (!(caught instanceof Error) || !('code' in caught) || typeof caught.code !== 'string') return undefined
  const isRaised = 'routine' in caught && caught.routine === raiseRoutine
  if (!refusedStates.test(caught.code) && !(caught.code === forbiddenState && isRaised)) return undefined
  const rule = 'constraint' in caught && typeof caught.constraint === 'string' ? ` ${caught.constraint}` : ''
  return new BatchRefused(`the database refused a batch: ${caught.code}${rule}`, { cause: caught })
}
