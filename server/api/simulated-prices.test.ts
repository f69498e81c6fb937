// Real accounts on simulated prices, through the whole application.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import { messages } from '#i18n/server/en.ts'
import { verify } from '#server/verify/verify.ts'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser, signInOwner } from '#test/calls/app-users.ts'
import { eventually } from '#test/eventually.ts'

let fixture: AppFixture
let tokens: Readonly<Record<'real' | 'demo', string>>

before(async () => {
  fixture = await createAppFixture()
  const { token, user } = await registerUser(fixture, 'real@example.com')
  tokens = { real: token, demo: await openDemo(fixture) }
  const deposit = { kind: 'deposit', amount: micros(50_000_000_000), reference: 'deposit:1' } as const
  const { kind } = await fixture.trading.engine.submit({ userId: user.id, isDemo: false }, deposit)
  assert.equal(kind, 'done')
})
after(async () => await fixture.stop())

beforeEach(async () => {
  await allowRealTrades('auto')
  quote(114_500)
})

type Fields = Readonly<Record<string, unknown>>

const quote = (bid: number) => fixture.trading.quote('EURUSD', bid, bid + 10)

async function allowRealTrades(value: 'auto' | 'on' | 'off'): Promise<void> {
  const change = await fixture.settings.change('real_trades_on_simulated_prices', value, 'test')
  assert.notEqual(change.kind, 'refused')
}

async function call(path: string, body: Fields, token = tokens.real, key?: string): Promise<Envelope> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return await fixture.call({ url: `/v1/api/forex/${path}`, token, body, headers })
}

/** A market order for 0.10 lots of EURUSD, with the given changes. */
function submit(changes: Fields = {}, token?: string, key?: string): Promise<Envelope> {
  const usual = {
    type: 1,
    forex_id: fixture.trading.idOf('EURUSD'),
    status: 1,
    cont: '0.10',
    multiple: '100',
  }
  return call('submit', { ...usual, ...changes }, token, key)
}

async function idOf(answer: Promise<Envelope>): Promise<number> {
  const { code, msg, data } = await answer
  assert.equal(code, 1, msg)
  return data.Id
}

const pendingAt = (target_price: string) => ({ status: 0, target_price })

async function orderOf(id: number, token = tokens.real): Promise<Fields> {
  const { data } = await fixture.call({ url: `/v1/api/forex/my_deal?status=3&id=${id}`, token })
  return data.data[0]
}

async function rowsOf(table: string): Promise<number> {
  const { rows } = await fixture.database.query<{ count: string }>(`select count(*) from ${table}`)
  return Number(rows[0]?.count)
}

describe('a real account, while real trades on simulated prices are off', () => {
  test('cannot open by a direct call, and nothing is written but the refusal', async () => {
    const open = await idOf(submit())
    const pending = await idOf(submit(pendingAt('1.10000')))
    await allowRealTrades('off')
    const [orders, transfers] = [await rowsOf('orders'), await rowsOf('transfers')]
    const attempts: readonly (readonly [string, () => Promise<Envelope>])[] = [
      ['a market order', () => submit()],
      ['a market order with a key', () => submit({}, tokens.real, 'direct-call-1')],
      ['the same key again', () => submit({}, tokens.real, 'direct-call-1')],
      ['a sell', () => submit({ type: 2 })],
      ['a limit order', () => submit(pendingAt('1.10000'))],
      ['a stop order', () => submit(pendingAt('1.20000'))],
      ['a reversal', () => call('reverse', { id: open })],
      ['an amendment', () => call('amend_order', { id: pending, target_price: '1.09000', cont: '0.20' })],
    ]
    for (const [what, attempt] of attempts) {
      const { code, msg, data } = await attempt()
      assert.deepEqual(
        [code, data?.reason, msg],
        [0, 'simulated_prices', messages['reason.simulated_prices']],
        what,
      )
    }
    assert.deepEqual([await rowsOf('orders'), await rowsOf('transfers')], [orders, transfers])
    assert.deepEqual([(await orderOf(open))['Status'], (await orderOf(pending))['Status']], [1, 0])
  })

  test('keeps the refusal under its key after real trades are on again', async () => {
    await allowRealTrades('off')
    const refused = await submit({}, tokens.real, 'kept-refusal-1')
    assert.equal(refused.data.reason, 'simulated_prices')
    await allowRealTrades('on')
    assert.deepEqual(await submit({}, tokens.real, 'kept-refusal-1'), refused)
    await idOf(submit({}, tokens.real, 'kept-refusal-2'))
  })

  test('closes, cancels and sets stops', async () => {
    const open = await idOf(submit({ cont: '0.20' }))
    const pending = await idOf(submit(pendingAt('1.10000')))
    await allowRealTrades('off')
    const actions: readonly Promise<Envelope>[] = [
      call('set_stop_price', { id: open, stop_loss_price: '1.10000', target_profit_price: '1.20000' }),
      call('set_stop_price', { id: open }),
      call('set_stop_price', { id: pending, stop_loss_price: '1.09000' }),
      call('close', { id: open, cont: '0.10' }),
      call('close', { id: open }),
      call('cancel_trade', { id: pending }),
    ]
    for (const answer of await Promise.all(actions)) assert.equal(answer.code, 1, answer.msg)
  })

  test('loses a pending order that is reached, with a notice, and pays nothing for it', async () => {
    const pending = await idOf(submit(pendingAt('1.14000')))
    await allowRealTrades('off')
    const transfers = await rowsOf('transfers')
    quote(113_990)
    await eventually(async () => (await orderOf(pending))['Status'] === 2)
    const { CloseReason, OpenTime } = await orderOf(pending)
    assert.deepEqual([CloseReason, OpenTime], ['simulated_prices', null])
    assert.equal(await rowsOf('transfers'), transfers)
    const notices = async () =>
      (
        await fixture.database.query(
          "select kind, parameters->>'reason' as reason from notices where parameters->>'order' = $1",
          [String(pending)],
        )
      ).rows
    await eventually(async () => (await notices()).length > 0)
    assert.deepEqual(await notices(), [{ kind: 'order_cancelled', reason: 'simulated_prices' }])
  })

  test('is told by the settings call', async () => {
    const told = async () => (await fixture.call({ url: '/api/basicSet/getBasicInfo' })).data.real_trades
    assert.equal(await told(), 1)
    await allowRealTrades('off')
    assert.equal(await told(), 0)
  })
})

test('a demo account opens whether real trades are on or off', async () => {
  for (const value of ['on', 'off'] as const) {
    await allowRealTrades(value)
    const token = tokens.demo
    await idOf(submit({}, token))
    const pending = await idOf(submit(pendingAt('1.14000'), token))
    quote(113_990)
    await eventually(async () => (await orderOf(pending, token))['Status'] === 1)
    quote(114_500)
  }
})

test('an owner changes the setting at the console, and it counts for the next order', async () => {
  const token = await signInOwner(fixture)
  const body = { key: 'real_trades_on_simulated_prices', value: 'off' }
  const changed = await fixture.call({ url: '/desk/api/settings/change', token, body })
  assert.deepEqual([changed.code, changed.data], [1, body])
  assert.equal((await submit()).data.reason, 'simulated_prices')
  const { rows } = await fixture.database.query(
    `select details from audit_entries where subject = 'setting:real_trades_on_simulated_prices' order by id desc limit 1`,
  )
  assert.deepEqual(rows, [{ details: { from: 'auto', to: 'off' } }])
})

test('the journal of all this can be decided again', async () => {
  const clock = { now: fixture.nowMs, elapsed: fixture.nowMs }
  const { findings, tally } = await verify({ pool: fixture.database.pool, clock })
  assert.deepEqual(findings, [])
  assert.equal(tally.byMode.reapplied, 0)
})
