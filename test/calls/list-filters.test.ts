// Filters of the order list and the account log, with valid and hostile values, on the whole application.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { openDemo } from '#test/calls/app-users.ts'

let fixture: AppFixture
let ann: string
let bob: string
/** Ids of Ann's orders, by their final status. */
let ids: {
  readonly pending: number
  readonly open: number
  readonly cancelled: number
  readonly closed: number
}
let closedAtMs: number

async function change(path: string, body: object, token = ann): Promise<Envelope['data']> {
  const { code, msg, data } = await fixture.call({ url: `/v1/api/forex/${path}`, token, body })
  assert.equal(code, 1, `${msg} ${JSON.stringify(data)}`)
  return data
}

function submit(fields: object = {}): Promise<Envelope['data']> {
  const usual = {
    type: 1,
    forex_id: fixture.trading.idOf('EURUSD'),
    status: 1,
    cont: '0.10',
    multiple: '100',
  }
  return change('submit', { ...usual, ...fields })
}

before(async () => {
  fixture = await createAppFixture()
  ann = await openDemo(fixture, 'a'.repeat(32))
  bob = await openDemo(fixture, 'b'.repeat(32))
  fixture.trading.quote('EURUSD', 114_500, 114_510)
  const { Id: open } = await submit()
  const { Id: closed } = await submit()
  const { Id: pending } = await submit({ status: 0, target_price: '1.10000' })
  const { Id: cancelled } = await submit({ status: 0, target_price: '1.09000' })
  await change('cancel_trade', { id: cancelled })
  fixture.advance(60_000)
  fixture.trading.quote('EURUSD', 114_600, 114_610)
  closedAtMs = fixture.nowMs()
  await change('close', { id: closed })
  ids = { pending, open, cancelled, closed }
})
after(async () => await fixture.stop())

type Fields = Readonly<Record<string, unknown>>

function list(path: string, fields: Fields, token = ann): Promise<Envelope> {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return fixture.call({ url: `/v1/api/${path}?${query}`, token })
}

async function listed(fields: Fields, token = ann): Promise<readonly unknown[]> {
  const { code, msg, data } = await list('forex/my_deal', fields, token)
  assert.equal(code, 1, msg)
  const rows: readonly { readonly Id: number }[] = data.data
  return [rows.map(({ Id }) => Id), data.total, data.all_fact_profits]
}

const nothing = [[], 0, '0.000000']
const profit = '9.000000'

describe('order list', () => {
  test('finds an own order of any status by id, ignoring other filters', async () => {
    for (const [status, id] of Object.entries(ids)) {
      const [found, total] = await listed({ id, status: 3, forex_id: 999, from: 9, to: 1 })
      assert.deepEqual([found, total], [[id], 1], status)
    }
    assert.deepEqual(await listed({ id: ids.closed }), [[ids.closed], 1, profit])
  })

  test('does not find an order of another user by id', async () => {
    const none = await listed({ id: Number.MAX_SAFE_INTEGER }, bob)
    assert.deepEqual(none, nothing)
    for (const id of Object.values(ids)) assert.deepEqual(await listed({ id }, bob), none)
  })

  test('filters by market and by the time the order ended', async () => {
    const history = { status: 3, forex_id: fixture.trading.idOf('EURUSD') }
    assert.deepEqual(await listed(history), [[ids.closed, ids.cancelled], 2, profit])
    assert.deepEqual(await listed({ ...history, from: closedAtMs }), [[ids.closed], 1, profit])
    assert.deepEqual(await listed({ ...history, to: closedAtMs }), [[ids.cancelled], 1, '0.000000'])
    assert.deepEqual(await listed({ ...history, forex_id: fixture.trading.idOf('XAUUSD') }), nothing)
    assert.deepEqual(await listed({ status: 1, forex_id: fixture.trading.idOf('XAUUSD') }), nothing)
    assert.deepEqual(await listed({ ...history, limit: 1, page: 2 }), [[ids.cancelled], 2, profit])
  })

  const extremes: readonly Fields[] = [
    { status: 3, from: 1, to: 0 },
    { status: 3, from: 8_640_000_000_000_000, to: 8_640_000_000_000_000 },
    { status: 3, to: 0 },
    { status: 3, forex_id: 2_147_483_647 },
    { status: 1, forex_id: 2_147_483_647 },
    { id: 9_007_199_254_740_991 },
  ]
  for (const fields of extremes) {
    test(`is empty for ${JSON.stringify(fields)}`, async () => {
      assert.deepEqual(await listed(fields), nothing)
    })
  }

  test('is empty on the last possible page, with the full total', async () => {
    const allTime = { status: 3, from: 0, to: 8_640_000_000_000_000 }
    assert.deepEqual(await listed({ ...allTime, limit: 100 }), [[ids.closed, ids.cancelled], 2, profit])
    assert.deepEqual(await listed({ ...allTime, limit: 100, page: 10_000 }), [[], 2, profit])
  })
})

describe('account log', () => {
  const log = async (fields: Fields) => {
    const { code, msg, data } = await list('main/accountLog/forexChange', fields)
    assert.equal(code, 1, msg)
    const rows: readonly { readonly Type: number }[] = data.data
    return [rows.map(({ Type }) => Type), data.total]
  }

  test('filters by type and time', async () => {
    assert.deepEqual(await log({}), [[3, 4, 4, 7], 4])
    assert.deepEqual(await log({ type: 4 }), [[4, 4], 2])
    assert.deepEqual(await log({ type: 4, limit: 1, page: 2 }), [[4], 2])
    assert.deepEqual(await log({ type: 10 }), [[], 0])
    assert.deepEqual(await log({ from: closedAtMs }), [[3], 1])
    assert.deepEqual(await log({ to: closedAtMs }), [[4, 4, 7], 3])
    assert.deepEqual(await log({ from: closedAtMs, to: closedAtMs - 1 }), [[], 0])
    assert.deepEqual(await log({ from: 0, to: 8_640_000_000_000_000 }), [[3, 4, 4, 7], 4])
  })
})

describe('a list', () => {
  const deal = 'forex/my_deal'
  const log = 'main/accountLog/forexChange'
  const invalid: readonly (readonly [string, string, unknown])[] = [
    [deal, 'limit', 0],
    [deal, 'limit', 101],
    [log, 'limit', 0],
    [log, 'limit', 101],
    [deal, 'page', 0],
    [deal, 'page', 10_001],
    [deal, 'id', 0],
    [deal, 'id', '9007199254740993'],
    [deal, 'id', "1' or 1=1"],
    [deal, 'forex_id', 2_147_483_648],
    [deal, 'from', '99999999999999999999'],
    [deal, 'to', -1],
    [log, 'from', '1e400'],
    [log, 'to', '2026-01-01'],
    [log, 'type', 9],
    [log, 'type', 11],
  ]
  for (const [path, field, value] of invalid) {
    test(`${path} with ${field} ${JSON.stringify(value)} is refused`, async () => {
      const { code, data } = await list(path, { [field]: value })
      assert.deepEqual([code, data], [0, { reason: 'invalid_input', field }])
    })
  }
})
