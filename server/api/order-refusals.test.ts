// Tests of invalid and hostile orders, through the whole application. Each is refused and changes nothing.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { messages } from '#i18n/server/en.ts'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser } from '#test/calls/app-users.ts'

let fixture: AppFixture
let ann: string
let bob: string
let real: string

before(async () => {
  fixture = await createAppFixture()
  real = (await registerUser(fixture, 'real@example.com')).token
  ann = await openDemo(fixture, 'a'.repeat(32))
  bob = await openDemo(fixture, 'b'.repeat(32))
  const { quote } = fixture.trading
  quote('EURUSD', 114_500, 114_510)
  quote('US30', 495_000, 495_010)
  quote('USDHKD', 778_500, 778_510)
  quote('NGAS', 3_800, 3_805)
  // EURGBP is quoted in pounds, but GBPUSD has no price, so amounts cannot be converted to dollars.
  quote('EURGBP', 85_768, 85_778)
})
after(async () => await fixture.stop())

type Fields = Readonly<Record<string, unknown>>

async function call(path: string, body: Fields, token: string, key?: string): Promise<Envelope> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return await fixture.call({ url: `/v1/api/${path}`, token, body, headers })
}

const idOf = (code: string) => fixture.trading.idOf(code)

/** A market order for 0.10 lots of EURUSD, with the given changes. */
function submit(changes: Fields = {}, token = ann, key?: string): Promise<Envelope> {
  const usual = { type: 1, forex_id: idOf('EURUSD'), status: 1, cont: '0.10', multiple: '100' }
  return call('forex/submit', { ...usual, ...changes }, token, key)
}

async function done(answer: Promise<Envelope>): Promise<Envelope['data']> {
  const { code, msg, data } = await answer
  assert.equal(code, 1, `${msg} ${JSON.stringify(data)}`)
  return data
}

/** All orders, transfers and balances as text, to compare before and after a refusal. */
async function snapshot(): Promise<string> {
  const { rows } = await fixture.database.query(
    `select (select json_agg(o order by id) from orders o) orders,
       (select json_agg(t order by id) from transfers t) transfers,
       (select json_agg(a order by user_id) from trading_accounts a) accounts,
       (select json_agg(h order by book, account) from house_balances h) house`,
  )
  return JSON.stringify(rows)
}

async function refusedWith(reason: string, answer: () => Promise<Envelope>): Promise<Envelope> {
  const before = await snapshot()
  const envelope = await answer()
  assert.deepEqual([envelope.code, envelope.data?.reason], [0, reason], JSON.stringify(envelope))
  assert.notEqual(envelope.msg, '')
  assert.equal(await snapshot(), before, 'the refused call must change nothing')
  return envelope
}

describe('an invalid order', () => {
  const lots: readonly (readonly [unknown, string])[] = [
    ['-0.10', 'invalid_lots'],
    ['0', 'invalid_lots'],
    ['0.00', 'invalid_lots'],
    ['-0', 'invalid_lots'],
    ['', 'invalid_lots'],
    [' 0.10', 'invalid_lots'],
    ['NaN', 'invalid_lots'],
    ['Infinity', 'invalid_lots'],
    ['1e1', 'invalid_lots'],
    ['1E-1', 'invalid_lots'],
    [1e21, 'invalid_input'],
    [1e-7, 'invalid_lots'],
    ['0x10', 'invalid_lots'],
    ['1,5', 'invalid_lots'],
    ['１', 'invalid_lots'],
    ['0.001', 'invalid_lots'],
    [`0.${'1'.repeat(30)}`, 'invalid_lots'],
    ['100.01', 'lots_limit'],
    ['9007199254740993', 'lots_limit'],
    ['9'.repeat(60), 'lots_limit'],
    [true, 'invalid_input'],
    [[0.1], 'invalid_input'],
    [['0.10'], 'invalid_input'],
    [{ value: '0.10' }, 'invalid_input'],
  ]
  for (const [cont, reason] of lots) {
    test(`of ${JSON.stringify(cont)} lots is refused: ${reason}`, async () => {
      await refusedWith(reason, () => submit({ cont }))
    })
  }

  const others: readonly (readonly [string, () => Fields, string])[] = [
    ['off the lot step', () => ({ forex_id: idOf('US30'), cont: '0.15' }), 'invalid_lots'],
    ['below the smallest size', () => ({ forex_id: idOf('US30'), cont: '0.05' }), 'invalid_lots'],
    ['at a leverage that is not offered', () => ({ multiple: '99' }), 'leverage_not_offered'],
    ['at a leverage below zero', () => ({ multiple: '-100' }), 'leverage_not_offered'],
    ['at a leverage of 1e2', () => ({ multiple: '1e2' }), 'leverage_not_offered'],
    ['without leverage', () => ({ multiple: '' }), 'leverage_not_offered'],
    ['in a market without leverages', () => ({ forex_id: idOf('USDHKD') }), 'leverage_not_configured'],
    ['in a market that never had a price', () => ({ forex_id: idOf('XAUUSD') }), 'market_closed'],
    ['in an unknown market', () => ({ forex_id: 99_999 }), 'invalid_input'],
    ['in a market without conversion', () => ({ forex_id: idOf('EURGBP') }), 'no_conversion'],
    ['pending without a price', () => ({ status: 0 }), 'price_required'],
    ['pending at a price below zero', () => ({ status: 0, target_price: '-1' }), 'invalid_price'],
    ['pending at zero', () => ({ status: 0, target_price: '0' }), 'invalid_price'],
    ['pending at half a step', () => ({ status: 0, target_price: '1.144005' }), 'invalid_price'],
    ['pending at 1e0', () => ({ status: 0, target_price: '1e0' }), 'invalid_price'],
    [
      'pending at a price beyond the range',
      () => ({ status: 0, target_price: '9'.repeat(40) }),
      'invalid_price',
    ],
    ['with a stop loss at the price', () => ({ stop_loss_price: '1.14500' }), 'stop_wrong_side'],
    ['with a stop loss above the price', () => ({ stop_loss_price: '2' }), 'stop_wrong_side'],
    ['with a take profit at the price', () => ({ target_profit_price: '1.14500' }), 'stop_wrong_side'],
    [
      'to sell with a stop loss below the price',
      () => ({ type: 2, stop_loss_price: '1.14000' }),
      'stop_wrong_side',
    ],
    ['with a malformed stop loss', () => ({ stop_loss_price: 'NaN' }), 'invalid_price'],
    ['with a stop loss below zero', () => ({ stop_loss_price: '-1.1' }), 'invalid_price'],
    ['seen at a better price', () => ({ price: '1.14500' }), 'price_moved'],
    ['seen at a price beyond the deviation', () => ({ price: '1.14500', deviation: 9 }), 'price_moved'],
    ['with more margin than is available', () => ({ cont: '100', multiple: '1' }), 'insufficient_margin'],
    [
      'beyond the notional limit of an account',
      () => ({ status: 0, cont: '100', target_price: '1000000' }),
      'notional_limit',
    ],
  ]
  for (const [name, changes, reason] of others) {
    test(`${name} is refused: ${reason}`, async () => {
      await refusedWith(reason, () => submit(changes()))
    })
  }

  test('gets the figures of its refusal', async () => {
    const wrong = await refusedWith('stop_wrong_side', () => submit({ stop_loss_price: '1.14500' }))
    assert.deepEqual([wrong.data.field, wrong.data.figures], ['stop_loss_price', { nearest: '1.14499' }])
    const moved = await refusedWith('price_moved', () => submit({ price: '1.14500' }))
    assert.deepEqual(moved.data.figures, { bid: '1.14500', ask: '1.14510' })
    const poor = await refusedWith('insufficient_margin', () => submit({}, real))
    assert.deepEqual(poor.data.figures, { needed: '114.810000', available: '0.000000' })
    assert.equal(poor.msg, 'This order needs 114.81 USD, and your free margin is 0.00 USD.')
  })

  test('with the key of another request is refused', async () => {
    await refusedWith('market_closed', () => submit({ forex_id: idOf('XAUUSD') }, ann, 'key-of-gold'))
    await refusedWith('idempotency_mismatch', () => submit({}, ann, 'key-of-gold'))
    await refusedWith('market_closed', () => submit({ forex_id: idOf('XAUUSD') }, ann, 'key-of-gold'))
    await refusedWith('idempotency_mismatch', () => call('forex/close', { id: 1 }, ann, 'key-of-gold'))
  })
})

describe("another user's order", () => {
  test('cannot be changed, and looks like an order that does not exist', async () => {
    const open = await done(submit())
    const pending = await done(submit({ status: 0, target_price: '1.10000' }))
    for (const token of [bob, real]) {
      for (const id of [open.Id, pending.Id, 987_654]) {
        for (const path of ['forex/close', 'forex/cancel_trade', 'forex/set_stop_price']) {
          const { msg } = await refusedWith('order_not_found', () => call(path, { id }, token))
          assert.equal(msg, messages['reason.order_not_found'])
        }
      }
    }
    await done(call('forex/close', { id: open.Id }, ann))
    await done(call('forex/cancel_trade', { id: pending.Id }, ann))
  })

  test('is not listed, and its idempotency key is separate', async () => {
    const { Id } = await done(submit({}, bob, 'the-same-key'))
    assert.notEqual((await done(submit({}, ann, 'the-same-key'))).Id, Id)
    for (const status of [0, 1, 3]) {
      const { data } = await fixture.call({ url: `/v1/api/forex/my_deal?status=${status}`, token: real })
      assert.deepEqual([data.total, data.data], [0, []])
    }
    const listed = await fixture.call({ url: '/v1/api/forex/my_deal', token: bob })
    assert.deepEqual(
      listed.data.data.map((order: { Id: number }) => order.Id),
      [Id],
    )
  })
})

describe('an order', () => {
  test('cannot be closed while pending, cancelled while open, or either once it has ended', async () => {
    const pending = await done(submit({ status: 0, target_price: '1.10000' }))
    const open = await done(submit())
    await refusedWith('order_not_open', () => call('forex/close', { id: pending.Id }, ann))
    await refusedWith('order_not_open', () => call('forex/cancel_trade', { id: open.Id }, ann))
    for (const cont of ['-0.01', '0', '0.11', '0.001', 'NaN', '1e-2', '9'.repeat(30)]) {
      await refusedWith('invalid_lots', () => call('forex/close', { id: open.Id, cont }, ann))
    }
    const wrong = { id: open.Id, stop_loss_price: '1.2', target_profit_price: '1.3' }
    await refusedWith('stop_wrong_side', () => call('forex/set_stop_price', wrong, ann))
    await done(call('forex/close', { id: open.Id }, ann))
    await done(call('forex/cancel_trade', { id: pending.Id }, ann))
    await refusedWith('order_not_open', () => call('forex/close', { id: open.Id }, ann))
    await refusedWith('order_not_open', () => call('forex/cancel_trade', { id: pending.Id }, ann))
    await refusedWith('order_not_open', () => call('forex/set_stop_price', { id: open.Id }, ann))
  })

  test('keeps its rest open after a partial close, and all figures agree', async () => {
    const open = await done(submit({ cont: '0.30' }, bob))
    const closed = await done(call('forex/close', { id: open.Id, cont: '0.10' }, bob))
    assert.deepEqual(
      [closed.ParentId, closed.Quantity, closed.Rest.Id, closed.Rest.Quantity],
      [open.Id, '0.10', open.Id, '0.20'],
    )
    const balance = (await fixture.call({ url: '/v1/api/main/wallet/getBalance', token: bob })).data
    const deals = (await fixture.call({ url: '/v1/api/forex/my_deal?status=1', token: bob })).data
    const { data: orders, total, all_fact_profits, ...funds } = deals
    assert.deepEqual(funds, balance)
    assert.deepEqual([total, orders.length, all_fact_profits], [2, 2, balance.profit])
    assert.equal(orders[0].FactProfits, closed.Rest.FactProfits)
    const detail = await fixture.call({ url: '/v1/api/main/account/forexDetail', token: bob })
    const { balance: cash, QuoteSeq, Version } = balance
    assert.deepEqual(detail.data, { balance: cash, lock_balance: '0.000000', QuoteSeq, Version })
  })
})

describe('a demo account', () => {
  test('starts with its funds and gets them back on reset; a real account cannot be reset', async () => {
    const token = await openDemo(fixture, 'c'.repeat(32))
    const balance = async () =>
      (await fixture.call({ url: '/v1/api/main/account/forexDetail', token })).data.balance
    assert.equal(await balance(), '100000.000000')
    await done(submit({}, token))
    assert.equal(await balance(), '99999.700000')
    await done(call('main/user/resetForexDemoAccount', {}, token, 'reset-once'))
    assert.equal(await balance(), '100000.000000')
    const log = await done(fixture.call({ url: '/v1/api/main/accountLog/forexChange', token }))
    assert.deepEqual(
      log.data.map((row: { Type: number; Value: string }) => [row.Type, row.Value]),
      [
        [7, '1.300000'],
        [3, '-1.000000'],
        [4, '-0.300000'],
        [7, '100000.000000'],
      ],
    )
    await refusedWith('not_demo', () => call('main/user/resetForexDemoAccount', {}, real))
  })

  test('keeps its trading account at the next login', async () => {
    const before = await snapshot()
    const again = await openDemo(fixture, 'a'.repeat(32))
    assert.equal(await snapshot(), before)
    const own = (await fixture.call({ url: '/v1/api/main/account/forexDetail', token: ann })).data
    assert.deepEqual(
      (await fixture.call({ url: '/v1/api/main/account/forexDetail', token: again })).data,
      own,
    )
  })
})

describe('an idempotency key', () => {
  test('sent a hundred times at once opens one order and gets one answer', async () => {
    const before = (await done(fixture.call({ url: '/v1/api/forex/my_deal', token: ann }))).total
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit({}, ann, 'a-hundred-times')))
    assert.equal(answers[0]?.code, 1)
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal((await done(fixture.call({ url: '/v1/api/forex/my_deal', token: ann }))).total, before + 1)
  })

  test('gets the first answer after the price has moved and the order was closed', async () => {
    const first = await submit({}, ann, 'kept-for-a-day')
    fixture.trading.quote('EURUSD', 114_600, 114_610)
    await done(call('forex/close', { id: first.data.Id }, ann))
    assert.deepEqual(await submit({}, ann, 'kept-for-a-day'), first)
    fixture.advance(20 * 3600_000)
    assert.deepEqual(await submit({}, ann, 'kept-for-a-day'), first)
  })
})
