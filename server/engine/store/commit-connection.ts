import { systemTimers, type Timers } from '#server/platform/timers.ts'
import { type Pool, type TakenConnection, takeConnection } from '#server/storage/storage.ts'

/** Executes the commits of the engine, one at a time. */
export type CommitConnection = {
  readonly query: <Row>(statement: Statement) => Promise<{ readonly rows: readonly Row[] }>
}

type Statement = { readonly name?: string; readonly text: string; readonly values?: unknown[] }

/**
 * Keeps the connection of a commit until pending I/O has been handled. So a busy engine sends the next batch at once.
 * From the pool it would get a connection only after the answers to the batch before have been written, and PostgreSQL
 * would be idle meanwhile.
 */
export function createCommitConnection(
  pool: Pick<Pool, 'connect'>,
  timers: Pick<Timers, 'soon'> = systemTimers,
): CommitConnection {
  let kept: { readonly connection: TakenConnection; readonly cancelRelease: () => void } | undefined

  function takeKept(): TakenConnection | undefined {
    const connection = kept?.connection
    kept?.cancelRelease()
    kept = undefined
    return connection
  }
  function releaseKept(): void {
    takeKept()?.release()
  }
  function keep(connection: TakenConnection): void {
    releaseKept()
    if (connection.isLost()) connection.release()
    else kept = { connection, cancelRelease: timers.soon(releaseKept) }
  }
  return {
    async query(statement) {
      const connection = takeKept() ?? (await takeConnection(pool, releaseKept))
      try {
        const result = await connection.client.query(statement)
        keep(connection)
        return result
      } catch (fault) {
        connection.release(true)
        throw fault
      }
    },
  }
}
