import type { Connection, PoolClient } from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'

/**
 * The rows of a query in the binary form that PostgreSQL itself keeps them in, one after the other as they come in: no
 * more than a few network packets of them are ever held. The row is only good until the next one. Such a
 * statement takes no parameters, so that whatever differs in it must be a whole number of our own.
 */
export async function copyRows(
  client: PoolClient,
  query: string,
  onRow: (row: CopyRow) => void,
): Promise<number> {
  const reader = createCopyReader(onRow)
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

/** One row as PostgreSQL copies it out. Columns are counted from 0; what is null is asked for first. */
export type CopyRow = {
  readonly isNull: (column: number) => boolean
  readonly smallint: (column: number) => number
  readonly integer: (column: number) => number
  /** A `bigint`, which has to be a whole number that can be held exactly. */
  readonly bigint: (column: number) => number
  readonly boolean: (column: number) => boolean
  readonly text: (column: number) => string
  readonly json: (column: number) => unknown
  /** Epoch ms. */
  readonly timeMs: (column: number) => number
  /** Everything in these columns, as it was sent: equal bytes mean equal values. */
  readonly raw: (first: number, last: number) => string
}

type RowReader = {
  readonly read: (bytes: Buffer) => void
  /** How many rows there were. Throws when the end was never reached. */
  readonly end: () => number
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** After the signature: four bytes of flags, and the length of an extension that nobody has made yet. */
const headerBytes = signature.length + 8
const endOfRows = -1
const nullLength = -1
const year2000Ms = 946_684_800_000

/** Puts rows together again from pieces that end anywhere. */
export function createCopyReader(onRow: (row: CopyRow) => void): RowReader {
  let held: Buffer = Buffer.alloc(0)
  let at = 0
  let rows = 0
  let state: 'header' | 'rows' | 'over' = 'header'
  let starts = new Int32Array(64)
  let lengths = new Int32Array(64)

  function readHeader(): boolean {
    if (held.length < headerBytes) return false
    const isOurs = held.subarray(0, signature.length).equals(signature)
    if (!isOurs || held.readUInt32BE(headerBytes - 4) !== 0) throw new Error('no copied rows of a known form')
    at = headerBytes
    state = 'rows'
    return true
  }
  /** Where each column is; false as long as the row is not all here. */
  function readRow(): boolean {
    if (at + 2 > held.length) return false
    const columns = held.readInt16BE(at)
    if (columns === endOfRows) {
      state = 'over'
      return false
    }
    if (columns > starts.length) {
      starts = new Int32Array(columns)
      lengths = new Int32Array(columns)
    }
    let next = at + 2
    for (let column = 0; column < columns; column += 1) {
      if (next + 4 > held.length) return false
      const length = held.readInt32BE(next)
      starts[column] = next + 4
      lengths[column] = length
      next += 4 + Math.max(0, length)
    }
    if (next > held.length) return false
    at = next
    rows += 1
    return true
  }
  function start(column: number): number {
    return starts[column] ?? 0
  }
  function end(column: number): number {
    return start(column) + Math.max(0, lengths[column] ?? 0)
  }
  /** Two halves, for a number of eight bytes is not one that can be held. */
  function eightBytes(column: number): number {
    return held.readInt32BE(start(column)) * 2 ** 32 + held.readUInt32BE(start(column) + 4)
  }
  /** The version of the form comes before a value of type `jsonb`. */
  function json(column: number): unknown {
    return JSON.parse(held.toString('utf8', start(column) + 1, end(column)))
  }
  const row: CopyRow = {
    isNull: (column) => lengths[column] === nullLength,
    smallint: (column) => held.readInt16BE(start(column)),
    integer: (column) => held.readInt32BE(start(column)),
    bigint(column) {
      const value = eightBytes(column)
      if (!Number.isSafeInteger(value)) throw new RangeError('a copied number cannot be held exactly')
      return value
    },
    boolean: (column) => held[start(column)] === 1,
    text: (column) => held.toString('utf8', start(column), end(column)),
    json,
    timeMs: (column) => Math.round(eightBytes(column) / 1000) + year2000Ms,
    raw: (first, last) => held.toString('latin1', start(first), end(last)),
  }
  return {
    read(bytes) {
      held = at === held.length ? bytes : Buffer.concat([held.subarray(at), bytes])
      at = 0
      if (state === 'header' && !readHeader()) return
      while (state === 'rows' && readRow()) onRow(row)
    },
    end() {
      if (state !== 'over') throw new Error('the copied rows came to no end')
      return rows
    },
  }
}
