import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { systemTimers, type Timers } from '#server/platform/timers.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'

/** Executes the commits of the engine, one at a time. */
export type CommitConnection = {
  readonly query: <Row extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<Row>>
}

/**
 * Keeps the connection of a commit until pending I/O has been handled. So a busy engine sends the next batch at once.
 * From the pool it would get a connection only after the answers to the batch before have been written, and PostgreSQL
 * would be idle meanwhile.
 */
export function createCommitConnection(
  pool: Pick<Pool, 'connect'>,
  timers: Pick<Timers, 'soon'> = systemTimers,
): CommitConnection {
  let kept: { readonly client: PoolClient; readonly cancelRelease: () => void } | undefined

  function take(): PoolClient | undefined {
    const client = kept?.client
    kept?.cancelRelease()
    kept = undefined
    return client
  }
  function keep(client: PoolClient): void {
    releaseKept()
    kept = { client, cancelRelease: timers.soon(releaseKept) }
  }
  function releaseKept(): void {
    take()?.off('error', releaseKept).release()
  }
  async function connect(): Promise<PoolClient> {
    const client = await pool.connect()
    // The pool listens only to connections that it holds, and an error without a listener would end the process. It
    // discards a connection that was lost. If a commit is in progress, that fails, too.
    return client.on('error', releaseKept)
  }
  return {
    async query<Row extends QueryResultRow>(statement: QueryConfig) {
      const client = take() ?? (await connect())
      try {
        const result = await client.query<Row>(statement)
        keep(client)
        return result
      } catch (fault) {
        client.off('error', releaseKept).release(true)
        throw fault
      }
    },
  }
}
