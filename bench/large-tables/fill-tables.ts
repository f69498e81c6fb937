import type { Client } from 'pg'

export const largeTables = ['orders', 'transfers', 'journal'] as const
export type LargeTable = (typeof largeTables)[number]

/** Users of the added rows. They have no accounts: the engine and the lists look only at rows of users who call. */
const firstUserId = 1_000_000
const rowsPerUser = 100
const rowsPerStatement = 500_000

/** Expressions for the columns of row `n` that differ from the row it is copied from. */
const changedColumns: Readonly<Record<LargeTable, Readonly<Record<string, string>>>> = {
  orders: {
    id: 'n',
    user_id: 'user_of_n',
    placed_at: 'time_of_n',
    opened_at: 'time_of_n',
    ended_at: 'time_of_n',
  },
  transfers: { id: 'n', user_id: 'user_of_n', order_id: 'null', created_at: 'time_of_n' },
  // Shortened, so that the table fits on an ordinary disk.
  journal: { seq: 'n', at: 'time_of_n', packed: 'substring(t.packed for 400)' },
}

/** Which existing rows are copied. */
const copiedRows: Readonly<Record<LargeTable, string>> = {
  orders: `where status = 'closed'`,
  transfers: `where type in ('trade_profit', 'fee')`,
  journal: 'where seq > 10',
}

/**
 * Adds copies of the real rows of a table until it has `rows`, as if they had been written over five years. A share of
 * them belongs to `users`, as to everyone else. Checks, and indexes other than the primary key, are added afterwards.
 */
export async function fillTable(
  owner: Client,
  table: LargeTable,
  { rows, users }: { readonly rows: number; readonly users: readonly number[] },
): Promise<void> {
  // Turns off triggers and foreign keys: checks would take most of the time.
  await owner.query('set session_replication_role = replica')
  await owner.query("set maintenance_work_mem = '1GB'")
  const removed = [...(await dropIndexes(owner, table)), ...(await dropChecks(owner, table))]
  const templates = await createTemplates(owner, table)
  const first = await nextNumber(owner, table)
  const columns = await columnsOf(owner, table)
  const values = columns.map((column) => changedColumns[table][column] ?? `t.${column}`)
  const statement = `
    insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')}
    from generate_series($1::bigint, $2::bigint) n
    join templates t on t.template = n % ${templates}
    cross join lateral (select
      case when n % ${Math.round(rows / (users.length * rowsPerUser))} = 0
        then ($3::bigint[])[1 + (hashint8(n) & 2147483647) % ${users.length}]
        else ${firstUserId} + (hashint8(n) & 2147483647) % ${Math.ceil(rows / rowsPerUser)} end as user_of_n,
      now() - interval '5 years' * (1 - (n - ${first})::float8 / ${rows}) as time_of_n) of_n`
  for (let from = first; from < rows; from += rowsPerStatement)
    await owner.query(statement, [from, Math.min(rows, from + rowsPerStatement - 1), users])
  for (const definition of removed) await owner.query(definition)
  await owner.query('drop table templates')
  if (table === 'journal') await skipBatches(owner, rows)
  await owner.query(`vacuum (analyze) ${table}`)
}

/** The engine and the followers go on after the added batches. */
async function skipBatches(owner: Client, seq: number): Promise<void> {
  await owner.query('update engine_leases set last_seq = greatest(last_seq, $1)', [seq])
  await owner.query('update follower_positions set seq = greatest(seq, $1)', [seq])
}

/** Returns the statements that build them again. */
async function dropIndexes(owner: Client, table: LargeTable): Promise<readonly string[]> {
  const { rows } = await owner.query<{ readonly name: string; readonly definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = $1 and indexname not like '%_pkey'`,
    [table],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Returns the statements that add them again. */
async function dropChecks(owner: Client, table: LargeTable): Promise<readonly string[]> {
  const { rows } = await owner.query<{ readonly name: string; readonly definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  for (const { name } of rows) await owner.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ name, definition }) => {
    const notValid = definition.endsWith('NOT VALID') ? '' : 'not valid'
    return `alter table ${table} add constraint ${name} ${definition} ${notValid}`
  })
}

async function createTemplates(owner: Client, table: LargeTable): Promise<number> {
  const { rowCount } = await owner.query(
    `create temporary table templates as
     select *, row_number() over () - 1 as template from ${table} ${copiedRows[table]}`,
  )
  if (rowCount === null || rowCount === 0) throw new Error(`${table} has no rows to copy`)
  await owner.query('analyze templates')
  return rowCount
}

async function nextNumber(owner: Client, table: LargeTable): Promise<number> {
  const column = table === 'journal' ? 'seq' : 'id'
  const { rows } = await owner.query<{ readonly next: string }>(
    `select coalesce(max(${column}), 0) + 1 as next from ${table}`,
  )
  return Number(rows[0]?.next)
}

async function columnsOf(owner: Client, table: LargeTable): Promise<readonly string[]> {
  const { rows } = await owner.query<{ readonly name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

export type TableSize = { readonly rows: number; readonly tableGb: number; readonly indexGb: number }

export async function sizeOf(owner: Client, table: LargeTable): Promise<TableSize> {
  const { rows } = await owner.query<Record<'rows' | 'heap' | 'indexes', string>>(
    `select reltuples::bigint as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
     from pg_class where oid = $1::regclass`,
    [table],
  )
  const [row] = rows
  const gb = (bytes: string | undefined) => Number(bytes) / 2 ** 30
  return { rows: Number(row?.rows), tableGb: gb(row?.heap), indexGb: gb(row?.indexes) }
}
