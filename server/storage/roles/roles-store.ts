import { type Client, escapeIdentifier, escapeLiteral, type Pool } from 'pg'
import {
  type Excess,
  readDefaultPrivileges,
  readOwnership,
  readOwnGrants,
  readOwnSettings,
} from '#server/storage/roles/excess-store.ts'
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
  readonly doesInherit: boolean
  /** Attributes that none of our roles may have. */
  readonly attributes: readonly string[]
  readonly memberships: readonly Membership[]
  /** Roles whose privileges it has. */
  readonly inherits: readonly string[]
  /** What else it has and must not have. */
  readonly excess: readonly Excess[]
}

/** A role that it is a direct member of. Since PostgreSQL 16, each grantor gives and takes memberships of its own. */
type Membership = {
  readonly name: string
  readonly grantor: string
  /** It may let others in. */
  readonly isAdmin: boolean
}

/** PostgreSQL 16 moved the inheritance of privileges from the role to its memberships. */
type Version = { readonly hasInheritOption: boolean }

/** The statements that are missing until the roles are as they should be. They run as the owner or an administrator. */
export async function missingStatements(owner: Client, logins: readonly WantedLogin[]): Promise<string[]> {
  const version = await readVersion(owner)
  const statements: string[] = []
  for (const name of Object.values(groupRoles))
    statements.push(...statementsForGroup(name, await readRole(owner, name, 'group'), version))
  for (const login of logins)
    statements.push(...statementsForLogin(login, await readRole(owner, login.name, 'login'), version))
  statements.push(...(await publicRights(owner)))
  for (const login of logins) statements.push(...(await missingConnect(owner, login)))
  return statements
}

function statementsForGroup(name: string, role: RoleRow | undefined, version: Version): string[] {
  if (role === undefined) return [`create role ${escapeIdentifier(name)} nologin`]
  return [
    ...(role.canLogin ? [`alter role ${escapeIdentifier(name)} nologin`] : []),
    ...remedies(excessOfRole(role, undefined, version)),
  ]
}

function statementsForLogin(
  { name, group, verifier }: WantedLogin,
  role: RoleRow | undefined,
  version: Version,
): string[] {
  const quoted = escapeIdentifier(name)
  const grant = `grant ${group} to ${quoted}${version.hasInheritOption ? ' with inherit true' : ''}`
  if (role === undefined && verifier !== undefined)
    return [`create role ${quoted} login password ${escapeLiteral(verifier)}`, grant]
  if (role === undefined) return [grant]
  const inherit = version.hasInheritOption || role.doesInherit ? [] : [`alter role ${quoted} inherit`]
  return [
    ...(role.canLogin || verifier === undefined ? [] : [`alter role ${quoted} login`]),
    // What an administrator's own login must not have is not taken away, but refused.
    ...(verifier === undefined ? [] : remedies(excessOfRole(role, group, version))),
    ...(role.inherits.includes(group) ? [] : [...inherit, grant]),
  ]
}

function remedies(excess: readonly Excess[]): string[] {
  return excess.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy]))
}

function excessOfRole(role: RoleRow, group: string | undefined, { hasInheritOption }: Version): Excess[] {
  const quoted = escapeIdentifier(role.name)
  const attributes = role.attributes.map((attribute) => ({
    what: `has the attribute ${attribute}`,
    remedy: `alter role ${quoted} no${attribute}`,
  }))
  const memberships = role.memberships
    .filter(({ name, isAdmin }) => name !== group || isAdmin)
    .map(({ name, grantor }) => {
      const by = hasInheritOption ? ` granted by ${escapeIdentifier(grantor)}` : ''
      const revoke = (right: string) =>
        `revoke ${right}${escapeIdentifier(name)} from ${quoted}${by}${hasInheritOption ? ' cascade' : ''}`
      return name === group
        ? { what: `may make others a member of ${name}`, remedy: revoke('admin option for ') }
        : { what: `is a member of ${name}`, remedy: revoke('') }
    })
  return [...attributes, ...memberships, ...role.excess]
}

export function passwordStatement(login: string, verifier: string): string {
  return `alter role ${escapeIdentifier(login)} password ${escapeLiteral(verifier)}`
}

async function readVersion(owner: Client): Promise<Version> {
  const { rows } = await owner.query<Version>(
    `select current_setting('server_version_num')::int >= 160000 as "hasInheritOption"`,
  )
  return { hasInheritOption: rows[0]?.hasInheritOption === true }
}

async function readRole(owner: Client, name: string, kind: 'group' | 'login'): Promise<RoleRow | undefined> {
  const flags = Object.entries(dangerousAttributes).map(
    ([column, attribute]) => `case when ${column} then '${attribute}' end`,
  )
  const { rows } = await owner.query<Omit<RoleRow, 'excess'>>(
    `select rolname as name, rolcanlogin as "canLogin", rolinherit as "doesInherit",
       array_remove(array[${flags.join(', ')}], null) as attributes,
       array(
         select json_build_object(
           'name', pg_get_userbyid(roleid)::text, 'grantor', pg_get_userbyid(grantor)::text, 'isAdmin', admin_option
         ) from pg_auth_members where member = pg_roles.oid
       ) as memberships,
       array(
         select wanted from unnest($2::text[]) wanted join pg_roles found on found.rolname = wanted
         where pg_has_role(pg_roles.oid, found.oid, 'usage')
       ) as inherits
     from pg_roles where rolname = $1`,
    [name, Object.values(groupRoles)],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const grants = kind === 'group' ? readDefaultPrivileges : readOwnGrants
  const excess = [
    ...(await readOwnership(owner, name)),
    ...(await grants(owner, name)),
    ...(await readOwnSettings(owner, name)),
  ]
  return { ...row, excess }
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

/** Empty if the login may connect, as everyone may by default. */
export async function missingConnect(owner: Client, { name }: WantedLogin): Promise<string[]> {
  const { rows } = await owner.query<{ database: string; connects: boolean }>(
    `select current_database()::text as database, has_database_privilege(
       coalesce((select oid from pg_roles where rolname = $1), 0), current_database(), 'connect'
     ) as connects`,
    [name],
  )
  return rows
    .filter(({ connects }) => !connects)
    .map(
      ({ database }) =>
        `grant connect on database ${escapeIdentifier(database)} to ${escapeIdentifier(name)}`,
    )
}

/** What a role has and must not have. */
export async function excessOf(owner: Client, { name, group }: WantedLogin): Promise<Excess[]> {
  const role = await readRole(owner, name, 'login')
  return role === undefined ? [] : excessOfRole(role, group, await readVersion(owner))
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
