import type { Pool, PoolClient } from 'pg'

/** All of the work or none of it. A session whose rollback fails is thrown away, not handed to the next one. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken = false
  // A session that is cut says so twice: to whoever waits for an answer, who is told, and to whoever listens to it. That nobody
  // does would end the process.
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
