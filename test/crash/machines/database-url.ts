import type { NetConnectOpts } from 'node:net'
import { Client } from 'pg'

/** Where the database of this URL listens. */
export function socketOf(url: string): NetConnectOpts {
  const { host, port } = new Client({ connectionString: url })
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** URL of the same database through the proxy's port. */
export function throughPort(url: string, port: number): string {
  const { user = '', password, database = '' } = new Client({ connectionString: url })
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgresql://${encodeURIComponent(user)}${secret}@127.0.0.1:${port}/${database}`
}
