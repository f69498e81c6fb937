// Rights and settings of a role that do not come from its group: ownership, grants to itself, and its own settings.
import { type Client, escapeIdentifier } from 'pg'

export type Excess = {
  /** In words, after the name of the role. */
  readonly what: string
  /** The statement that ends it. Undefined if a person must decide. */
  readonly remedy: string | undefined
}

type FoundObject = {
  readonly type: string
  readonly identity: string
  /** Code of the old owner would run with the rights of the new one. */
  readonly hasCode: boolean
  readonly isThisDatabase: boolean
}

/**
 * Of this database and of objects shared by all. Every login may make large objects and default privileges for its own
 * objects, and needs nothing of us for a user mapping. They give no rights on our tables, and hostile SQL must not be
 * able to prevent the next start with them.
 */
const foundObjects = `
  select distinct object.type, object.identity, object.type not in ('database', 'schema', 'sequence')
      and not (object.type = 'table' and exists (
        select from pg_class where pg_class.oid = dependency.objid and relkind in ('r', 'p') and not relhasrules
      )) as "hasCode",
    dependency.classid = 'pg_database'::regclass and dependency.objid = current.oid as "isThisDatabase"
  from pg_shdepend dependency
    join pg_roles role on role.oid = dependency.refobjid
    join pg_database current on current.datname = current_database()
    cross join lateral pg_identify_object(dependency.classid, dependency.objid, 0) object
  where dependency.refclassid = 'pg_authid'::regclass and role.rolname = $1 and dependency.deptype = $2
    and dependency.dbid in (0, current.oid)
    and dependency.classid not in (
      'pg_largeobject'::regclass, 'pg_default_acl'::regclass, 'pg_user_mapping'::regclass
    )`

/** The role owns these objects, and so may do anything with them. */
export async function readOwnership(owner: Client, role: string): Promise<Excess[]> {
  const { rows } = await owner.query<FoundObject & { owner: string }>(
    `select found.*, current_user::text as owner from (${foundObjects}) found order by type, identity`,
    [role, 'o'],
  )
  return rows.map(({ type, identity, hasCode, isThisDatabase, owner: newOwner }) => {
    const isSafe = !hasCode && (type !== 'database' || isThisDatabase)
    return {
      what: `owns the ${type} ${identity}`,
      remedy: isSafe ? `alter ${type} ${identity} owner to ${escapeIdentifier(newOwner)}` : undefined,
    }
  })
}

/** How `revoke` names a type of object, if not as `pg_identify_object` does. */
const revokeNames: Readonly<Record<string, string>> = {
  view: 'table',
  'materialized view': 'table',
  'foreign table': 'table',
  function: 'routine',
  procedure: 'routine',
  aggregate: 'routine',
  server: 'foreign server',
  'foreign-data wrapper': 'foreign data wrapper',
  'parameter ACL': 'parameter',
}

/** Privileges that the role itself was granted. Connecting to this database is the only one it may have. */
export async function readOwnGrants(owner: Client, role: string): Promise<Excess[]> {
  const { rows } = await owner.query<FoundObject>(`${foundObjects} order by type, identity`, [role, 'a'])
  const grantee = escapeIdentifier(role)
  const others = rows
    .filter(({ isThisDatabase }) => !isThisDatabase)
    .map(({ type, identity }) => ({
      what: `has privileges of its own on the ${type} ${identity}`,
      remedy: `revoke all on ${revokeNames[type] ?? type} ${identity} from ${grantee} cascade`,
    }))
  return [
    ...others,
    ...(await readDatabaseGrants(owner, role)),
    ...(await readDefaultPrivileges(owner, role)),
  ]
}

async function readDatabaseGrants(owner: Client, role: string): Promise<Excess[]> {
  const { rows } = await owner.query<{ database: string; privilege: string; isConnect: boolean }>(
    `select datname::text as database, lower(privilege_type) as privilege, privilege_type = 'CONNECT' as "isConnect"
     from pg_database cross join lateral aclexplode(datacl) entry join pg_roles on pg_roles.oid = entry.grantee
     where datname = current_database() and rolname = $1 and (privilege_type <> 'CONNECT' or is_grantable)
     order by privilege_type`,
    [role],
  )
  return rows.map(({ database, privilege, isConnect }) => ({
    what: `has the privilege ${privilege} of its own on the database ${database}`,
    remedy: `revoke ${isConnect ? 'grant option for ' : ''}${privilege} on database ${escapeIdentifier(database)} from ${escapeIdentifier(role)} cascade`,
  }))
}

const defaultPrivilegeTypes: Readonly<Record<string, string>> = {
  r: 'tables',
  S: 'sequences',
  f: 'routines',
  T: 'types',
  n: 'schemas',
  L: 'large objects',
}

/** Rights on every object that the owner of the tables will create. */
export async function readDefaultPrivileges(owner: Client, role: string): Promise<Excess[]> {
  const { rows } = await owner.query<{ schema: string | null; type: string; creator: string }>(
    `select distinct nspname::text as schema, defaclobjtype::text as type, current_user::text as creator
     from pg_default_acl left join pg_namespace on pg_namespace.oid = defaclnamespace
       cross join lateral aclexplode(defaclacl) entry join pg_roles on pg_roles.oid = entry.grantee
     where defaclrole = (select oid from pg_roles where rolname = current_user) and rolname = $1
     order by 1, 2`,
    [role],
  )
  return rows.map(({ schema, type, creator }) => {
    const objects = defaultPrivilegeTypes[type] ?? type
    const place = schema === null ? '' : ` in schema ${escapeIdentifier(schema)}`
    return {
      what: `has default privileges on new ${objects}`,
      remedy: `alter default privileges for role ${escapeIdentifier(creator)}${place} revoke all on ${objects} from ${escapeIdentifier(role)} cascade`,
    }
  })
}

/** Every login may change its own settings. They would apply to all its later connections. */
export async function readOwnSettings(owner: Client, role: string): Promise<Excess[]> {
  const { rows } = await owner.query<{ database: string | null; settings: string }>(
    `select datname::text as database, array_to_string(
       array(select split_part(setting, '=', 1) from unnest(setconfig) setting), ', '
     ) as settings
     from pg_db_role_setting join pg_roles on pg_roles.oid = setrole left join pg_database on pg_database.oid = setdatabase
     where rolname = $1 and (setdatabase = 0 or datname = current_database())
     order by setdatabase`,
    [role],
  )
  return rows.map(({ database, settings }) => {
    const place = database === null ? '' : ` in database ${escapeIdentifier(database)}`
    return {
      what: `has settings of its own (${settings})`,
      remedy: `alter role ${escapeIdentifier(role)}${place} reset all`,
    }
  })
}
