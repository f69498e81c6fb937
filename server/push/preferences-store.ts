import type { Pool } from 'pg'
import type { PushPreferences } from '#server/push/push-types.ts'

export async function readPreferences(pool: Pool, userId: number): Promise<PushPreferences | undefined> {
  const { rows } = await pool.query<PushPreferences>(
    `select details, quiet_from as "quietFrom", quiet_to as "quietTo", zone
     from push_preferences where user_id = $1`,
    [userId],
  )
  return rows[0]
}

export async function writePreferences(
  pool: Pool,
  userId: number,
  { details, quietFrom, quietTo, zone }: PushPreferences,
): Promise<void> {
  await pool.query(
    `insert into push_preferences (user_id, details, quiet_from, quiet_to, zone) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set details = excluded.details, quiet_from = excluded.quiet_from,
       quiet_to = excluded.quiet_to, zone = excluded.zone`,
    [userId, details, quietFrom, quietTo, zone],
  )
}
