import { Client, type ClientConfig } from 'pg'
import { StartFailure } from '#server/platform/start-failure.ts'
import { errorInfo } from '#server/storage/error-info.ts'

/** Address and user of the database. */
export type DatabaseAddress = {
  /** For messages: host, port and database, never the password. */
  readonly label: string
  readonly user: string
  readonly config: ClientConfig
}

type Login = { readonly user: string; readonly password: string }

type Socket = Login & {
  readonly host: string
  readonly port: number
  readonly database: string
}

export function socketAddress(socket: Socket): DatabaseAddress {
  const label = `${socket.host}, database ${socket.database}`
  return { label, user: socket.user, config: { ...socket, ssl: false } }
}

export function urlAddress(
  databaseUrl: string,
  variable: 'DATABASE_URL' | 'DATABASE_OWNER_URL' = 'DATABASE_URL',
): DatabaseAddress {
  try {
    if (!/^postgres(ql)?:/.test(databaseUrl)) throw new TypeError('not a postgres address')
    const { host, port, user, database } = new Client({ connectionString: databaseUrl })
    return {
      label: `${host}:${port}, database ${database}`,
      user: user ?? '',
      config: { connectionString: databaseUrl },
    }
  } catch {
    // The parser's error quotes the URL with its password.
    throw new StartFailure(
      `${variable} is not a PostgreSQL address: write it as postgres://user:password@host:5432/database.`,
    )
  }
}

/** The same database with another user. */
export function asLogin(address: DatabaseAddress, login: Login): DatabaseAddress {
  const { connectionString } = address.config
  if (connectionString === undefined)
    return { ...address, user: login.user, config: { ...address.config, ...login } }
  const [place = '', query = ''] = connectionString.split('?', 2)
  const [, scheme = '', authority = '', path = ''] = /^([a-z]+:\/\/)([^/]*)(.*)$/s.exec(place) ?? []
  const user = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}`
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const parameters = new URLSearchParams(query)
  // The driver prefers them to those before the host.
  for (const name of ['user', 'password']) parameters.delete(name)
  const rest = withQuery(`${scheme}${user}@${host}${databasePath(path, connectionString)}`, parameters)
  return { ...address, user: login.user, config: { ...address.config, connectionString: rest } }
}

/** Without a name in the URL, the database is named like the user, who is another one in the new URL. */
function databasePath(path: string, connectionString: string): string {
  if (path !== '' && path !== '/') return path
  return `/${encodeURI(new Client({ connectionString }).database ?? '')}`
}

/** Adds a start-up option for connections, in addition to those in the URL. */
export function withOption({ config }: DatabaseAddress, option: string): ClientConfig {
  if (config.connectionString === undefined) return { ...config, options: option }
  const [place = '', query = ''] = config.connectionString.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('options', `${parameters.get('options') ?? ''} ${option}`.trim())
  return { ...config, connectionString: withQuery(place, parameters) }
}

function withQuery(place: string, parameters: URLSearchParams): string {
  // The driver decodes %20 but not a plus sign.
  return `${place}?${parameters.toString().replaceAll('+', '%20')}`
}

const connectTimeoutMs = 5000

/** A single connection as the owner of the tables, for setup and migrations. */
export async function connectOwner(address: DatabaseAddress): Promise<Client> {
  return await connectClient(address.config)
}

/** Ignores `error` events, so that a lost connection only fails its queries instead of ending the process. */
export async function connectClient(config: ClientConfig): Promise<Client> {
  const client = new Client({
    ...config,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'openlot',
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Explains why the database cannot be reached, without the password. */
export function connectFailure(address: DatabaseAddress, caught: unknown): StartFailure {
  const { code, message } = errorInfo(caught)
  if (code === '28P01' || code === '28000')
    return new StartFailure(
      `PostgreSQL at ${address.label} refuses user ${address.user}: correct the user and password in DATABASE_URL, or allow this user in pg_hba.conf and in any pooler.`,
    )
  if (code === '42501')
    return new StartFailure(
      `PostgreSQL at ${address.label} does not let user ${address.user} connect to this database: have an administrator run "grant connect on database … to …" for this user, then start again.`,
    )
  if (code === '3D000')
    return new StartFailure(
      `PostgreSQL at ${address.label} does not have the database named in DATABASE_URL: create it, or correct DATABASE_URL.`,
    )
  if (code === '53300')
    return new StartFailure(
      `PostgreSQL at ${address.label} has no free connection: raise max_connections, or close connections of other programs.`,
    )
  return new StartFailure(
    `PostgreSQL at ${address.label} cannot be reached (${message}): start it, or correct DATABASE_URL.`,
  )
}
