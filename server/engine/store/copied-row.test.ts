import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { to as copyTo } from 'pg-copy-streams'
import { type CopiedRow, createRowReader } from '#server/engine/store/copied-row.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let copied: Buffer
before(async () => {
  database = await createTestDatabase()
  const client = await database.pool.connect()
  const query = `select * from (values
    (-7::smallint, 2147483647, 9007199254740991::bigint, true, 'é €'::text, '{"a": [1, null]}'::jsonb,
      '1999-12-31 23:59:59.999Z'::timestamptz),
    (null, null, -9007199254740991, null, '', null, '2026-11-15 12:00:00.001Z'),
    (0::smallint, -1, 4294967296, false, null, '"text"', null)) rows`
  const pieces: Buffer[] = []
  for await (const bytes of client.query(copyTo(`copy (${query}) to stdout (format binary)`)))
    pieces.push(bytes as Buffer)
  client.release()
  copied = Buffer.concat(pieces)
})
after(async () => await database.drop())

function valuesOf(row: CopiedRow): readonly unknown[] {
  const { smallint, integer, exact, isTrue, text, json, moment } = row
  const readers = [smallint, integer, exact, isTrue, text, json, moment]
  return readers.map((read, column) => (row.isNull(column) ? null : read(column)))
}

function readIn(pieces: readonly Buffer[]): { readonly rows: unknown[]; readonly count: number } {
  const rows: unknown[] = []
  const reader = createRowReader((row) => void rows.push(valuesOf(row)))
  for (const piece of pieces) reader.read(piece)
  return { rows, count: reader.end() }
}

const expected = [
  [
    -7,
    2_147_483_647,
    Number.MAX_SAFE_INTEGER,
    true,
    'é €',
    { a: [1, null] },
    Date.UTC(1999, 11, 31, 23, 59, 59, 999),
  ],
  [null, null, Number.MIN_SAFE_INTEGER, null, '', null, Date.UTC(2026, 10, 15, 12, 0, 0, 1)],
  [0, -1, 4_294_967_296, false, null, 'text', null],
]

test('reads every type as it is', () => {
  assert.deepEqual(readIn([copied]), { rows: expected, count: 3 })
})

test('does not mind where the pieces end', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(copied.length), { maxLength: 20 }), (cuts) => {
      const at = [0, ...cuts.sort((one, other) => one - other), copied.length]
      const pieces = at.slice(1).map((end, index) => copied.subarray(at[index], end))
      assert.deepEqual(readIn(pieces).rows, expected)
    }),
    { numRuns: 200, seed: 3 },
  )
})

test('takes nothing for the end but the end', () => {
  assert.throws(() => readIn([copied.subarray(0, -2)]), /came to no end/)
  assert.throws(() => readIn([Buffer.from('no rows at all, and far from any')]), /known form/)
})

test('refuses a number that cannot be held exactly', () => {
  const beyond = Buffer.from(copied)
  const at = beyond.indexOf(Buffer.from('001fffffffffffff', 'hex'))
  beyond.writeUInt8(0x20, at + 1)
  assert.throws(() => readIn([beyond]), /cannot be held exactly/)
})
