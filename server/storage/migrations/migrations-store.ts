import type { Client } from 'pg'
import type { AppliedMigration, Migration } from '#server/storage/migrations/migration-files.ts'

/** Key of the advisory lock. Arbitrary, but must never change. */
const lockKey = 7_306_012_024

/** Takes an advisory lock, so that one process migrates at a time. The lock is released when the connection closes. */
export async function lockMigrations(owner: Client): Promise<void> {
  await owner.query(`set lock_timeout = '60s'`)
  await owner.query('select pg_advisory_lock($1)', [lockKey])
}

export async function ensureMigrationsTable(owner: Client): Promise<void> {
  // Checked first, because "create table if not exists" needs the privilege even if the table exists.
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

/** Runs the migration and records it in one transaction. */
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
