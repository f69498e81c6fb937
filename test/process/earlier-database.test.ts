// Starts the current server on a database of an earlier version, continues trading, and verifies the database.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { headsPath } from '#server/heads/heads.ts'
import { systemClock } from '#server/platform/clock.ts'
import { verify } from '#server/verify/verify.ts'
import type { TestDatabase } from '#test/database.ts'
import { makeDataDir, type RunningServer, startServer } from '#test/process/running-server.ts'
import { restoreFixture } from '#test/verify/load-fixture.ts'

const last = { seq: 33, hash: '5d42c78eb4b090943f855d93cd32c9aebc1c817a7874a827534588cdf98bf3cb' }
/** The demo account with the most varied history, and its expected orders. */
const demoId = 'ab'.repeat(16)
const positions = [8, 6]
const history = [
  [5, 3, 'stop_loss'],
  [11, 3, 'user'],
  [10, 3, 'user'],
  [9, 2, 'user'],
  [1, 3, 'take_profit'],
  [7, 3, 'user'],
  [4, 2, 'amended'],
  [2, 3, 'user'],
  [3, 3, 'user'],
]

/** Entries of the audit log from before it was chained. */
const auditEntries = 2500

const data = makeDataDir()
let database: TestDatabase
let server: RunningServer

before(async () => {
  database = await restoreFixture('rules-2-served', 14)
  await database.query(
    `insert into audit_entries (who, action, subject, details, address)
     select 'anna@example.com', 'signed_in', 'operator:1', jsonb_build_object('number', n), ''
     from generate_series(1, $1) n`,
    [auditEntries],
  )
  const pipe = join(data.dir, 'prices')
  execFileSync('mkfifo', [pipe])
  const environment = { DATA_DIR: data.dir, DATABASE_URL: database.url, FEED: `replay:${pipe}` }
  server = startServer({ ...environment, LOG_LEVEL: 'error', RATE_LIMITS: 'off' })
  await server.waitForOutput('Openlot is ready')
  const prices = createWriteStream(pipe)
  prices.on('error', () => undefined)
  await once(prices, 'open')
  const rows = ['EURUSD,0,1.08000,1.08002', 'GBPUSD,0,1.25000,1.25002', 'USDJPY,0,150.000,150.003']
  prices.write(['code,time,bid,ask', ...rows, ''].join('\n'))
  while ((await fetch(`${server.address()}/readyz`)).status !== 200) await new Promise(setImmediate)
  after(() => prices.destroy())
})

after(async () => {
  server?.child.kill('SIGKILL')
  await server?.ended
  await database?.drop()
  data.remove()
})

type Envelope = { readonly code: number; readonly data: Record<string, unknown> }

async function call(path: string, token: string, body?: object): Promise<Envelope> {
  const headers = { 'content-type': 'application/json', lang: 'en', authorization: token }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await (await fetch(`${server.address()}${path}`, init)).json()) as Envelope
}

type ListedOrder = { readonly Id: number; readonly Status: number; readonly CloseReason: string | null }

async function ordersOf(token: string, status: number): Promise<readonly ListedOrder[]> {
  const { data: list } = await call(`/v1/api/forex/my_deal?status=${status}&page=1`, token)
  return list['data'] as readonly ListedOrder[]
}

test('shows and closes orders of the earlier version, and verifies old and new commands', async () => {
  const login = await call(`/api/user/createAccountDemoForU?demo_id=${demoId}`, '')
  const token = String(login.data['token'])
  assert.deepEqual(
    (await ordersOf(token, 1)).map(({ Id }) => Id),
    positions,
  )
  assert.deepEqual(
    (await ordersOf(token, 3)).map(({ Id, Status, CloseReason }) => [Id, Status, CloseReason]),
    history,
  )

  const { code, data: closed } = await call('/v1/api/forex/close_many', token, { ids: positions })
  assert.equal(code, 1, JSON.stringify(closed))
  assert.deepEqual(await ordersOf(token, 1), [])

  const heads = { files: [headsPath(data.dir)], publicKey: undefined }
  const report = await verify({ pool: database.pool, clock: systemClock, expected: last, heads })
  assert.deepEqual([report.findings, report.isComplete], [[], true])
  assert.equal(report.tally.batches, last.seq + 1)
  assert.equal(report.tally.byMode.reapplied, 0)
  const { rows } = await database.query<{ count: string }>('select count(*) from audit_entries')
  assert.equal(report.audit.position, Number(rows[0]?.count))
  assert.ok(report.audit.position >= auditEntries)
  assert.equal(report.heads.heads, 1)
})
