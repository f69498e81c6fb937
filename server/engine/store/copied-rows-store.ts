import type { Connection, PoolClient } from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { type CopiedRow, createRowReader } from '#server/engine/store/copied-row.ts'

/**
 * The rows of a query in the binary form that PostgreSQL itself keeps them in, one after the other as they come in: no
 * more than a few network packets of them are ever held. The row is only good until the next one. Such a
 * statement takes no parameters, so that whatever differs in it must be a whole number of our own.
 */
export async function copyRows(
  client: PoolClient,
  query: string,
  onRow: (row: CopiedRow) => void,
): Promise<number> {
  const reader = createRowReader(onRow)
  let fault: unknown
  await copyBytes(client, `copy (${query}) to stdout (format binary)`, (bytes) => {
    // Read to its end all the same: a session that is left in the middle of it is good for nothing any more.
    if (fault !== undefined) return
    try {
      reader.read(bytes)
    } catch (caught) {
      fault = caught
    }
  })
  if (fault !== undefined) throw fault
  return reader.end()
}

/** With what the driver puts on it: to be called when it is over, or the driver goes on waiting for it. */
type Copying = CopyToStreamQuery & { callback?: () => void }

/**
 * Where it breaks off, the session is cut: what still came in would go to a copy that is no more. Whoever waits for the rows
 * hears of it, so nobody else has to.
 */
async function copyBytes(client: PoolClient, sql: string, onBytes: (bytes: Buffer) => void): Promise<void> {
  const copying: Copying = copyTo(sql)
  const submit = copying.submit.bind(copying)
  let session: Connection | undefined
  copying.submit = (connection) => {
    session = connection
    submit(connection)
  }
  const ignore = () => undefined
  client.on('error', ignore)
  try {
    for await (const bytes of client.query(copying)) onBytes(bytes as Buffer)
    client.off('error', ignore)
  } catch (broken) {
    session?.stream.destroy()
    throw broken
  } finally {
    copying.callback?.()
  }
}
