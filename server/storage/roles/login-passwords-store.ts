import { type Client, escapeIdentifier } from 'pg'

/**
 * Creates the table of an external database that keeps the passwords of its logins. Only the owner can read it, who may
 * do more than they can. So all servers and tools with the same DATABASE_URL find the same passwords.
 */
export async function ensurePasswordsTable(owner: Client): Promise<void> {
  if (await hasPasswordsTable(owner)) return
  await owner.query('create table login_passwords (login text primary key, password text not null)')
}

type PasswordsAccess = {
  readonly isHidden: boolean
  readonly policies: readonly string[]
  /** Null for everyone. */
  readonly grantees: readonly (string | null)[]
}

/**
 * Row level security without a policy hides the rows from all but the owner, also from members of pg_read_all_data.
 * Default privileges may have granted the table, and roles may get grants later, so every start checks.
 */
export async function hidePasswordsTable(owner: Client): Promise<void> {
  const { rows } = await owner.query<PasswordsAccess>(
    `select relrowsecurity and not relforcerowsecurity as "isHidden",
       array(select polname::text from pg_policy where polrelid = pg_class.oid) as policies,
       array(
         select distinct rolname::text from (
           select relacl as acl
           union all select attacl from pg_attribute where attrelid = pg_class.oid
         ) granted cross join lateral aclexplode(acl) entry left join pg_roles on pg_roles.oid = entry.grantee
         where entry.grantee <> relowner
       ) as grantees
     from pg_class where oid = 'login_passwords'::regclass`,
  )
  const { isHidden, policies, grantees } = rows[0] ?? { isHidden: false, policies: [], grantees: [] }
  if (!isHidden)
    await owner.query('alter table login_passwords enable row level security, no force row level security')
  for (const policy of policies)
    await owner.query(`drop policy ${escapeIdentifier(policy)} on login_passwords`)
  for (const grantee of grantees)
    await owner.query(
      `revoke all on login_passwords from ${grantee === null ? 'public' : escapeIdentifier(grantee)} cascade`,
    )
}

/** Without the table, as before the first start of this version, there is no password. */
export async function readPassword(owner: Client, login: string): Promise<string | undefined> {
  if (!(await hasPasswordsTable(owner))) return undefined
  const { rows } = await owner.query<{ password: string }>(
    'select password from login_passwords where login = $1',
    [login],
  )
  return rows[0]?.password
}

/** PostgreSQL generates it, because its log may contain the parameters of statements. Two UUIDs have 244 random bits. */
export async function generateKeptPassword(owner: Client, login: string): Promise<string> {
  const { rows } = await owner.query<{ password: string }>(
    `insert into login_passwords (login, password)
     select $1, translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')
     returning password`,
    [login],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no password was generated')
  return row.password
}

async function hasPasswordsTable(owner: Client): Promise<boolean> {
  const { rows } = await owner.query<{ found: boolean }>(
    `select to_regclass('login_passwords') is not null as found`,
  )
  return rows[0]?.found === true
}
