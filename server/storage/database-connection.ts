import { Client, type ClientConfig } from 'pg'
import { StartFailure } from '#server/platform/start-failure.ts'
import { faultOf } from '#server/storage/error-info.ts'

/** Where the database is and who we are there. */
export type DatabaseAddress = {
  /** For people: host, port and database, never a password. */
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
    // What the parser says repeats the address, and with it the password.
    throw new StartFailure(
      'DATABASE_URL is not a PostgreSQL address: write it as postgres://user:password@host:5432/database.',
    )
  }
}

/** The same address with a command line option for its sessions, beside those the address already names. */
export function withOption({ config }: DatabaseAddress, option: string): ClientConfig {
  if (config.connectionString === undefined) return { ...config, options: option }
  const [place = '', query = ''] = config.connectionString.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('options', `${parameters.get('options') ?? ''} ${option}`.trim())
  // The driver decodes %20 but would keep a plus sign.
  return { ...config, connectionString: `${place}?${parameters.toString().replaceAll('+', '%20')}` }
}

const connectTimeoutMs = 5000

/** A single session as the owner of the tables, for what the application itself may not do. */
export async function connectOwner(address: DatabaseAddress): Promise<Client> {
  return await connectClient(address.config)
}

/** A client that is lost later must not take the process with it: whoever uses it sees its queries fail. */
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

/** One sentence for the operator about a database that cannot be reached; never the password. */
export function connectFailure(address: DatabaseAddress, caught: unknown): StartFailure {
  const { code, message } = faultOf(caught)
  if (code === '28P01' || code === '28000')
    return new StartFailure(
      `PostgreSQL at ${address.label} refuses user ${address.user}: correct the user and password in DATABASE_URL, or allow it in pg_hba.conf.`,
    )
  if (code === '3D000')
    return new StartFailure(
      `PostgreSQL at ${address.label} has no such database: create it, or correct DATABASE_URL.`,
    )
  if (code === '53300')
    return new StartFailure(
      `PostgreSQL at ${address.label} has no connection left: raise its max_connections, or end other programs.`,
    )
  return new StartFailure(
    `PostgreSQL at ${address.label} cannot be reached (${message}): start it, or correct DATABASE_URL.`,
  )
}
