import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Pool } from 'pg'
import { readAnyUpload, readOwnUpload } from '#server/uploads/uploads-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { insertUser } from '#test/uploads/insert-user.ts'

/** Decoding more than this from the text of the database would delay other requests. */
const maxBytesPerRow = 128 * 1024

describe('a stored image', () => {
  let database: TestDatabase
  let ownerId: number
  before(async () => {
    database = await createTestDatabase()
    ownerId = (await insertUser(database)).id
  })
  after(async () => await database.drop())

  async function insert(length: number): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 0xff))
    const name = length.toString(16).padStart(32, '0')
    await database.query(
      `insert into uploads (name, owner_id, bytes, width, height, created_at) values ($1, $2, $3, 60, 60, now())`,
      [name, ownerId, bytes],
    )
    return { name, bytes }
  }

  /** The pool, which notes the longest value that the database sent. */
  function observedPool(): { readonly pool: Pool; readonly longest: () => number } {
    let longest = 0
    const query = async (text: string, values: unknown[]) => {
      const result = await database.pool.query(text, values)
      for (const value of result.rows.flatMap(Object.values))
        if (Buffer.isBuffer(value)) longest = Math.max(longest, value.length)
      return result
    }
    return { pool: { query } as unknown as Pool, longest: () => longest }
  }

  for (const length of [1, 1000, maxBytesPerRow - 1, maxBytesPerRow, maxBytesPerRow + 1, 500_000])
    it(`of ${length} bytes is read byte for byte, in parts`, async () => {
      const { name, bytes } = await insert(length)
      const { pool, longest } = observedPool()
      assert.ok(bytes.equals((await readOwnUpload(pool, name, ownerId)) ?? Buffer.alloc(0)))
      assert.ok(bytes.equals((await readAnyUpload(pool, name)) ?? Buffer.alloc(0)))
      assert.equal(await readOwnUpload(pool, name, ownerId + 1), undefined)
      assert.ok(longest() <= maxBytesPerRow, String(longest()))
    })
})
