// Price alerts on a real database: set, judged, stored, told once.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { alertLimits } from '#core/alert/alert.ts'
import { quietMs } from '#core/alert/alert-rule.ts'
import { dayMs } from '#core/candle/period.ts'
import { type AlertsFixture, type AlertsProcess, createAlertsFixture } from '#test/alerts/alerts-process.ts'
import { insertUser, insertUsers } from '#test/engine/insert-users.ts'
import { eventually } from '#test/eventually.ts'

const hourMs = 3_600_000
let fixture: AlertsFixture
let alerts: AlertsProcess
let userId: number
let marketId: number

before(async () => {
  fixture = await createAlertsFixture()
  marketId = fixture.market('EURUSD').id
})
after(async () => await fixture.stop())
beforeEach(async () => {
  await fixture.database.query('delete from price_alerts')
  alerts = await fixture.startProcess()
  userId = await insertUser(fixture.database)
  fixture.advance(quietMs)
  quote(108_400)
})
afterEach(async () => await alerts.stop())

const quote = (bid: number) => fixture.quote('EURUSD', bid)

type Condition = 'above' | 'below' | 'change'

async function set(condition: Condition, typed: string, repeats = false, by = userId, at = marketId) {
  const user = { userId: by, isDemo: false }
  const input = { marketId: at, condition, price: typed, percent: typed, repeats }
  const result = await alerts.add(user, input)
  return result.kind === 'added' ? result.alert.id : result.reason
}

async function toldAre(expected: readonly string[]): Promise<void> {
  await alerts.untilWaiting(0)
  assert.deepEqual(await fixture.told(userId), expected)
}

describe('price alerts of a user', () => {
  test('are listed newest first, also for one market, and only to their user', async () => {
    const other = fixture.market('GBPUSD').id
    const ids = [await set('above', '1.09'), await set('below', '1.1', false, userId, other)]
    const list = async (by: number, at?: number) => (await alerts.list(by, at)).map(({ id }) => id)
    assert.deepEqual(await list(userId), ids.toReversed())
    assert.deepEqual(await list(userId, other), [ids[1]])
    assert.deepEqual(await list(await insertUser(fixture.database)), [])
  })

  test('are at most fifty active ones, also when set at once', async () => {
    const results = await Promise.all(Array.from({ length: 60 }, () => set('above', '1.09')))
    assert.equal(results.filter((result) => result === 'alerts_limit').length, 10)
    assert.equal((await alerts.list(userId)).length, alertLimits.perUser)
    const removed = results.find((result) => typeof result === 'number')
    assert.ok(await alerts.remove(userId, Number(removed)))
    assert.equal(typeof (await set('above', '1.09')), 'number')
  })

  test('are at most two hundred: those hit longest ago are deleted', async () => {
    await fixture.database.query(
      `insert into price_alerts (user_id, market_id, condition, level, repeats, created_at, hits, hit_ms, hit_bid, hit_seq)
       select $1, $2, 'above', 1, false, now(), 1, n, 1, 1 from generate_series(1, 180) n`,
      [userId, marketId],
    )
    const active = await set('above', '1.09')
    const listed = await alerts.list(userId)
    const hitMs = listed.flatMap(({ lastHit }) => (lastHit === undefined ? [] : [lastHit.timeMs]))
    assert.equal(listed[0]?.id, active)
    assert.deepEqual([hitMs.length, Math.min(...hitMs)], [alertLimits.keptPerUser - alertLimits.perUser, 31])
  })

  test('are refused if they are invalid, or reached already', async () => {
    for (const [condition, typed, reason] of [
      ['above', '1.084', 'alert_reached'],
      ['below', '1.084', 'alert_reached'],
      ['above', '1.084001', 'invalid_price'],
      ['change', '0', 'invalid_input'],
    ] as const)
      assert.equal(await set(condition, typed), reason)
    assert.equal(await set('above', '1', false, userId, 1), 'invalid_input')
  })

  test('can be set on a market without a price, except those that measure a change', async () => {
    const { id } = fixture.market('USDCHF')
    assert.equal(await set('change', '1', false, userId, id), 'no_price')
    const alert = await set('below', '0.9', false, userId, id)
    fixture.quote('USDCHF', 89_000)
    await toldAre([`${alert} 0.90000 0.89000`])
  })
})

describe('a price alert', () => {
  test('is told once, and keeps the quote that hit it', async () => {
    const id = await set('above', '1.0841')
    quote(108_409)
    quote(108_412)
    quote(108_409)
    quote(108_412)
    await toldAre([`${id} 1.08410 1.08412`])
    const [alert] = await alerts.list(userId)
    assert.deepEqual([alert?.isActive, alert?.lastHit?.bid], [false, 108_412])
    const { rows } = await fixture.database.query<{ source: string }>(
      'select source from notices where user_id = $1',
      [userId],
    )
    assert.equal(rows[0]?.source, `alert:${id}:${alert?.lastHit?.seq}`)
  })

  test('that repeats is told again after five minutes and a price on the other side', async () => {
    const id = await set('above', '1.0841', true)
    quote(108_410)
    await alerts.untilWaiting(0)
    quote(108_409)
    quote(108_420)
    fixture.advance(quietMs)
    quote(108_430)
    await toldAre([`${id} 1.08410 1.08410`])
    quote(108_409)
    quote(108_411)
    await toldAre([`${id} 1.08410 1.08410`, `${id} 1.08410 1.08411`])
    assert.equal((await alerts.list(userId))[0]?.isActive, true)
  })

  test('that repeats measures a change from the price that hit it', async () => {
    const id = await set('change', '0.1', true)
    quote(108_509)
    await alerts.untilWaiting(0)
    const [alert] = await alerts.list(userId)
    assert.deepEqual(alert?.rule, { condition: 'change', base: 108_509, hundredths: 10 })
    fixture.advance(quietMs)
    quote(108_401)
    quote(108_400)
    await toldAre([`${id} 0.10 1.08509`, `${id} 0.10 1.08400`])
  })

  test('that was removed is not told', async () => {
    const id = Number(await set('above', '1.0841'))
    assert.equal(await alerts.remove(await insertUser(fixture.database), id), false)
    assert.equal(await alerts.remove(userId, id), true)
    quote(108_420)
    await toldAre([])
    assert.equal(await alerts.remove(userId, id), false)
  })
})

describe('a hit that is not stored yet', () => {
  /** The next hits are found, but their commits fail. */
  async function whileCommitsFail(run: () => void): Promise<void> {
    alerts.endTransactions('failed')
    run()
    await alerts.untilWaiting(1)
    await eventually(() => alerts.time.pending().length > 0)
  }
  function retry(): void {
    alerts.endTransactions('committed')
    alerts.time.advance(10_000)
  }

  test('is told once when the database is back, though the price is not there any more', async () => {
    const id = await set('above', '1.0841')
    await whileCommitsFail(() => quote(108_415))
    quote(108_400)
    assert.deepEqual(await fixture.told(userId), [])
    retry()
    await toldAre([`${id} 1.08410 1.08415`])
  })

  test('is not told if the alert is removed', async () => {
    const id = Number(await set('above', '1.0841'))
    await whileCommitsFail(() => quote(108_415))
    assert.equal(await alerts.remove(userId, id), true)
    retry()
    await toldAre([])
  })

  test('leaves the alert active after a crash: the next process tells it', async () => {
    const id = await set('above', '1.0841', true)
    await whileCommitsFail(() => quote(108_415))
    const next = await fixture.startProcess()
    quote(108_416)
    await next.untilWaiting(0)
    assert.deepEqual(await fixture.told(userId), [`${id} 1.08410 1.08416`])
    retry()
    await toldAre([`${id} 1.08410 1.08416`])
  })

  test('is told once if only the answer of the commit was lost, and the alert goes on', async () => {
    const id = await set('above', '1.0841', true)
    alerts.endTransactions('reply_lost')
    quote(108_415)
    await eventually(() => alerts.time.pending().length > 0)
    retry()
    await toldAre([`${id} 1.08410 1.08415`])
    fixture.advance(quietMs)
    quote(108_400)
    quote(108_411)
    await toldAre([`${id} 1.08410 1.08415`, `${id} 1.08410 1.08411`])
  })

  test('is told once if two processes judge', async () => {
    const id = await set('above', '1.0841')
    const other = await fixture.startProcess()
    quote(108_415)
    await other.untilWaiting(0)
    await toldAre([`${id} 1.08410 1.08415`])
  })
})

test('a repeating alert that is removed in the moment of its hit is not judged again', async () => {
  const id = Number(await set('above', '1.0841', true))
  alerts.afterNextCommit(async () => assert.ok(await alerts.remove(userId, id)))
  quote(108_415)
  await toldAre([`${id} 1.08410 1.08415`])
  fixture.advance(quietMs)
  quote(108_400)
  quote(108_416)
  await alerts.untilWaiting(0)
  assert.equal(await alerts.removedHits(), 0)
})

test('alerts of demo users are deleted after 30 days without a session that is used', async () => {
  const users = await insertUsers(fixture.database, 4, 'demo')
  const [away = 0, present = 0, left = 0, fresh = 0] = users
  const demo = async (by: number) =>
    await alerts.add(
      { userId: by, isDemo: true },
      { marketId, condition: 'above', price: '1.0841', percent: '', repeats: false },
    )
  const session = async (by: number, ended: boolean) =>
    await fixture.database.query(
      `insert into sessions (user_id, token_hash, address, device, created_at, last_seen_at, expires_at, ended_at)
       values ($1::bigint, sha256($1::bigint::text::bytea), '', '', $2, $2, $2, case when $3 then $2::timestamptz end)`,
      [by, new Date(fixture.nowMs()), ended],
    )
  await alerts.sweep()
  const kept = await set('above', '1.0841')
  await session(away, false)
  for (const by of [away, present, left]) await demo(by)
  fixture.advance(dayMs)
  await session(present, false)
  await session(left, true)
  fixture.advance(29 * dayMs)
  await demo(fresh)
  await alerts.sweep()
  fixture.advance(1)
  await alerts.sweep()
  assert.equal((await alerts.list(away)).length, 1)
  fixture.advance(hourMs)
  await alerts.sweep()
  const active = await Promise.all([...users, userId].map(async (by) => (await alerts.list(by)).length))
  assert.deepEqual(active, [0, 1, 1, 1, 1])
  quote(108_415)
  await toldAre([`${kept} 1.08410 1.08415`])
  assert.equal(await alerts.removedHits(), 0)
})

test('a new process judges all active alerts, and none that was hit', async () => {
  const ids = [await set('above', '1.0841'), await set('above', '1.0842'), await set('below', '1.0839', true)]
  quote(108_410)
  quote(108_390)
  await alerts.untilWaiting(0)
  await alerts.stop()
  alerts = await fixture.startProcess()
  fixture.advance(quietMs)
  quote(108_395)
  quote(108_420)
  quote(108_390)
  await toldAre([
    `${ids[0]} 1.08410 1.08410`,
    `${ids[2]} 1.08390 1.08390`,
    `${ids[1]} 1.08420 1.08420`,
    `${ids[2]} 1.08390 1.08390`,
  ])
})
