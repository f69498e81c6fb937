import { type Pool, type PoolClient, takeConnection } from '#server/storage/storage.ts'
import { makeReadOnly } from '#server/verify/journal-store.ts'

/** A database session that cannot write. */
export async function withSession<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  // If the connection is lost, the next query says so.
  const { client, release } = await takeConnection(pool)
  try {
    await makeReadOnly(client)
    return await work(client)
  } finally {
    // Closed instead of reused: the session stays read-only.
    release(true)
  }
}
