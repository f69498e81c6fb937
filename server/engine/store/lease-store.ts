import type { Pool } from 'pg'
import type { Lease } from '#server/engine/records.ts'

/**
 * One row, so a statement that is still writing under an older epoch holds it, and is waited for. With `mine` it is
 * taken only from ourselves: by the epoch we know, or by our name where an earlier answer got lost.
 */
export async function takeLease(
  pool: Pool,
  holder: string,
  mine: Lease | undefined,
): Promise<Lease | undefined> {
  const { rows } = await pool.query<Lease>(
    `update engine_leases set epoch = epoch + 1, holder = $1, taken_at = now()
     where shard_group = 0 and ($2::bigint is null or epoch = $2 or holder = $1)
     returning epoch, last_seq as "lastSeq", last_hash as "lastHash"`,
    [holder, mine?.epoch ?? null],
  )
  return rows[0]
}
