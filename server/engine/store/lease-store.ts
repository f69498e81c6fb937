import type { Pool } from 'pg'
import type { Lease } from '#server/engine/engine-store.ts'

/**
 * The lease is one row. The update waits for a commit of an older epoch, which holds a lock on that row. With `mine` it
 * succeeds only if the holder is still this process. The epoch cannot be compared, because it may have been raised by
 * an attempt of ours whose response was lost.
 */
export async function takeLease(
  pool: Pool,
  holder: string,
  mine: Lease | undefined,
): Promise<Lease | undefined> {
  const { rows } = await pool.query<Lease>(
    `update engine_leases set epoch = epoch + 1, holder = $1, taken_at = now()
     where shard_group = 0 and ($2::boolean or holder = $1)
     returning epoch, last_seq as "lastSeq", last_hash as "lastHash"`,
    [holder, mine === undefined],
  )
  return rows[0]
}

/** Does not compare the epoch, for the same reason. */
export async function holdsLease(pool: Pool, holder: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from engine_leases where shard_group = 0 and holder = $1', [
    holder,
  ])
  return rowCount === 1
}
