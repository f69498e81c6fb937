import type { Pool, PoolClient } from 'pg'

/** Runs the work in a transaction. A connection whose rollback fails is discarded from the pool. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken = false
  // A lost connection rejects the running query and also emits `error`, which without a listener would end the process.
  client.on('error', ignore)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (caught) {
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw caught
  } finally {
    if (!broken) client.off('error', ignore)
    client.release(broken)
  }
}

function ignore(): void {}
