import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Pool } from 'pg'
import { inTransaction } from '#server/storage/transaction.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(async () => await database.drop())

/** A pool of one connection, and the statements sent through it. */
function observedPool(queryTimeoutMs: number) {
  const pool = new Pool({ connectionString: database.url, query_timeout: queryTimeoutMs, max: 1 })
  pool.on('error', () => undefined)
  const statements: unknown[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    Object.assign(client, {
      query: (...given: Parameters<typeof query>) => {
        statements.push(given[0])
        return query(...given)
      },
    })
  })
  return { pool, statements }
}

it('a transaction that fails is rolled back, and its connection is used again', async () => {
  const { pool, statements } = observedPool(60_000)
  await assert.rejects(
    inTransaction(pool, async (client) => await client.query('select 1 / 0')),
    /division by zero/,
  )
  assert.deepEqual(statements, ['begin', 'select 1 / 0', 'rollback'])
  assert.equal(pool.totalCount, 1)
  await pool.end()
})

it('a connection that does not answer in time is discarded at once, without a rollback', async () => {
  const { pool, statements } = observedPool(300)
  const sleeping = inTransaction(pool, async (client) => await client.query('select pg_sleep(60)'))
  await assert.rejects(sleeping, /timeout/)
  assert.deepEqual(statements, ['begin', 'select pg_sleep(60)'])
  assert.equal(pool.totalCount, 0)
  await pool.end()
})
