// A demo id that was revoked after 30 days without use, through the API of the whole application.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { verify } from '#server/verify/verify.ts'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { wrongBalances, wrongTotals } from '#test/engine/ledger-checks.ts'

let fixture: AppFixture
before(async () => {
  fixture = await createAppFixture()
})
after(async () => await fixture.stop())

const logIn = (demo_id: string) => fixture.call({ url: '/api/user/createAccountDemoForU', form: { demo_id } })
const read = (path: string, token: string) => fixture.call({ url: path, token })

async function money(userId: number): Promise<readonly unknown[]> {
  const account = await fixture.database.query('select * from trading_accounts where user_id = $1', [userId])
  const transfers = await fixture.database.query('select * from transfers where user_id = $1', [userId])
  return [account.rows, transfers.rows]
}

async function submitOrder(token: string): Promise<Envelope> {
  fixture.trading.quote('EURUSD', 114_500, 114_510)
  const forex_id = fixture.trading.idOf('EURUSD')
  const body = { type: 1, forex_id, status: 1, cont: '0.10', multiple: '100' }
  return await fixture.call({ url: '/v1/api/forex/submit', token, body })
}

test('opens a new account, and the money of the old one stays as it was', async () => {
  const [unused, traded] = ['a', 'b'].map((letter) => letter.repeat(32))
  const old = await logIn(unused ?? '')
  const trader = await logIn(traded ?? '')
  assert.equal((await submitOrder(trader.data.token)).code, 1)
  const before = await money(old.data.user.id)

  fixture.advance(31 * dayMs)
  await fixture.modules.users.sweep()
  assert.ok(fixture.logged.some((line) => /"revoked":1,.*revoked the ids of unused demo accounts/.test(line)))
  assert.equal((await read('/api/user/info', old.data.token)).code, 999)

  const fresh = await logIn(unused ?? '')
  assert.deepEqual([fresh.code, fresh.msg], [old.code, old.msg])
  assert.deepEqual(Object.keys(fresh.data.user), Object.keys(old.data.user))
  assert.notEqual(fresh.data.user.id, old.data.user.id)
  assert.equal((await submitOrder(fresh.data.token)).code, 1)
  assert.equal((await logIn(unused ?? '')).data.user.id, fresh.data.user.id)
  assert.equal((await logIn(traded ?? '')).data.user.id, trader.data.user.id)

  assert.deepEqual(await money(old.data.user.id), before)
  assert.deepEqual([await wrongBalances(fixture.database), await wrongTotals(fixture.database)], [[], []])
  const clock = { now: fixture.nowMs, elapsed: fixture.nowMs }
  const report = await verify({ pool: fixture.database.pool, clock })
  assert.deepEqual([report.findings, report.isComplete], [[], true])
})
