import type { EventEmitter } from 'node:events'
import type { Pool } from 'pg'

/** Adds the rows of each result that the driver decodes from now on, in order. */
export function watchDecodedRows(pool: Pool): number[] {
  const decoded: number[] = []
  pool.on('connect', (client) => {
    let rows = 0
    const { connection } = client as unknown as { readonly connection: EventEmitter }
    connection.on('dataRow', () => {
      rows += 1
    })
    connection.on('commandComplete', () => {
      decoded.push(rows)
      rows = 0
    })
  })
  return decoded
}
