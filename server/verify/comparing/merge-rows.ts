export type Merge<Wanted, Row> = {
  /** In the same order as the rows. */
  readonly wanted: Iterable<Wanted>
  readonly chunks: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
  /** Below zero where what is wanted comes before the row. */
  readonly order: (wanted: Wanted, row: Row) => number
  readonly onBoth: (wanted: Wanted, row: Row) => void
  readonly onMissing: (wanted: Wanted) => void
  readonly onExtra: (row: Row) => void
}

/** Goes through what should be there and what is, side by side, without holding more than a chunk of it. */
export async function mergeRows<Wanted, Row>(merge: Merge<Wanted, Row>): Promise<void> {
  const { order, onBoth, onMissing, onExtra } = merge
  const wanted = merge.wanted[Symbol.iterator]()
  let next = wanted.next()
  for await (const chunk of merge.chunks) {
    for (const row of chunk) {
      while (next.done !== true && order(next.value, row) < 0) {
        onMissing(next.value)
        next = wanted.next()
      }
      if (next.done === true || order(next.value, row) > 0) onExtra(row)
      else {
        onBoth(next.value, row)
        next = wanted.next()
      }
    }
  }
  for (; next.done !== true; next = wanted.next()) onMissing(next.value)
}

/** The rows that follow this one, or the first ones. */
type ReadAfter<Row> = (after: Row | undefined) => Promise<readonly Row[]>

/** One chunk after the other until there is no more. */
export async function* inChunks<Row>(read: ReadAfter<Row>): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const chunk = await read(last)
    if (chunk.length === 0) return
    last = chunk.at(-1)
    yield chunk
  }
}
