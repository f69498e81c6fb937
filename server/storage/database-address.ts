import { Client, type ClientConfig } from 'pg'
import { StartFailure } from '#server/platform/start-failure.ts'

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
