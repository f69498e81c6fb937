import type { Pool, PoolClient } from '#server/storage/storage.ts'
import { makeReadOnly } from '#server/verify/journal-store.ts'

/** A database session that cannot write. */
export async function withSession<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // Without a handler, a connection lost while idle would end the process. The next query reports the loss.
  client.on('error', ignoreError)
  try {
    await makeReadOnly(client)
    return await work(client)
  } finally {
    // Closed instead of reused: the session stays read-only.
    client.release(true)
  }
}

function ignoreError(): void {}
