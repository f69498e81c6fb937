import type { Pool, QueryResultRow } from 'pg'
import { inTransaction } from '#server/storage/transaction.ts'

/** The driver decodes about this many wide rows in a millisecond. */
const rowsPerPortion = 64

/**
 * All rows of a query, which must end with its `order by`. Decoding hundreds of wide rows at once would occupy the main
 * thread for many milliseconds. If there are more than a few, they are fetched in portions, from one snapshot. Each
 * portion is converted before the next is fetched.
 */
export async function readInPortions<Row extends QueryResultRow, Result>(
  pool: Pool,
  { query, values }: { readonly query: string; readonly values: readonly unknown[] },
  convert: (row: Row) => Result,
): Promise<readonly Result[]> {
  const { rows: first } = await pool.query<Row>(`${query} limit ${rowsPerPortion}`, [...values])
  if (first.length < rowsPerPortion) return first.map(convert)
  return await inTransaction(pool, async (client) => {
    await client.query(`declare portions no scroll cursor for ${query}`, [...values])
    const results: Result[] = []
    for (;;) {
      const portion = await client.query<Row>(`fetch ${rowsPerPortion} from portions`)
      results.push(...portion.rows.map(convert))
      if (portion.rows.length < rowsPerPortion) return results
    }
  })
}
