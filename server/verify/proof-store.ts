import type { PoolClient } from '#server/storage/storage.ts'

/** Ids of the users with this uid or id. More than one if the uid of one is the id of another. */
export async function readUserIds(client: PoolClient, uidOrId: string): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select id from users where uid = $1 or id::text = $1 order by id limit 2',
    [uidOrId],
  )
  return rows.map(({ id }) => id)
}
