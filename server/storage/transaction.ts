import type { Pool, PoolClient } from 'pg'
import { takeConnection } from '#server/storage/take-connection.ts'

/**
 * Runs the work in a transaction. A connection is discarded from the pool if it no longer answers, or if its rollback
 * fails.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const { client, release } = await takeConnection(pool)
  let broken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (caught) {
    broken = isTimeout(caught) || !(await rollBack(client))
    throw caught
  } finally {
    release(broken)
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
