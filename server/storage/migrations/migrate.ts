import type { Client } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { errorInfo } from '#server/storage/error-info.ts'
import {
  type AppliedMigration,
  type Migration,
  pendingMigrations,
  readMigrations,
} from '#server/storage/migrations/migration-files.ts'
import {
  applyMigration,
  ensureMigrationsTable,
  lockMigrations,
  readApplied,
} from '#server/storage/migrations/migrations-store.ts'

/** Applies the pending migrations in order, each once and in its own transaction. */
export async function migrate(owner: Client, log: Log, directory?: string): Promise<void> {
  const files = readMigrations(directory)
  await lockForMigration(owner)
  await ensureMigrationsTable(owner).catch((caught: unknown) => {
    throw tableFailure(owner, caught)
  })
  for (const migration of pendingMigrations(files, await appliedMigrations(owner))) {
    await applyOrFail(owner, migration)
    log.info({ migration: migration.name }, 'migrated')
  }
}

/** One process at a time prepares the database, until its connection closes. A second lock of one connection is free. */
export async function lockForMigration(owner: Client): Promise<void> {
  await lockMigrations(owner).catch((caught: unknown) => {
    throw lockFailure(caught)
  })
}

/** Whether no migration is pending. For tools, which do not migrate themselves. */
export async function isMigrated(owner: Client): Promise<boolean> {
  return pendingMigrations(readMigrations(), await appliedMigrations(owner)).length === 0
}

async function appliedMigrations(owner: Client): Promise<readonly AppliedMigration[]> {
  return await readApplied(owner).catch((caught: unknown) => {
    throw ownerFailure(owner, caught)
  })
}

async function applyOrFail(owner: Client, migration: Migration): Promise<void> {
  try {
    await applyMigration(owner, migration)
  } catch (caught) {
    const { code, message } = errorInfo(caught)
    if (code === '53100')
      throw new StartFailure('The disk of the database is full: free some space and start again.')
    throw new StartFailure(
      `Migration ${migration.name} failed and was rolled back (${message}): fix the cause and start again.`,
    )
  }
}

function lockFailure(caught: unknown): unknown {
  if (errorInfo(caught).code !== '55P03') return caught
  return new StartFailure(
    'Another process has been migrating this database for a minute: wait until it is done, then start again.',
  )
}

/** Explains the failure of a statement that creates a table. */
export function tableFailure(owner: Client, caught: unknown): unknown {
  if (errorInfo(caught).code !== insufficientPrivilege) return caught
  return new StartFailure(
    `The user ${owner.user} may not create tables: have an administrator run this SQL in database ${owner.database}, then start again: grant create on schema public to ${owner.escapeIdentifier(owner.user ?? '')};`,
  )
}

/** Explains the failure of a statement that reads a table of the owner. */
export function ownerFailure(owner: Client, caught: unknown): unknown {
  if (errorInfo(caught).code !== insufficientPrivilege) return caught
  return new StartFailure(
    `The tables in database ${owner.database} do not belong to ${owner.user}: set the user who created them in DATABASE_URL, or in DATABASE_OWNER_URL if it is set.`,
  )
}

const insufficientPrivilege = '42501'
