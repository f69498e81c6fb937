import type { Client, Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { connectFailure, connectOwner, type DatabaseAddress } from '#server/storage/database-connection.ts'
import { errorInfo } from '#server/storage/error-info.ts'
import { migrate } from '#server/storage/migrations/migrate.ts'

/** Checks the server version, creates the application role and migrates, connected as the owner of the tables. */
export async function prepareDatabase(address: DatabaseAddress, log: Log): Promise<void> {
  const owner = await connectOwner(address).catch((caught: unknown) => {
    throw connectFailure(address, caught)
  })
  try {
    await checkServerVersion(owner)
    await ensureAppRole(owner)
    await migrate(owner, log)
  } finally {
    await owner.end()
  }
}

/** The role of the application. It owns nothing; each migration grants what it needs. */
export const appRole = 'openlot_app'

/**
 * Creates the role and grants it to the owner. If the owner may not, fails with the SQL that an administrator has to
 * run.
 */
async function ensureAppRole(owner: Client): Promise<void> {
  try {
    const found = await owner.query('select 1 from pg_roles where rolname = $1', [appRole])
    if (found.rowCount === 0) await createRole(owner)
    if (!(await canSwitch(owner))) await owner.query(`grant ${appRole} to current_user`)
  } catch (caught) {
    if (errorInfo(caught).code !== insufficientPrivilege) throw caught
    throw new StartFailure(await missingGrantMessage(owner))
  }
}

const insufficientPrivilege = '42501'

/** Roles are shared by all databases of a cluster, so another Openlot may create the role at the same time. */
async function createRole(owner: Client): Promise<void> {
  try {
    await owner.query(`create role ${appRole} nologin`)
  } catch (caught) {
    if (!['42710', '23505'].includes(errorInfo(caught).code)) throw caught
  }
}

/** Tries SET ROLE instead of reading the catalog, because PostgreSQL 16 changed role membership. */
async function canSwitch(owner: Client): Promise<boolean> {
  try {
    await owner.query(`set role ${appRole}`)
    await owner.query('reset role')
    return true
  } catch (caught) {
    if (errorInfo(caught).code === insufficientPrivilege) return false
    throw caught
  }
}

async function missingGrantMessage(owner: Client): Promise<string> {
  const found = await owner.query('select 1 from pg_roles where rolname = $1', [appRole])
  const create = found.rowCount === 0 ? `create role ${appRole} nologin; ` : ''
  const user = owner.escapeIdentifier(owner.user ?? '')
  return `The user in DATABASE_URL may not create the role ${appRole}: have an administrator run this SQL in that PostgreSQL, then start again: ${create}grant ${appRole} to ${user};`
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

/** A proxy may drop the start-up option that sets the role; connections would then run as the owner. */
export async function checkAppRole(pool: Pool): Promise<void> {
  const answer = await pool.query<{ role: string }>('select current_user as role')
  if (answer.rows[0]?.role === appRole) return
  throw new StartFailure(
    `Connections do not get the role ${appRole}: set DATABASE_URL to PostgreSQL itself, not to a proxy that drops startup options.`,
  )
}
