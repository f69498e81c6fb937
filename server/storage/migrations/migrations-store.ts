import type { Client } from 'pg'
import type { AppliedMigration, Migration } from '#server/storage/migrations/migration-files.ts'

/** Any number will do, as long as it is always this one. */
const lockKey = 7_306_012_024

/** One migrator at a time in a database; the session's end frees it, however that comes. */
export async function lockMigrations(owner: Client): Promise<void> {
  await owner.query(`set lock_timeout = '60s'`)
  await owner.query('select pg_advisory_lock($1)', [lockKey])
}

export async function ensureMigrationsTable(owner: Client): Promise<void> {
  // Asked first: "if not exists" needs the right to create even when there is nothing to do.
  if (await hasMigrationsTable(owner)) return
  await owner.query(`
    create table migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
}

export async function readApplied(owner: Client): Promise<readonly AppliedMigration[]> {
  if (!(await hasMigrationsTable(owner))) return []
  const answer = await owner.query<AppliedMigration>(
    'select number, name, checksum from migrations order by number',
  )
  return answer.rows
}

/** The migration and the note that it ran are one transaction. */
export async function applyMigration(owner: Client, migration: Migration): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query(migration.sql)
    await owner.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await owner.query('commit')
  } catch (caught) {
    await owner.query('rollback')
    throw caught
  }
}

async function hasMigrationsTable(owner: Client): Promise<boolean> {
  const answer = await owner.query<{ found: boolean }>(
    `select to_regclass('migrations') is not null as found`,
  )
  return answer.rows[0]?.found === true
}
