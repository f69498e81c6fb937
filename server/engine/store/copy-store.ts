import type { Connection, PoolClient } from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'

/**
 * Streams the rows of a query in PostgreSQL's binary COPY format, holding only a few network packets in memory. The row
 * object is reused for the next row. COPY takes no parameters, so the only values in the query are integers that our
 * code inserts.
 */
export async function copyRows(
  client: PoolClient,
  query: string,
  onRow: (row: CopyRow) => void,
): Promise<number> {
  const reader = createCopyReader(onRow)
  let fault: unknown
  await copyBytes(client, `copy (${query}) to stdout (format binary)`, (bytes) => {
    // After a fault, the remaining bytes are discarded: a session cannot be used again in the middle of a COPY.
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

/** `callback` is added by the driver. It must be called at the end, or the driver waits for this query for ever. */
type CopyQuery = CopyToStreamQuery & { callback?: () => void }

/**
 * After a fault the connection is destroyed, because later bytes would go to an ended query. Error events of the client
 * are ignored, because a lost connection also rejects the stream.
 */
async function copyBytes(client: PoolClient, sql: string, onBytes: (bytes: Buffer) => void): Promise<void> {
  const copy: CopyQuery = copyTo(sql)
  const submit = copy.submit.bind(copy)
  let session: Connection | undefined
  copy.submit = (connection) => {
    session = connection
    submit(connection)
  }
  const ignore = () => undefined
  client.on('error', ignore)
  try {
    for await (const bytes of client.query(copy)) onBytes(bytes as Buffer)
    client.off('error', ignore)
  } catch (fault) {
    session?.stream.destroy()
    throw fault
  } finally {
    copy.callback?.()
  }
}

/** One row in binary COPY format. Columns are numbered from 0. Check `isNull` before reading a nullable column. */
export type CopyRow = {
  readonly isNull: (column: number) => boolean
  readonly smallint: (column: number) => number
  readonly integer: (column: number) => number
  /** Throws if the value is not a safe integer. */
  readonly bigint: (column: number) => number
  readonly boolean: (column: number) => boolean
  readonly text: (column: number) => string
  readonly json: (column: number) => unknown
  /** Epoch ms. */
  readonly timeMs: (column: number) => number
  /** The bytes of a range of columns: equal bytes mean equal values. */
  readonly raw: (first: number, last: number) => string
}

type CopyReader = {
  readonly read: (bytes: Buffer) => void
  /** Returns the number of rows. Throws if the end marker is missing. */
  readonly end: () => number
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** The signature is followed by four bytes of flags and the length of the header extension, which is always zero. */
const headerBytes = signature.length + 8
const endOfRows = -1
const nullLength = -1
const year2000Ms = 946_684_800_000

/** Assembles rows from chunks, which may end in the middle of a row. */
export function createCopyReader(onRow: (row: CopyRow) => void): CopyReader {
  let held: Buffer = Buffer.alloc(0)
  let at = 0
  let rows = 0
  let state: 'header' | 'rows' | 'ended' = 'header'
  let starts = new Int32Array(64)
  let lengths = new Int32Array(64)

  function readHeader(): boolean {
    if (held.length < headerBytes) return false
    const hasSignature = held.subarray(0, signature.length).equals(signature)
    if (!hasSignature || held.readUInt32BE(headerBytes - 4) !== 0) throw new Error('unknown COPY format')
    at = headerBytes
    state = 'rows'
    return true
  }
  /** Finds the columns of the next row. False if the row is incomplete. */
  function readRow(): boolean {
    if (at + 2 > held.length) return false
    const columns = held.readInt16BE(at)
    if (columns === endOfRows) {
      state = 'ended'
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
  /** Combined from two halves: `readBigInt64BE` would allocate a bigint for each value. */
  function eightBytes(column: number): number {
    return held.readInt32BE(start(column)) * 2 ** 32 + held.readUInt32BE(start(column) + 4)
  }
  /** A `jsonb` value starts with a version byte. */
  function json(column: number): unknown {
    return JSON.parse(held.toString('utf8', start(column) + 1, end(column)))
  }
  const row: CopyRow = {
    isNull: (column) => lengths[column] === nullLength,
    smallint: (column) => held.readInt16BE(start(column)),
    integer: (column) => held.readInt32BE(start(column)),
    bigint(column) {
      const value = eightBytes(column)
      if (!Number.isSafeInteger(value)) throw new RangeError('a copied bigint is not a safe integer')
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
      if (state !== 'ended') throw new Error('the COPY stream ended too early')
      return rows
    },
  }
}
