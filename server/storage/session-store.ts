import type { Client, Pool } from 'pg'

export async function pingDatabase(db: Client | Pool): Promise<void> {
  await db.query('select 1')
}

export async function listenOn(client: Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
}
