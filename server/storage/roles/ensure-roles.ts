// Makes the roles of the database: groups that hold the privileges, and logins for the application and the engine.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { writePrivateFile } from '#server/platform/private-file.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import {
  asLogin,
  connectClient,
  connectFailure,
  type DatabaseAddress,
} from '#server/storage/database-connection.ts'
import { errorInfo } from '#server/storage/error-info.ts'
import { readOwnership } from '#server/storage/roles/excess-store.ts'
import { generateKeptPassword, readPassword } from '#server/storage/roles/login-passwords-store.ts'
import { groupRoles, type LoginKind, loginKinds, loginName } from '#server/storage/roles/role-names.ts'
import {
  excessOf,
  missingConnect,
  missingStatements,
  passwordStatement,
  readDatabaseIdentity,
  tablesBeyondGroup,
  type WantedLogin,
} from '#server/storage/roles/roles-store.ts'
import { scramVerifier } from '#server/storage/roles/scram-verifier.ts'
import { revokeWrites } from '#server/storage/roles/table-privileges-store.ts'

/** Addresses of the same database, each with a login that has only the privileges of its group. */
export type LoginAddresses = Readonly<Record<LoginKind, DatabaseAddress>>

export type LoginPasswords = Readonly<Record<LoginKind, string>>

export type RoleParts = {
  readonly owner: DatabaseAddress
  /** The application's own login, if an administrator has made one. */
  readonly app?: DatabaseAddress | undefined
  /** Passwords of the embedded database. Those of an external one are kept in a table that only the owner can read. */
  readonly passwords?: LoginPasswords | undefined
  /** Receives the SQL for an administrator if the owner may not create roles. */
  readonly dataDir: string
}

type Login = WantedLogin & { readonly address: DatabaseAddress }

/** The owner holds the lock of the migrations. Returns the logins, which work. */
export async function ensureRoles(client: Client, parts: RoleParts): Promise<LoginAddresses> {
  const app = await wantedLogin(client, parts, 'app')
  const engine = await wantedLogin(client, parts, 'engine')
  const logins = [app, engine]
  if (app.verifier === undefined) await checkOwnLogin(client, parts, app)
  await runWhatIsMissing(client, parts, () => missingStatements(client, logins))
  await checkOwnership(client, [...Object.values(groupRoles), ...logins.map(({ name }) => name)])
  for (const login of logins) await ensureLoginWorks(client, parts, login)
  rmSync(join(parts.dataDir, rolesFileName), { force: true })
  return { app: app.address, engine: engine.address }
}

/** For tools, which change no roles. Undefined if a server of this version has not started yet. */
export async function findLogins(
  client: Client,
  { owner, app }: Pick<RoleParts, 'owner' | 'app'>,
): Promise<LoginAddresses | undefined> {
  const found: Partial<Record<LoginKind, DatabaseAddress>> = app === undefined ? {} : { app }
  for (const kind of loginKinds) {
    const user = loginName(client.database ?? '', kind)
    const password = await readPassword(client, user)
    if (password !== undefined) found[kind] ??= asLogin(owner, { user, password })
  }
  return found.app && found.engine ? { app: found.app, engine: found.engine } : undefined
}

async function wantedLogin(client: Client, parts: RoleParts, kind: LoginKind): Promise<Login> {
  const group = groupRoles[kind]
  if (kind === 'app' && parts.app !== undefined)
    return { name: parts.app.user, group, verifier: undefined, address: parts.app }
  const name = loginName(client.database ?? '', kind)
  const password = parts.passwords?.[kind] ?? (await keptPassword(client, name))
  const address = asLogin(parts.owner, { user: name, password })
  return { name, group, verifier: await scramVerifier(password), address }
}

async function keptPassword(client: Client, login: string): Promise<string> {
  return (await readPassword(client, login)) ?? (await generateKeptPassword(client, login))
}

/** The login that an administrator made is checked, but never changed, except for its group. */
async function checkOwnLogin(client: Client, parts: RoleParts, login: Login): Promise<void> {
  const refusal = await tryLogin(login.address)
  if (errorInfo(refusal).code === insufficientPrivilege)
    await runWhatIsMissing(client, parts, () => missingConnect(client, login))
  const own = await connectClient(login.address.config).catch((caught: unknown) => {
    throw connectFailure(login.address, caught)
  })
  const place = await readDatabaseIdentity(own).finally(async () => await own.end())
  if (place !== (await readDatabaseIdentity(client)))
    throw new StartFailure(
      'DATABASE_URL and DATABASE_OWNER_URL do not lead to the same database: set the same host, port and database in both.',
    )
  const [excess] = await excessOf(client, login)
  if (excess === undefined) return
  const { what, remedy } = excess
  throw new StartFailure(
    `The user ${login.name} in DATABASE_URL ${what}, which the application must not: take that away${remedy === undefined ? '' : ` (${remedy};)`}, set another user, or remove DATABASE_OWNER_URL if ${login.name} is the owner.`,
  )
}

/**
 * What remains after the repairs may contain code of the login, such as a function or a view. With another owner it
 * would run with that owner's rights, so a person must look at it first.
 */
async function checkOwnership(client: Client, roles: readonly string[]): Promise<void> {
  for (const role of roles) {
    const [owned] = await readOwnership(client, role)
    if (owned === undefined) continue
    throw new StartFailure(
      `The database role ${role} ${owned.what}, which it must not: have an administrator read and drop it, or give it another owner, then start again.`,
    )
  }
}

/** Refused statements are left to an administrator. So are those that PostgreSQL accepts without an effect. */
async function runWhatIsMissing(
  client: Client,
  parts: RoleParts,
  findMissing: () => Promise<readonly string[]>,
): Promise<void> {
  const missing = await findMissing()
  for (const statement of missing) await tryStatement(client, statement)
  const left = missing.length === 0 ? [] : await findMissing()
  if (left.length > 0) throw administratorNeeded(client, parts, left)
}

const insufficientPrivilege = '42501'
/**
 * Roles are shared by all databases of a cluster, so another Openlot may create a group at the same time. A grant to a
 * role that could not be created fails, too.
 */
const consequences = ['42710', '23505', '42704']

async function tryStatement(client: Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement)
    return true
  } catch (caught) {
    const { code, message } = errorInfo(caught)
    if (code === insufficientPrivilege || consequences.includes(code)) return false
    // Not the statement: it contains a verifier.
    throw new StartFailure(
      `A database role could not be changed (${message}): fix the cause and start again.`,
    )
  }
}

async function ensureLoginWorks(client: Client, parts: RoleParts, login: Login): Promise<void> {
  const refusal = await tryLogin(login.address)
  if (refusal === undefined) return
  if (login.verifier === undefined || errorInfo(refusal).code !== invalidPassword)
    throw connectFailure(login.address, refusal)
  const statement = passwordStatement(login.name, login.verifier)
  if (!(await tryStatement(client, statement))) throw administratorNeeded(client, parts, [statement])
  const again = await tryLogin(login.address)
  if (again !== undefined) throw connectFailure(login.address, again)
}

const invalidPassword = '28P01'

/** Returns the error, or undefined if the login works. */
async function tryLogin(address: DatabaseAddress): Promise<unknown> {
  try {
    await (await connectClient(address.config)).end()
    return undefined
  } catch (caught) {
    return caught
  }
}

const rolesFileName = 'create-roles.sql'

function administratorNeeded(
  client: Client,
  { dataDir }: RoleParts,
  statements: readonly string[],
): StartFailure {
  const file = join(dataDir, rolesFileName)
  const database = client.database ?? ''
  writePrivateFile(
    file,
    [
      `-- Roles for Openlot in database ${database.replace(/\s/g, ' ')}. Run this as an administrator, in that database:`,
      '--   psql -d <database> -f create-roles.sql',
      '-- It contains SCRAM verifiers instead of passwords.',
      '\\set ON_ERROR_STOP on',
      'begin;',
      ...statements.map((statement) => `${statement};`),
      'commit;',
      '',
    ].join('\n'),
  )
  return new StartFailure(
    `The user ${client.user} may not create the database roles that Openlot needs: have an administrator run ${file} with psql in database ${database}, then start again.`,
  )
}

/** Checks after the migrations that no login can write more than its group, and no group more than it should. */
export async function checkPrivileges(client: Client, logins: LoginAddresses): Promise<void> {
  const [writable] = await revokeWrites(client)
  if (writable !== undefined)
    throw new StartFailure(
      `The database role ${writable}, which it must not: revoke the privileges that others granted, then start again.`,
    )
  for (const kind of loginKinds) {
    const { user } = logins[kind]
    const [table] = await tablesBeyondGroup(client, {
      name: user,
      group: groupRoles[kind],
      verifier: undefined,
    })
    if (table === undefined) continue
    throw new StartFailure(
      `The database user ${user} may do more with the table ${table} than ${groupRoles[kind]}: revoke its own privileges, or set another user in DATABASE_URL that does not own the tables.`,
    )
  }
}
