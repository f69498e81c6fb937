import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Pool } from 'pg'
import { readInPortions } from '#server/storage/read-in-portions.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { watchDecodedRows } from '#test/decoded-rows.ts'

const query = 'select n, $2::text as label from generate_series(1, $1::integer) n order by n desc'

describe('reading in portions', () => {
  let database: TestDatabase
  let pool: Pool
  let decoded: number[]
  before(async () => {
    database = await createTestDatabase()
    pool = new Pool({ connectionString: database.url, max: 1 })
    decoded = watchDecodedRows(pool)
  })
  after(async () => {
    await pool.end()
    await database.drop()
  })

  for (const count of [0, 1, 63, 64, 65, 128, 700])
    it(`returns ${count} rows in order, at most 64 at a time`, async () => {
      decoded.length = 0
      const rows = await readInPortions(
        pool,
        { query, values: [count, 'x'] },
        (row: { readonly n: number; readonly label: string }) => ({ ...row, label: `${row.label}!` }),
      )
      assert.deepEqual(
        rows,
        Array.from({ length: count }, (_, at) => ({ n: count - at, label: 'x!' })),
      )
      assert.ok(decoded.length > 0 && Math.max(...decoded) <= 64, decoded.join(', '))
    })
})
