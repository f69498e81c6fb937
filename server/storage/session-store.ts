import type { Client, Pool } from 'pg'
import { StartFailure } from '#server/platform/start-failure.ts'
import { appRole } from '#server/storage/prepare-database-store.ts'

const oldestVersion = 15

export async function checkServerVersion(owner: Client): Promise<void> {
  const answer = await owner.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const major = Math.floor((answer.rows[0]?.version ?? 0) / 10_000)
  if (major >= oldestVersion) return
  throw new StartFailure(
    `DATABASE_URL names a PostgreSQL ${major}: Openlot needs ${oldestVersion} or newer, so upgrade it or name another.`,
  )
}

/** A proxy between us and the server may drop the option that sets the role; then nothing would hold us back. */
export async function checkAppRole(pool: Pool): Promise<void> {
  const answer = await pool.query<{ role: string }>('select current_user as role')
  if (answer.rows[0]?.role === appRole) return
  throw new StartFailure(
    `Sessions do not start in the role ${appRole}: connect DATABASE_URL to PostgreSQL itself, not through a proxy that drops start-up options.`,
  )
}

export async function askOne(session: Client | Pool): Promise<void> {
  await session.query('select 1')
}

export async function listenOn(client: Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
}
