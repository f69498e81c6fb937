import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Pool } from 'pg'
import { readInSlices } from '#server/storage/read-in-slices.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251))

describe('reading in slices', () => {
  let database: TestDatabase
  let pool: Pool
  before(async () => {
    database = await createTestDatabase()
    pool = new Pool({ connectionString: database.url, max: 1 })
    await pool.query('create temporary table files (name text, bytes bytea)')
  })
  after(async () => {
    await pool.end()
    await database.drop()
  })
  const query =
    'select length(bytes) as length, substring(bytes from $1 for $2) as slice from files where name = $3'

  for (const [length, slices] of [
    [0, 1],
    [1, 1],
    [131_072, 1],
    [131_073, 2],
    [300_000, 3],
  ] as const)
    it(`returns ${length} bytes in ${slices} slices`, async () => {
      const bytes = bytesOf(length)
      await pool.query('insert into files values ($1, $2)', [`${length}`, bytes])
      let asked = 0
      const counting = {
        query: (...given: unknown[]) => {
          asked += 1
          return Reflect.apply(pool.query, pool, given)
        },
      } as unknown as Pool
      const read = await readInSlices(counting, { query, values: [`${length}`] })
      assert.ok(read && bytes.equals(read))
      assert.equal(asked, slices)
    })

  it('returns undefined without a row, and for one that is deleted after the first slice', async () => {
    assert.equal(await readInSlices(pool, { query, values: ['none'] }), undefined)
    const first = [{ length: 200_000, slice: bytesOf(131_072) }]
    const deleted = { query: async () => ({ rows: first.splice(0) }) } as unknown as Pool
    assert.equal(await readInSlices(deleted, { query, values: [] }), undefined)
  })

  it('rejects if a row has fewer bytes than its length', async () => {
    const short = {
      query: async () => ({ rows: [{ length: 9, slice: Buffer.alloc(0) }] }),
    } as unknown as Pool
    await assert.rejects(readInSlices(short, { query, values: [] }), /lacks its bytes from 0 on/)
  })
})
