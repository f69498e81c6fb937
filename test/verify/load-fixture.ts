// Restores a database that an earlier version of the code wrote, at the migration it had then.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { readMigrations } from '#server/storage/migrations/migration-files.ts'
import { applyMigration, ensureMigrationsTable } from '#server/storage/migrations/migrations-store.ts'
import { createTestDatabase, type TestDatabase, withOwner } from '#test/database.ts'

type Table = { readonly table: string; readonly rows: readonly Readonly<Record<string, unknown>>[] }

/** A database with the first migrations only, up to this number, and the rows of the fixture. */
export async function restoreFixture(name: string, lastMigration: number): Promise<TestDatabase> {
  const database = await createTestDatabase()
  try {
    await loadRows(database, name, lastMigration)
  } catch (fault) {
    await database.drop()
    throw fault
  }
  return database
}

async function loadRows(database: TestDatabase, name: string, lastMigration: number): Promise<void> {
  await returnToMigration(database, lastMigration)
  await withOwner(database.url, async (owner) => {
    // Disables triggers and foreign keys, because they would reject these rows.
    await owner.query('set session_replication_role = replica')
    for (const line of linesOf(name)) await loadTable(owner, line)
    await owner.query('delete from migrations where number > $1', [lastMigration])
  })
}

/** Empties the database and applies the first migrations only, up to this number. */
export async function returnToMigration(
  { url }: Pick<TestDatabase, 'url'>,
  lastMigration: number,
): Promise<void> {
  await withOwner(url, async (owner) => {
    // The passwords of the logins stay.
    await owner.query(
      `create schema kept; alter table login_passwords set schema kept;
       drop schema public cascade; create schema public; grant usage on schema public to public;
       alter table kept.login_passwords set schema public; drop schema kept`,
    )
    await ensureMigrationsTable(owner)
    for (const migration of readMigrations().slice(0, lastMigration)) await applyMigration(owner, migration)
  })
}

/** The rows of one table, read from the fixture file without a database. */
export function fixtureRows(name: string, table: string): Table['rows'] {
  const tables = linesOf(name).map((line): Table => JSON.parse(line))
  return tables.find((one) => one.table === table)?.rows ?? []
}

function linesOf(name: string): readonly string[] {
  const file = new URL(`fixtures/${name}.jsonl.gz`, import.meta.url)
  return gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')
}

/** Replaces the rows that the migrations wrote. PostgreSQL parses the numbers, because JavaScript would round some. */
async function loadTable(owner: Client, line: string): Promise<void> {
  const { table, rows }: Table = JSON.parse(line)
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await owner.query(`delete from ${table}`)
  await owner.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${table}, $1::json -> 'rows')`,
    [line],
  )
  await advanceIdentity(owner, table)
}

/** Makes the next generated id follow the loaded ones. */
async function advanceIdentity(owner: Client, table: string): Promise<void> {
  const { rows } = await owner.query<{ column: string }>(
    `select column_name as column from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_identity = 'YES'`,
    [table],
  )
  for (const { column } of rows)
    await owner.query(`select setval(pg_get_serial_sequence($1, $2), max(${column})) from ${table}`, [
      table,
      column,
    ])
}
