import { type Client, escapeIdentifier, escapeLiteral, type Pool } from 'pg'
import { groupRoles } from '#server/storage/roles/role-names.ts'

/** A login as it should be. */
export type WantedLogin = {
  readonly name: string
  readonly group: (typeof groupRoles)[keyof typeof groupRoles]
  /** Of a generated password. Undefined for a login that the administrator made. */
  readonly verifier: string | undefined
}

const dangerousAttributes = {
  rolsuper: 'superuser',
  rolcreaterole: 'createrole',
  rolcreatedb: 'createdb',
  rolreplication: 'replication',
  rolbypassrls: 'bypassrls',
} as const

type RoleRow = {
  readonly name: string
  readonly canLogin: boolean
  /** Attributes that none of our roles may have. */
  readonly attributes: readonly string[]
  /** Roles it is a direct member of. */
  readonly memberOf: readonly string[]
  /** Roles whose privileges it has. */
  readonly inherits: readonly string[]
}

/** The statements that are missing until the roles are as they should be. They run as the owner or an administrator. */
export async function missingStatements(owner: Client, logins: readonly WantedLogin[]): Promise<string[]> {
  const groups = Object.values(groupRoles)
  const found = await readRoles(owner, [...groups, ...logins.map(({ name }) => name)])
  return [
    ...groups.flatMap((name) => statementsForGroup(name, found.get(name))),
    ...logins.flatMap((login) => statementsForLogin(login, found.get(login.name))),
    ...(await publicRights(owner)),
  ]
}

function statementsForGroup(name: string, role: RoleRow | undefined): string[] {
  if (role === undefined) return [`create role ${escapeIdentifier(name)} nologin`]
  return [
    ...(role.canLogin ? [`alter role ${escapeIdentifier(name)} nologin`] : []),
    ...excessStatements(name, role, []),
  ]
}

function statementsForLogin({ name, group, verifier }: WantedLogin, role: RoleRow | undefined): string[] {
  const quoted = escapeIdentifier(name)
  const grant = `grant ${group} to ${quoted}`
  if (role === undefined && verifier !== undefined)
    return [`create role ${quoted} login password ${escapeLiteral(verifier)}`, grant]
  if (role === undefined) return [grant]
  return [
    ...(role.canLogin || verifier === undefined ? [] : [`alter role ${quoted} login`]),
    // What an administrator's own login must not have is not taken away, but refused.
    ...(verifier === undefined ? [] : excessStatements(name, role, [group])),
    ...(role.inherits.includes(group) ? [] : [grant]),
  ]
}

function excessStatements(name: string, role: RoleRow, allowed: readonly string[]): string[] {
  const quoted = escapeIdentifier(name)
  return [
    ...role.attributes.map((attribute) => `alter role ${quoted} no${attribute}`),
    ...role.memberOf
      .filter((other) => !allowed.includes(other))
      .map((other) => `revoke ${escapeIdentifier(other)} from ${quoted}`),
  ]
}

export function passwordStatement(login: string, verifier: string): string {
  return `alter role ${escapeIdentifier(login)} password ${escapeLiteral(verifier)}`
}

async function readRoles(owner: Client, names: readonly string[]): Promise<ReadonlyMap<string, RoleRow>> {
  const flags = Object.entries(dangerousAttributes).map(
    ([column, attribute]) => `case when ${column} then '${attribute}' end`,
  )
  const { rows } = await owner.query<RoleRow>(
    `select rolname as name, rolcanlogin as "canLogin", array_remove(array[${flags.join(', ')}], null) as attributes,
       array(
         select pg_get_userbyid(roleid)::text from pg_auth_members where member = pg_roles.oid
       ) as "memberOf",
       array(
         select wanted from unnest($2::text[]) wanted join pg_roles found on found.rolname = wanted
         where pg_has_role(pg_roles.oid, found.oid, 'usage')
       ) as inherits
     from pg_roles where rolname = any($1)`,
    [names, Object.values(groupRoles)],
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** A login with temporary tables could hide the real ones in a connection of the pool. */
async function publicRights(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<PublicRights>(
    `select current_database()::text as database, current_user::text as owner,
       has_database_privilege('public', current_database(), 'temporary') as temporary,
       has_schema_privilege('public', 'public', 'create') as create`,
  )
  const [row] = rows
  if (row === undefined) return []
  return [
    ...(row.temporary ? [`revoke temporary on database ${escapeIdentifier(row.database)} from public`] : []),
    // The owner may have had it only as everyone does.
    ...(row.create
      ? [
          `grant create on schema public to ${escapeIdentifier(row.owner)}`,
          'revoke create on schema public from public',
        ]
      : []),
  ]
}

type PublicRights = {
  readonly database: string
  readonly owner: string
  readonly temporary: boolean
  readonly create: boolean
}

/** What a login of an administrator has and must not have, in words. */
export async function excessOf(owner: Client, { name, group }: WantedLogin): Promise<string[]> {
  const role = (await readRoles(owner, [name])).get(name)
  if (role === undefined) return []
  return [
    ...role.attributes.map((attribute) => `has the attribute ${attribute}`),
    ...role.memberOf.filter((other) => other !== group).map((other) => `is a member of ${other}`),
  ]
}

/** Tables on which the login may do more than its group role, such as its own ones. */
export async function tablesBeyondGroup(owner: Client, { name, group }: WantedLogin): Promise<string[]> {
  const { rows } = await owner.query<{ table: string }>(
    `select relname::text as "table" from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and exists (
       select from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger']) privilege
       where has_table_privilege($1, pg_class.oid, privilege)
         and not has_table_privilege($2, pg_class.oid, privilege)
     ) order by relname`,
    [name, group],
  )
  return rows.map(({ table }) => table)
}

/** Differs for each database, and for each running PostgreSQL, also for a copy or a replica. */
export async function readDatabaseIdentity(client: Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select oid || ' ' || extract(epoch from pg_postmaster_start_time()) as identity
     from pg_database where datname = current_database()`,
  )
  return rows[0]?.identity ?? ''
}

export type SessionRole = {
  readonly session: string
  readonly current: string
  /** True for a superuser and other roles that could do more than their grants say. */
  readonly isPowerful: boolean
}

/** The role that a connection has, and that no statement on it can get past. */
export async function readSessionRole(pool: Pool): Promise<SessionRole | undefined> {
  const client = await pool.connect()
  try {
    // Undoes what a start-up option or a pooler may have set, as hostile SQL would.
    await client.query('set session authorization default')
    await client.query('set role none')
    const { rows } = await client.query<SessionRole>(
      `select session_user::text as session, current_user::text as current,
         rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "isPowerful"
       from pg_roles where rolname = session_user`,
    )
    return rows[0]
  } finally {
    client.release()
  }
}

export async function setOwnPassword(owner: Client, verifier: string): Promise<void> {
  await owner.query(`alter role current_user password ${escapeLiteral(verifier)}`)
}
