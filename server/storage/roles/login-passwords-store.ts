import type { Client } from 'pg'

/**
 * Creates the table of an external database that keeps the passwords of its logins. Only the owner can read it, who may
 * do more than they can. So all servers and tools with the same DATABASE_URL find the same passwords.
 */
export async function ensurePasswordsTable(owner: Client): Promise<void> {
  if (await hasPasswordsTable(owner)) return
  await owner.query('create table login_passwords (login text primary key, password text not null)')
  await owner.query('revoke all on login_passwords from public')
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
