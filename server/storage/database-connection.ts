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

type Socket = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export function socketAddress(socket: Socket): DatabaseAddress {
  const label = `${socket.host}, database ${socket.database}`
  return { label, user: socket.user, config: { ...socket, ssl: false } }
}

export function urlAddress(databaseUrl: string): DatabaseAddress {
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
      'DATABASE_URL is not a PostgreSQL address: write it as postgres://user:password@host:5432/database.',
    )
  }
}

/** Adds a start-up option for connections, in addition to those in the URL. */
export function withOption({ config }: DatabaseAddress, option: string): ClientConfig {
  if (config.connectionString === undefined) return { ...config, options: option }
  const [place = '', query = ''] = config.connectionString.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('options', `${parameters.get('options') ?? ''} ${option}`.trim())
  // The driver decodes %20 but not a plus sign.
  return { ...config, connectionString: `${place}?${parameters.toString().replaceAll('+', '%20')}` }
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
      `PostgreSQL at ${address.label} refuses user ${address.user}: correct the user and password in DATABASE_URL, or allow it in pg_hba.conf.`,
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
