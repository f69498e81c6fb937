import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Pool } from 'pg'
import { copyRows } from '#server/engine/store/copied-rows-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let pool: Pool
/** For the one test that waits for the time-out: elsewhere a busy machine would come to it by itself. */
let hastyPool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = new Pool({ connectionString: database.url, query_timeout: 60_000, max: 1 })
  hastyPool = new Pool({ connectionString: database.url, query_timeout: 500, max: 1 })
  // These tests end sessions. Without a listener, a late error of an ended session would be an uncaught exception.
  for (const each of [pool, hastyPool]) each.on('error', ignore)
})
after(async () => {
  await pool.end()
  await hastyPool.end()
  await database.drop()
})

const ignore = () => undefined

function timersUnderWay(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
}

/** Whether the session with this number is over, asked of the database itself until it is. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await database.query(
      'select pg_sleep(0.01) from pg_stat_activity where pid = $1 and state is not null',
      [pid],
    )
    if (rows.length === 0) return true
  }
  return false
}

test('counts the rows, and the driver waits for nothing any more', async () => {
  const client = await pool.connect()
  const before = timersUnderWay()
  assert.equal(await copyRows(client, 'select generate_series(1, 1000)', ignore), 1000)
  assert.equal(timersUnderWay(), before)
  assert.equal(client.listenerCount('error'), 0)
  client.release()
})

test('cuts a session that was silent for too long, so that nothing comes in later', async () => {
  const client = await hastyPool.connect()
  const pid = await pidOf(client)
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  await assert.rejects(copyRows(client, 'select pg_advisory_lock_shared(1)::text', ignore), /timeout/)
  await holder.query('select pg_advisory_unlock(1)')
  holder.release()
  assert.ok(await isGone(pid))
  client.release(true)
})

test('a session that ends in the middle is a fault of the copy, and of nothing else', async () => {
  const client = await pool.connect()
  const pid = await pidOf(client)
  let ending: Promise<unknown> | undefined
  const end = () => {
    ending ??= database.query('select pg_terminate_backend($1)', [pid])
  }
  await assert.rejects(copyRows(client, 'select generate_series(1, 5000000)', end), /terminat/)
  await ending
  await assert.rejects(client.query('rollback'))
  client.release(true)
  assert.equal((await pool.query('select 1')).rowCount, 1)
})

async function pidOf(client: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
