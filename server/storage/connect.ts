import { Client, type ClientConfig } from 'pg'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { DatabaseAddress } from '#server/storage/database-address.ts'
import { faultOf } from '#server/storage/fault.ts'

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
