import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Pool } from 'pg'
import { type CopyRow, copyRows, createCopyReader } from '#server/engine/store/copy-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { fc } from '#test/fast-check.ts'

describe('copyRows', () => {
  let database: TestDatabase
  let pool: Pool
  /** Only for the test that waits for the timeout: on a busy machine, other tests would exceed it too. */
  let shortTimeoutPool: Pool
  before(async () => {
    database = await createTestDatabase()
    pool = new Pool({ connectionString: database.url, query_timeout: 60_000, max: 1 })
    shortTimeoutPool = new Pool({ connectionString: database.url, query_timeout: 500, max: 1 })
    // These tests end sessions. Without a listener, a late error event of a session would be an uncaught exception.
    for (const each of [pool, shortTimeoutPool]) each.on('error', ignore)
  })
  after(async () => {
    await pool.end()
    await shortTimeoutPool.end()
    await database.drop()
  })

  const ignore = () => undefined

  function activeTimers(): number {
    return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  }

  /** Polls the database until the session with this process id has ended. */
  async function hasEnded(pid: number): Promise<boolean> {
    for (let tries = 0; tries < 100; tries += 1) {
      const { rows } = await database.query(
        'select pg_sleep(0.01) from pg_stat_activity where pid = $1 and state is not null',
        [pid],
      )
      if (rows.length === 0) return true
    }
    return false
  }

  test('returns the number of rows and leaves no timer or listener in the driver', async () => {
    const client = await pool.connect()
    const before = activeTimers()
    assert.equal(await copyRows(client, 'select generate_series(1, 1000)', ignore), 1000)
    assert.equal(activeTimers(), before)
    assert.equal(client.listenerCount('error'), 0)
    client.release()
  })

  test('ends the session after a timeout', async () => {
    const client = await shortTimeoutPool.connect()
    const pid = await pidOf(client)
    const holder = await database.pool.connect()
    await holder.query('select pg_advisory_lock(1)')
    await assert.rejects(copyRows(client, 'select pg_advisory_lock_shared(1)::text', ignore), /timeout/)
    await holder.query('select pg_advisory_unlock(1)')
    holder.release()
    assert.ok(await hasEnded(pid))
    client.release(true)
  })

  test('rejects if the session ends in the middle, and leaves the pool usable', async () => {
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
})

describe('the COPY reader', () => {
  // Recorded from PostgreSQL: three rows of (smallint, integer, bigint, boolean, text, jsonb, timestamptz).
  const copied = Buffer.from(
    [
      '5047434f50590aff0d0a000000000000000000000700000002fff9000000047fffffff00000008001fffffffffffff00',
      '0000010100000006c3a920e282ac00000011017b2261223a205b312c206e756c6c5d7d00000008fffffffffffffc1800',
      '07ffffffffffffffff00000008ffe0000000000001ffffffff00000000ffffffff000000080003034e2b5d53e8000700',
      '000002000000000004ffffffff0000000800000001000000000000000100ffffffff0000000701227465787422ffffff',
      'ffffff',
    ].join(''),
    'hex',
  )

  function valuesOf(row: CopyRow): readonly unknown[] {
    const { smallint, integer, bigint, boolean, text, json, timeMs } = row
    const readers = [smallint, integer, bigint, boolean, text, json, timeMs]
    return readers.map((read, column) => (row.isNull(column) ? null : read(column)))
  }

  function readIn(chunks: readonly Buffer[]): { readonly rows: unknown[]; readonly count: number } {
    const rows: unknown[] = []
    const reader = createCopyReader((row) => void rows.push(valuesOf(row)))
    for (const chunk of chunks) reader.read(chunk)
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

  test('decodes every column type and nulls', () => {
    assert.deepEqual(readIn([copied]), { rows: expected, count: 3 })
  })

  test('accepts chunks of any size', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(copied.length), { maxLength: 20 }), (cuts) => {
        const at = [0, ...cuts.sort((one, other) => one - other), copied.length]
        const chunks = at.slice(1).map((end, index) => copied.subarray(at[index], end))
        assert.deepEqual(readIn(chunks).rows, expected)
      }),
      { numRuns: 200, seed: 3 },
    )
  })

  test('throws on a missing end marker and on another format', () => {
    assert.throws(() => readIn([copied.subarray(0, -2)]), /ended too early/)
    assert.throws(() => readIn([Buffer.from('no rows at all, and far from any')]), /unknown COPY format/)
  })

  test('throws on a bigint that is not a safe integer', () => {
    const beyond = Buffer.from(copied)
    const at = beyond.indexOf(Buffer.from('001fffffffffffff', 'hex'))
    beyond.writeUInt8(0x20, at + 1)
    assert.throws(() => readIn([beyond]), /not a safe integer/)
  })
})
