// Tests of closing many orders, reversing, amending, late requests and lost answers, through the whole application.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { openDemo } from '#test/calls/app-users.ts'

let fixture: AppFixture
let ann: string
let bob: string

before(async () => {
  fixture = await createAppFixture()
  ann = await openDemo(fixture, 'a'.repeat(32))
  bob = await openDemo(fixture, 'b'.repeat(32))
  fixture.trading.quote('EURUSD', 114_500, 114_510)
  fixture.trading.quote('GBPUSD', 125_000, 125_010)
})
after(async () => await fixture.stop())

type Fields = Readonly<Record<string, unknown>>

async function call(path: string, body: Fields, token = ann, key?: string): Promise<Envelope> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return await fixture.call({ url: `/v1/api/forex/${path}`, token, body, headers })
}

const nowMs = () => fixture.nowMs()

function submit(changes: Fields = {}, token = ann, key?: string): Promise<Envelope> {
  const usual = {
    type: 1,
    forex_id: fixture.trading.idOf('EURUSD'),
    status: 1,
    cont: '0.10',
    multiple: '100',
  }
  return call('submit', { ...usual, ...changes }, token, key)
}

async function done(answer: Promise<Envelope>): Promise<Envelope['data']> {
  const { code, msg, data } = await answer
  assert.equal(code, 1, `${msg} ${JSON.stringify(data)}`)
  return data
}

async function reasonOf(answer: Promise<Envelope>): Promise<unknown> {
  const { code, data } = await answer
  return code === 0 ? data?.reason : code
}

describe('close_many', () => {
  for (const form of ['a list', 'text'] as const)
    test(`accepts ids as ${form} and answers one result per id, in order`, async () => {
      const one = (await done(submit()))?.Id
      const pending = (await done(submit({ status: 0, target_price: '1.00000' })))?.Id
      const foreign = (await done(submit({}, bob)))?.Id
      const all = [pending, foreign, one, one]
      const { results } = await done(call('close_many', { ids: form === 'text' ? all.join(',') : all }))
      assert.deepEqual(
        results.map(({ Id, code, reason }: Fields) => [Id, code, reason]),
        [
          [pending, 0, 'order_not_open'],
          [foreign, 0, 'order_not_found'],
          [one, 1, null],
          [one, 0, 'order_not_open'],
        ],
      )
      assert.equal(results[2].order.Status, 3)
    })

  test('refuses an empty list, too many ids and invalid ids', async () => {
    for (const ids of [[], '', '1,', 'a', [0], [1.5], Array.from({ length: 501 }, (_, at) => at + 1)])
      assert.equal(await reasonOf(call('close_many', { ids })), 'invalid_input', JSON.stringify(ids))
  })

  test('answers a repeated key with the same results and closes nothing twice', async () => {
    const ids = [(await done(submit()))?.Id, 999_999]
    const first = await call('close_many', { ids }, ann, 'close-many-once')
    assert.deepEqual(await call('close_many', { ids }, ann, 'close-many-once'), first)
    assert.equal(first.data.results[0].code, 1)
  })
})

describe('reverse', () => {
  test('answers the new order together with the closed one', async () => {
    const { Id } = await done(submit())
    const reversed = await done(call('reverse', { id: Id, price: '1.14500' }))
    assert.deepEqual([reversed.OrderType, reversed.Status, reversed.Quantity], [2, 1, '0.10'])
    assert.deepEqual([reversed.Closed.Id, reversed.Closed.Status], [Id, 3])
    assert.equal(await reasonOf(call('reverse', { id: Id })), 'order_not_open')
  })

  test('refuses the order of another user', async () => {
    const { Id } = await done(submit())
    assert.equal(await reasonOf(call('reverse', { id: Id }, bob)), 'order_not_found')
  })

  test('is refused with the current prices when the price has moved', async () => {
    const { Id } = await done(submit())
    const { data } = await call('reverse', { id: Id, price: '1.14600', deviation: 5 })
    assert.deepEqual([data?.reason, data?.figures], ['price_moved', { bid: '1.14500', ask: '1.14510' }])
  })
})

describe('amend_order', () => {
  const change = { target_price: '1.10000', cont: '0.20', stop_loss_price: '1.05000' }

  test('answers the new order with the id of the one it replaced', async () => {
    const { Id } = await done(submit({ status: 0, target_price: '1.12000' }))
    const amended = await done(call('amend_order', { id: Id, ...change }))
    assert.deepEqual(
      [amended.AmendedFrom, amended.OriginPrice, amended.Quantity, amended.TargetLossPrice, amended.Status],
      [Id, '1.10000', '0.20', '1.05000', 0],
    )
    const { data } = await done(
      fixture.call({ url: `/v1/api/forex/my_deal?status=3&page=1&id=${Id}`, token: ann }),
    )
    assert.deepEqual([data[0].CloseReason, data[0].receipt.ended.rule], ['amended', 'amended'])
  })

  test('keeps the order and frees the key when refused', async () => {
    const { Id } = await done(submit({ status: 0, target_price: '1.12000' }))
    const wrong = { id: Id, ...change, stop_loss_price: '1.20000' }
    assert.equal(await reasonOf(call('amend_order', wrong)), 'stop_wrong_side')
    assert.equal(
      await reasonOf(call('amend_order', { id: Id, ...change, cont: 'x' }, ann, 'typed-twice')),
      'invalid_lots',
    )
    assert.equal(await reasonOf(call('amend_order', { id: Id, ...change }, bob)), 'order_not_found')
    await done(call('amend_order', { id: Id, ...change }, ann, 'typed-twice'))
  })
})

describe('a late request', () => {
  test('is refused, except cancelling an order and removing stops', async () => {
    const { Id } = await done(submit({ stop_loss_price: '1.10000' }))
    const pending = (await done(submit({ status: 0, target_price: '1.12000' })))?.Id
    const late = { seen_at: nowMs() - 10_001 }
    const change = { target_price: '1.10000', cont: '0.20' }
    assert.equal(await reasonOf(submit(late)), 'too_late')
    assert.equal(await reasonOf(call('close', { id: Id, ...late })), 'too_late')
    assert.equal(await reasonOf(call('reverse', { id: Id, ...late })), 'too_late')
    assert.equal(await reasonOf(call('amend_order', { id: pending, ...change, ...late })), 'too_late')
    assert.equal(
      await reasonOf(call('set_stop_price', { id: Id, stop_loss_price: '1.11000', ...late })),
      'too_late',
    )
    const { results } = await done(call('close_many', { ids: [Id], ...late }))
    assert.equal(results[0].reason, 'too_late')
    await done(call('set_stop_price', { id: Id, ...late }))
    await done(call('cancel_trade', { id: pending }))
    await done(call('close', { id: Id, seen_at: nowMs() - 9_000 }))
  })

  test('is refused after the market closed and reopened', async () => {
    fixture.trading.close('GBPUSD')
    fixture.trading.quote('GBPUSD', 125_000, 125_010)
    const forex_id = fixture.trading.idOf('GBPUSD')
    assert.equal(await reasonOf(submit({ forex_id, seen_seq: 1, seen_at: nowMs() })), 'too_late')
    await done(submit({ forex_id, seen_seq: 9_000_000_000, seen_at: nowMs() }))
  })
})

describe('outcome', () => {
  const outcome = (key: string, token = ann, seen_at = nowMs()) => call('outcome', { key, seen_at }, token)

  test('returns the answer of each lost call', async () => {
    const placed = await call('submit', submitBody(), ann, 'lost-submit-key')
    const { Id } = await done(Promise.resolve(placed))
    const stops = await call('set_stop_price', { id: Id, stop_loss_price: '1.10000' }, ann, 'lost-stops-key')
    const part = await call('close', { id: Id, cont: '0.05' }, ann, 'lost-part-key')
    const reversed = await call('reverse', { id: Id }, ann, 'lost-reverse-key')
    const close = await call('close', { id: reversed.data.Id }, ann, 'lost-close-key')
    const gone = await call('close', { id: Id }, ann, 'lost-refused-key')
    const keys = { placed, stops, part, reversed, close, gone }
    const names = ['submit', 'stops', 'part', 'reverse', 'close', 'refused']
    for (const [at, first] of Object.values(keys).entries()) {
      const name = `lost-${names[at]}-key`
      const { state, outcome: lost } = await done(outcome(name))
      assert.equal(state, 'decided', name)
      const reason = first.code === 0 ? first.data.reason : null
      assert.deepEqual([lost.code, lost.reason, lost.data], [first.code, reason, first.data], name)
    }
    assert.deepEqual([gone.code, (await done(outcome('lost-refused-key'))).outcome.msg], [0, gone.msg])
  })

  test('of close_many has one result per id', async () => {
    const { Id } = await done(submit())
    await done(call('close_many', { ids: [999_998, Id] }, ann, 'lost-many-key'))
    const { outcome: lost } = await done(outcome('lost-many-key'))
    assert.deepEqual(
      lost.data.results.map((one: Fields) => [one['Id'], one['code']]).sort(),
      [
        [999_998, 0],
        [Id, 1],
      ].sort(),
    )
  })

  test('of an unused key is never, and an order that arrives later is refused', async () => {
    assert.deepEqual(await done(outcome('never-sent-key')), { state: 'never' })
    assert.equal(await reasonOf(submit({}, ann, 'never-sent-key')), 'too_late')
    assert.equal(await reasonOf(submit({ cont: '0.50' }, ann, 'never-sent-key')), 'too_late')
    assert.deepEqual(await done(outcome('never-sent-key')), { state: 'never' })
  })

  test('of another user’s key can be neither read nor burned', async () => {
    await done(submit({}, ann, 'key-of-ann-1'))
    assert.deepEqual(await done(outcome('key-of-ann-1', bob)), { state: 'never' })
    assert.equal((await done(outcome('key-of-ann-1'))).state, 'decided')
    assert.deepEqual(await done(outcome('key-of-ann-2', bob)), { state: 'never' })
    await done(submit({}, ann, 'key-of-ann-2'))
  })

  test('is expired after 23 hours', async () => {
    assert.deepEqual(await done(outcome('key-of-old', ann, nowMs() - 23 * 3_600_000 - 1)), {
      state: 'expired',
    })
    await done(submit({}, ann, 'key-of-old'))
  })

  test('refuses an invalid key or time', async () => {
    for (const input of [
      { key: 'short', seen_at: 1 },
      { key: 'x'.repeat(129), seen_at: 1 },
      { key: 'with space', seen_at: 1 },
      { key: 'long-enough' },
      { key: 'long-enough', seen_at: -1 },
      { key: 'long-enough', seen_at: 'soon' },
    ])
      assert.equal(await reasonOf(call('outcome', input)), 'invalid_input', JSON.stringify(input))
  })

  function submitBody(): Fields {
    return { type: 1, forex_id: fixture.trading.idOf('EURUSD'), status: 1, cont: '0.10', multiple: '100' }
  }
})
