import type { Pool, PoolClient } from 'pg'

/**
 * Runs the work in a transaction. A connection is discarded from the pool if it no longer answers, or if its rollback
 * fails.
 */
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
    broken = isTimeout(caught) || !(await rollBack(client))
    throw caught
  } finally {
    if (!broken) client.off('error', ignore)
    client.release(broken)
  }
}

/** A rollback on a connection that does not answer would only wait for the same time again. */
function isTimeout(caught: unknown): boolean {
  return caught instanceof Error && caught.message === driverTimeout
}

/** The driver's error has no code. */
const driverTimeout = 'Query read timeout'

function rollBack(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

function ignore(): void {}
