import type { Client, Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { connectFailure, connectOwner, type DatabaseAddress } from '#server/storage/database-connection.ts'
import { lockForMigration, migrate, ownerFailure, tableFailure } from '#server/storage/migrations/migrate.ts'
import {
  checkPrivileges,
  ensureRoles,
  type LoginAddresses,
  type RoleParts,
} from '#server/storage/roles/ensure-roles.ts'
import { ensurePasswordsTable, hidePasswordsTable } from '#server/storage/roles/login-passwords-store.ts'
import { readSessionRole } from '#server/storage/roles/roles-store.ts'

type PrepareParts = RoleParts & { readonly log: Log }

/** Checks the server version, creates the roles and migrates, connected as the owner of the tables. Returns the logins. */
export async function prepareDatabase(parts: PrepareParts): Promise<LoginAddresses> {
  const owner = await connectOwner(parts.owner).catch((caught: unknown) => {
    throw connectFailure(parts.owner, caught)
  })
  try {
    await checkServerVersion(owner)
    await checkSchema(owner)
    await lockForMigration(owner)
    if (parts.passwords === undefined) await preparePasswordsTable(owner)
    const logins = await ensureRoles(owner, parts).catch((caught: unknown) => {
      throw ownerFailure(owner, caught)
    })
    await migrate(owner, parts.log)
    await checkPrivileges(owner, logins)
    return logins
  } finally {
    await owner.end()
  }
}

async function preparePasswordsTable(owner: Client): Promise<void> {
  await ensurePasswordsTable(owner).catch((caught: unknown) => {
    throw tableFailure(owner, caught)
  })
  await hidePasswordsTable(owner).catch((caught: unknown) => {
    throw ownerFailure(owner, caught)
  })
}

/** Runs on every start, because a crash may have happened between creating the cluster and the database. */
export async function ensureDatabase(maintenance: DatabaseAddress, name: string): Promise<void> {
  const client = await connectOwner(maintenance)
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

const oldestVersion = 15

async function checkServerVersion(owner: Client): Promise<void> {
  const answer = await owner.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const major = Math.floor((answer.rows[0]?.version ?? 0) / 10_000)
  if (major >= oldestVersion) return
  throw new StartFailure(
    `DATABASE_URL points to PostgreSQL ${major}: upgrade it to ${oldestVersion} or newer, or set another DATABASE_URL.`,
  )
}

/** Privileges are granted and checked in this schema, so the tables must be there. */
async function checkSchema(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ schema: string | null }>('select current_schema()::text as schema')
  const schema = rows[0]?.schema ?? 'none'
  if (schema === 'public') return
  throw new StartFailure(
    `The tables of user ${owner.user} in database ${owner.database} would be in the schema ${schema}, not in public: remove search_path from the URL and from the settings of the user and the database, rename a schema named ${owner.user}, and grant usage on schema public.`,
  )
}

/** A pooler may connect as another user than ours. `set role none` would then give a query that user's rights. */
export async function checkLogin(pool: Pool, { user, label }: DatabaseAddress): Promise<void> {
  const role = await readSessionRole(pool)
  if (role?.session === user && role.current === user && !role.isPowerful) return
  throw new StartFailure(
    `Connections to ${label} do not get the limited user ${user} but ${role?.session ?? 'another one'}: set DATABASE_URL to PostgreSQL itself, or let the pooler pass the user on.`,
  )
}
