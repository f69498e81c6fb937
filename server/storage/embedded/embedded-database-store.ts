import { connectOwner } from '#server/storage/connect.ts'
import type { DatabaseAddress } from '#server/storage/database-address.ts'

/** Asked on every start: a death between making the cluster and making the database must not matter. */
export async function ensureDatabase(maintenance: DatabaseAddress, name: string): Promise<void> {
  const client = await connectOwner(maintenance)
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
