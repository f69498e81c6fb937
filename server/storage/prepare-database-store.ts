import type { Client } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { connectFailure, connectOwner, type DatabaseAddress } from '#server/storage/database-connection.ts'
import { faultOf } from '#server/storage/error-info.ts'
import { migrate } from '#server/storage/migrations/migrate.ts'
import { checkServerVersion } from '#server/storage/session-store.ts'

/** What only the owner of the tables may do, in a session that ends before the application's begin. */
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

/** The role the application works in. It owns no table; each migration says what it may do with the new ones. */
export const appRole = 'openlot_app'

/** Makes the role and lets the owner switch to it, or says what an administrator has to run. */
async function ensureAppRole(owner: Client): Promise<void> {
  try {
    const found = await owner.query('select 1 from pg_roles where rolname = $1', [appRole])
    if (found.rowCount === 0) await createRole(owner)
    if (!(await canSwitch(owner))) await owner.query(`grant ${appRole} to current_user`)
  } catch (caught) {
    if (faultOf(caught).code !== insufficientPrivilege) throw caught
    throw new StartFailure(await whatToRun(owner))
  }
}

const insufficientPrivilege = '42501'

/** Roles belong to the whole cluster: another database's Openlot may be making the same one right now. */
async function createRole(owner: Client): Promise<void> {
  try {
    await owner.query(`create role ${appRole} nologin`)
  } catch (caught) {
    if (!['42710', '23505'].includes(faultOf(caught).code)) throw caught
  }
}

/** Tried rather than asked, because what membership means changed in PostgreSQL 16. */
async function canSwitch(owner: Client): Promise<boolean> {
  try {
    await owner.query(`set role ${appRole}`)
    await owner.query('reset role')
    return true
  } catch (caught) {
    if (faultOf(caught).code === insufficientPrivilege) return false
    throw caught
  }
}

async function whatToRun(owner: Client): Promise<string> {
  const found = await owner.query('select 1 from pg_roles where rolname = $1', [appRole])
  const create = found.rowCount === 0 ? `create role ${appRole} nologin; ` : ''
  const user = owner.escapeIdentifier(owner.user ?? '')
  return `The user in DATABASE_URL may not set up the role ${appRole} itself: let an administrator run this SQL in that PostgreSQL, then start again: ${create}grant ${appRole} to ${user};`
}

/** Asked on every start: a death between making the cluster and making the database must not matter. */
export async function ensureDatabase(maintenance: DatabaseAddress, name: string): Promise<void> {
  const client = await connectOwner(maintenance)
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
