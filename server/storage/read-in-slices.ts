import type { Pool } from 'pg'

/** The database sends bytes as text of twice their size, which the main thread has to decode. */
const bytesPerRead = 128 * 1024

/** `$1` is the position of the first byte, from 1, and `$2` the number of bytes. `values` begin with `$3`. */
type SliceQuery = { readonly query: string; readonly values: readonly unknown[] }

type Slice = { readonly length: number; readonly slice: Buffer }

/**
 * Bytes of one row, which must never change. The query selects their length and a slice. Undefined if there is no such
 * row, or it is deleted meanwhile.
 */
export async function readInSlices(
  pool: Pick<Pool, 'query'>,
  { query, values }: SliceQuery,
): Promise<Uint8Array | undefined> {
  let bytes: Buffer | undefined
  let from = 0
  do {
    const { rows } = await pool.query<Slice>(query, [from + 1, bytesPerRead, ...values])
    const [row] = rows
    if (row === undefined) return undefined
    bytes ??= Buffer.allocUnsafeSlow(row.length)
    const copied = row.slice.copy(bytes, from)
    if (copied === 0 && row.length > 0) throw new Error(`a row lacks its bytes from ${from} on`)
    from += copied
  } while (from < bytes.length)
  return bytes
}
