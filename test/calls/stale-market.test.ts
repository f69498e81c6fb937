// A market that goes stale by its own limit, through the API of the whole application.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Market } from '#core/market/market.ts'
import { verify } from '#server/verify/verify.ts'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { quietSource } from '#test/market-data/quiet-market-data.ts'

let fixture: AppFixture
before(async () => {
  fixture = await createAppFixture()
})
after(async () => await fixture.stop())

const conversions = ['USDJPY', 'USDZAR']

/** Seconds pass. In each of them the source is heard, other markets are quoted and the states are refreshed. */
function pass(seconds: number, silent: string): void {
  for (let second = 0; second < seconds; second++) {
    fixture.advance(1000)
    fixture.trading.marketData.onFeedEvent({ kind: 'heartbeat', source: quietSource })
    for (const code of conversions) if (code !== silent) quote(code)
    fixture.trading.marketData.refreshStates()
  }
}

function quote(code: string, moved = 0): void {
  const { referencePrice } = marketOf(code)
  fixture.trading.quote(code, referencePrice + moved, referencePrice + moved + 8)
}

function marketOf(code: string): Market {
  return fixture.trading.marketData.markets.find((one) => one.code === code) ?? assert.fail(code)
}

const call = (path: string, token: string, body: object): Promise<Envelope> =>
  fixture.call({ url: `/v1/api/forex/${path}`, token, body })

const limits: readonly (readonly [code: string, seconds: number])[] = [
  ['EURUSD', 15],
  ['EURJPY', 30],
  ['XAUUSD', 30],
  ['USOIL', 60],
  ['US30', 60],
  ['BTCUSD', 60],
  ['AAPL', 300],
  ['USDZAR', 300],
]

for (const [at, [code, seconds]] of limits.entries()) {
  test(`nothing is traded in ${code} after ${seconds} s of silence until it is quoted again`, async () => {
    const login = { url: '/api/user/createAccountDemoForU', form: { demo_id: String(at).repeat(32) } }
    const { token } = (await fixture.call(login)).data
    for (const quoted of [...conversions, code]) quote(quoted)
    const { id: forex_id, leverages } = marketOf(code)
    const order = { type: 1, forex_id, status: 1, cont: '1', multiple: String(leverages.at(-1)) }
    const opened = await call('submit', token, order)
    assert.equal(opened.code, 1, opened.msg)
    const id = opened.data.Id

    pass(seconds, code)
    const second = await call('submit', token, order)
    assert.equal(second.code, 1, `at its limit it is still open: ${second.data?.reason}`)
    pass(1, code)
    const refusals = [
      await call('submit', token, order),
      await call('submit', token, { ...order, status: 0, target_price: '1' }),
      await call('close', token, { id }),
      await call('set_stop_price', token, { id, stop_loss_price: '1', target_profit_price: '' }),
    ]
    assert.deepEqual(
      refusals.map(({ code: answer, data }) => [answer, data?.reason]),
      refusals.map(() => [0, 'stale_price']),
    )
    pass(5, code)
    assert.equal(
      (await call('close', token, { id })).data?.reason,
      'stale_price',
      'heartbeats do not revive it',
    )
    quote(code, 1)
    assert.equal((await call('close', token, { id })).code, 1)
  })
}

test('the journal of these decisions is verified', async () => {
  const clock = { now: fixture.nowMs, elapsed: fixture.nowMs }
  const report = await verify({ pool: fixture.database.pool, clock })
  assert.deepEqual([report.findings, report.isComplete], [[], true])
})
