import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Pool } from 'pg'
import { type CommitConnection, createCommitConnection } from '#server/engine/store/commit-connection.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const ownPid = { text: 'select pg_backend_pid() as pid' }
const refused = { text: 'select 1 / 0' }

let database: TestDatabase
let pool: Pool
let timers: FakeTimers
let connection: CommitConnection
before(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  pool = new Pool({ ...database.pool.options, max: 2 })
  timers = createFakeTimers()
  connection = createCommitConnection(pool, timers)
})
after(async () => await database.drop())

async function commitPid(): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>(ownPid)
  return rows[0]?.pid ?? assert.fail('no row')
}

/** Connections in use, and idle ones. */
const counts = () => [pool.totalCount - pool.idleCount, pool.idleCount]

test('the next commit is sent at once on the same connection', async () => {
  const pid = await commitPid()
  const connects = Reflect.get(pool, 'connect')
  Reflect.set(pool, 'connect', () => assert.fail('asks the pool'))
  assert.deepEqual([await commitPid(), await commitPid()], [pid, pid])
  Reflect.set(pool, 'connect', connects)
  timers.advance(0)
  await pool.end()
})

test('an idle engine keeps no connection, so that the pool can end', async () => {
  await commitPid()
  assert.deepEqual(counts(), [1, 0])
  timers.advance(0)
  assert.deepEqual([counts(), timers.pending()], [[0, 1], []])
  await pool.end()
})

test('the connection of a failed commit is discarded', async () => {
  const pid = await commitPid()
  await assert.rejects(connection.query(refused), { code: '22012' })
  assert.deepEqual(counts(), [0, 0])
  assert.notEqual(await commitPid(), pid)
  timers.advance(0)
  await pool.end()
})

test('a connection that is lost while it is kept is discarded', async () => {
  const pid = await commitPid()
  const lost = Promise.withResolvers<void>()
  pool.once('remove', () => lost.resolve())
  await database.query('select pg_terminate_backend($1)', [pid])
  await lost.promise
  assert.deepEqual([counts(), timers.pending()], [[0, 0], []])
  assert.notEqual(await commitPid(), pid)
  timers.advance(0)
  await pool.end()
})

test('a connection that is lost during a commit fails it, and the next one works', async () => {
  const pid = await commitPid()
  const commit = connection.query({ text: 'select pg_sleep(60)' })
  const failed = assert.rejects(commit, { code: '57P01' })
  await database.query('select pg_terminate_backend($1)', [pid])
  await failed
  assert.notEqual(await commitPid(), pid)
  timers.advance(0)
  await pool.end()
})
