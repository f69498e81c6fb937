// Packs are made after a crash, tried again after a fault, and given up with an alarm. Their rows are found by indexes.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Pool, PoolClient } from 'pg'
import { packEvidence, readEvidence } from '#server/complaints/pack/evidence-store.ts'
import { maxAttempts, startPackMaker } from '#server/complaints/pack-maker.ts'
import { claimPack } from '#server/complaints/packs-store.ts'
import { headsPath } from '#server/heads/heads.ts'
import { createLog } from '#server/platform/log.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { openDemo } from '#test/calls/app-users.ts'
import { createTradedComplaint, type TradedComplaint } from '#test/complaints/traded-complaint.ts'
import { eventually } from '#test/eventually.ts'

let day: TradedComplaint
before(async () => {
  day = await createTradedComplaint()
  await eventually(async () => (await packRow()).state === 'ready')
})
after(async () => await day.stop())

async function packRow() {
  const { rows } = await day.fixture.app.database.query<{
    state: string
    attempts: number
    sha256: string | null
    problem: string | null
    waitMs: number | null
  }>(
    `select state, attempts, sha256, problem,
       (extract(epoch from next_try_at) * 1000)::float8 as "waitMs" from evidence_packs
     where complaint_id = $1`,
    [day.complaintId],
  )
  return rows[0] ?? assert.fail()
}

/** A process whose work on a pack is held until it may leave. */
function startHeldProcess() {
  const [entered, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const recordHead = async () => {
    entered.resolve()
    await left.promise
  }
  return { ...startProcess(1000, recordHead), entered: entered.promise, leave: left.resolve }
}

/** Another process, whose clock is ahead by this time. */
function startProcess(aheadMs: number, recordHead = async () => {}) {
  const logged: string[] = []
  const { app } = day.fixture
  const maker = startPackMaker({
    pool: app.database.pool,
    dataDir: day.dataDir,
    recordHead,
    clock: { now: () => app.nowMs() + aheadMs },
    timers: systemTimers,
    log: createLog('warn', { write: (line) => logged.push(line) }),
  })
  return { ...maker, logged }
}

test('a pack whose process was killed while it was made is made by the next one', async () => {
  await day.forgetPack(1)
  const { stop } = startProcess(1000)
  await eventually(async () => (await packRow()).state === 'ready')
  await stop()
  const { attempts, sha256 } = await packRow()
  assert.equal(attempts, 2)
  assert.match(sha256 ?? '', /^[0-9a-f]{64}$/)
})

test('a fault is tried again later and ends with an alarm after the last attempt', async () => {
  await day.forgetPack(0)
  // A directory in place of the file cannot be read.
  mkdirSync(headsPath(day.dataDir))
  let aheadMs = 1000
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { stop, logged } = startProcess(aheadMs)
    await eventually(async () => {
      const { attempts, problem, waitMs, state } = await packRow()
      const isSettled = (waitMs ?? 0) !== day.fixture.app.nowMs() + aheadMs + 60_000 || state === 'failed'
      return attempts === attempt && problem !== null && isSettled
    })
    await stop()
    const { state, problem, waitMs } = await packRow()
    assert.match(problem ?? '', /EISDIR/)
    assert.equal(state, attempt === maxAttempts ? 'failed' : 'waiting')
    assert.equal(
      logged.some((line) => line.includes('ALARM')),
      attempt === maxAttempts,
    )
    aheadMs = (waitMs ?? 0) - day.fixture.app.nowMs()
  }
  rmSync(headsPath(day.dataDir), { recursive: true })
})

test('a pack that ended the process with each attempt is given up without another one', async () => {
  await day.forgetPack(maxAttempts)
  const { stop, logged } = startProcess(1000)
  await eventually(async () => (await packRow()).state !== 'waiting')
  await stop()
  const { state, problem } = await packRow()
  assert.deepEqual([state, problem], ['failed', 'each attempt ended the process'])
  assert.ok(logged.some((line) => line.includes('ALARM')))
})

test('an attempt that the stop of the server cut off does not count', async () => {
  await day.forgetPack(maxAttempts - 1)
  const { stop, entered, leave } = startHeldProcess()
  await entered
  const stopped = stop()
  leave()
  await stopped
  const { state, attempts, problem } = await packRow()
  assert.deepEqual([state, attempts, problem], ['waiting', maxAttempts - 1, null])
})

test('what a pack is made of is read by indexes, however many orders and transfers there are', async () => {
  const { app } = day.fixture
  const before = await readEvidence(app.database.pool, day.complaintId, packEvidence)
  assert.deepEqual(
    before?.transfers.map(({ type }) => type),
    ['deposit', 'fee', 'trade_profit', 'withdrawal'],
  )
  await app.database.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', o.id + n * 1000))).*
     from orders o, generate_series(1, 400) n where parent_id is null and amended_from is null`,
  )
  await app.database.query(
    `insert into transfers select (jsonb_populate_record(t, jsonb_build_object('id', t.id + n * 1000,
       'created_at', t.created_at - n * interval '1 minute', 'order_id', o.id + n * 1000, 'reference', 'other:' || n))).*
     from transfers t left join orders o on o.id = t.order_id, generate_series(1, 400) n
     where o.parent_id is null and o.amended_from is null`,
  )
  await app.database.query('analyze orders, transfers')
  const { pool, scans } = await explaining()
  assert.deepEqual(await readEvidence(pool, day.complaintId, packEvidence), before)
  assert.deepEqual(new Set(scans.map(({ table }) => table)), new Set(['orders', 'transfers']))
  for (const scan of scans) assert.ok(scan.rows < 100, JSON.stringify(scan))
})

test('packs of demo accounts are made after all others', async () => {
  const { app } = day.fixture
  const token = await openDemo(app)
  const { data } = await app.call({ url: '/api/complaint/file', token, body: { text: 'x' } })
  await app.database.query(
    'insert into evidence_packs (complaint_id, is_demo, next_try_at) values ($1, true, $2)',
    [data.id, new Date(app.nowMs() + 500)],
  )
  await day.forgetPack(0)
  const [now, until] = [new Date(app.nowMs() + 2000), new Date(app.nowMs() + 60_000)]
  const claim = async () => await claimPack(app.database.pool, now, until)
  const first = await claim()
  assert.deepEqual([first?.complaintId, first?.isDemo], [day.complaintId, false])
  const second = await claim()
  assert.deepEqual([second?.complaintId, second?.isDemo], [data.id, true])
})

test('a pack of a demo account is given up above 2 MiB, without an alarm', async () => {
  const { app } = day.fixture
  await app.database.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', o.id + 10000000 + n,
       'parent_id', o.id, 'placed', long.receipt, 'opened', long.receipt))).*
     from orders o, generate_series(1, 150) n,
       lateral (select o.placed || jsonb_build_object('feed', repeat('x', 20000)) as receipt) long
     where o.id = $1`,
    [day.position],
  )
  await day.forgetPack(0)
  await app.database.query('update evidence_packs set is_demo = true where complaint_id = $1', [
    day.complaintId,
  ])
  const { stop, logged } = startProcess(1000)
  await eventually(async () => (await packRow()).state !== 'waiting')
  await stop()
  assert.match((await packRow()).problem ?? '', /^the file of a demo account has \d{7} bytes$/)
  assert.ok(!logged.some((line) => line.includes('ALARM')))
})

type PlanNode = Readonly<Record<string, unknown>> & { readonly Plans?: readonly PlanNode[] }

/** A pool that notes how many rows of these tables each part of a query reads. */
async function explaining() {
  const scans: { readonly table: string; readonly rows: number; readonly sql: string }[] = []
  const client = await day.fixture.app.database.pool.connect()
  const query = async (sql: string, values: readonly unknown[] = []) => {
    const isRead = /^\s*(select|with)/.test(sql)
    if (isRead) {
      const { rows } = await client.query(`explain (analyze, format json) ${sql}`, [...values])
      note(rows[0]['QUERY PLAN'][0].Plan, sql)
    }
    return await client.query(sql, [...values])
  }
  function note(node: PlanNode, sql: string): void {
    const table = String(node['Relation Name'] ?? '')
    const counted = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck']
    const rows =
      counted.reduce((sum, name) => sum + Number(node[name] ?? 0), 0) * Number(node['Actual Loops'])
    if (table === 'orders' || table === 'transfers') scans.push({ table, rows, sql })
    for (const child of node.Plans ?? []) note(child, sql)
  }
  const explained = new Proxy(client, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name).bind(target)),
  })
  type Connected = (fault: undefined, client: PoolClient) => void
  const pool = { connect: (connected: Connected) => connected(undefined, explained) } as unknown as Pool
  return { pool, scans }
}
