import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
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
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`))
  let fault: unknown
  for await (const bytes of stream) {
    // Read to its end all the same: a session that is left in the middle of it is good for nothing any more.
    if (fault !== undefined) continue
    try {
      reader.read(bytes as Buffer)
    } catch (caught) {
      fault = caught
    }
  }
  if (fault !== undefined) throw fault
  return reader.end()
}
