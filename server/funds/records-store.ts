// Queries shared by the records of a user.
import type { Pool, PoolClient } from 'pg'

/** Records of one user are written one at a time, in all processes, because each is counted before the next. */
export async function lockRecords(client: PoolClient, userId: number): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('funds:' || $1::text, 0))`, [userId])
}

/** Columns of the movement `m` that a record is joined with. */
export const stateColumns = `m.state, m.changed_at as "changedAt", coalesce(m.note, '') as note,
  coalesce(m.payment, '') as payment`

export const pageSize = 20

export function pageBounds(page: number): readonly [limit: number, offset: number] {
  return [pageSize, (page - 1) * pageSize]
}

/** `select count(*) as count …` */
export async function readCount(
  client: Pool | PoolClient,
  query: string,
  values: readonly unknown[],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(query, [...values])
  return rows[0]?.count ?? 0
}
