// Price alerts through the whole application.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codes } from '#contract/envelope.ts'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser } from '#test/calls/app-users.ts'
import { eventually } from '#test/eventually.ts'

let fixture: AppFixture
let user: string
let demo: string
let marketId: number

before(async () => {
  fixture = await createAppFixture()
  user = (await registerUser(fixture, 'ann@example.com')).token
  demo = await openDemo(fixture)
  marketId = fixture.trading.idOf('EURUSD')
  fixture.trading.quote('EURUSD', 108_400, 108_410)
})
after(async () => await fixture.stop())

type Typed = Readonly<Record<string, unknown>>

async function add(typed: Typed, token: string | undefined = user, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const body = { forex_id: marketId, condition: 'above', price: '1.09', ...typed }
  return await fixture.call({ url: '/api/alert/add', token, body, headers })
}

async function list(token = user, query = '') {
  return (await fixture.call({ url: `/api/alert/list${query}`, token })).data
}

const remove = (id: number, token = user) => fixture.call({ url: '/api/alert/remove', token, body: { id } })

describe('price alerts', () => {
  test('are set, listed and removed', async () => {
    const level = await add({})
    const change = await add({ condition: 'change', percent: '1.5', repeats: 1 })
    assert.deepEqual([level.msg, change.code], ['Price alert set', codes.success])
    const { created_at, ...fields } = change.data
    assert.equal(created_at, new Date(fixture.nowMs()).toISOString())
    assert.deepEqual(fields, {
      id: change.data.id,
      forex_id: marketId,
      code: 'EURUSD',
      show_code: 'EUR/USD',
      condition: 'change',
      price: null,
      percent: '1.50',
      base: '1.08400',
      repeats: true,
      active: true,
      hit_at: null,
      hit_price: null,
    })
    assert.deepEqual(await list(), [change.data, level.data])
    assert.deepEqual(await list(user, `?forex_id=${marketId + 1}`), [])
    assert.equal((await remove(change.data.id)).msg, 'Price alert removed')
    assert.deepEqual(await list(), [level.data])
    assert.equal((await remove(change.data.id)).data.reason, 'not_found')
    await remove(level.data.id)
  })

  test('of another user are neither listed nor removed', async () => {
    const { data } = await add({}, demo)
    assert.deepEqual(await list(), [])
    assert.equal((await remove(data.id)).data.reason, 'not_found')
    assert.deepEqual(await list(demo), [data])
  })

  test('need a login', async () => {
    assert.equal((await add({}, '')).code, codes.sessionInvalid)
  })

  test('are set once for a key', async () => {
    const first = await add({}, user, 'price-alert-1')
    const again = await add({}, user, 'price-alert-1')
    assert.equal(first.code, codes.success, first.msg)
    assert.deepEqual(again, first)
    assert.equal((await list()).length, 1)
    await remove(first.data.id)
  })

  test('are refused with the reason, the field and the figures', async () => {
    const cases: readonly [Typed, unknown][] = [
      [{ price: '1.084' }, { reason: 'alert_reached', field: 'price', figures: { bid: '1.08400' } }],
      [
        { condition: 'below', price: '1.2' },
        { reason: 'alert_reached', field: 'price', figures: { bid: '1.08400' } },
      ],
      [{ price: '1.090001' }, { reason: 'invalid_price', field: 'price' }],
      [{ price: undefined }, { reason: 'price_required', field: 'price' }],
      [{ condition: 'change' }, { reason: 'invalid_input', field: 'percent' }],
      [
        { condition: 'change', percent: '100.01' },
        { reason: 'invalid_input', field: 'percent' },
      ],
      [{ forex_id: 1 }, { reason: 'invalid_input', field: 'forex_id' }],
      [
        { forex_id: fixture.trading.idOf('GBPUSD'), condition: 'change', percent: '1' },
        { reason: 'no_price' },
      ],
    ]
    for (const [typed, data] of cases) assert.deepEqual((await add(typed)).data, data)
    assert.match((await add({ price: '1.084' })).msg, /already 1\.08400/)
  })

  test('are at most fifty', async () => {
    const answers = await Promise.all(Array.from({ length: 51 }, () => add({})))
    const [refusal] = answers.filter(({ code }) => code === codes.refused)
    assert.deepEqual(refusal?.data, { reason: 'alerts_limit', figures: { limit: '50' } })
    for (const { id } of await list()) await remove(id)
  })

  test('can be set in a closed market and are told with the bid that hit them', async () => {
    fixture.trading.close('EURUSD')
    const { data } = await add({ price: '1.08405' })
    fixture.advance(1000)
    fixture.trading.quote('EURUSD', 108_406, 108_416)
    await eventually(async () => (await list())[0]?.active === false)
    const [hit] = await list()
    const hitAt = new Date(fixture.nowMs()).toISOString()
    assert.deepEqual(hit, { ...data, active: false, hit_at: hitAt, hit_price: '1.08406' })
    const notices = await fixture.call({ url: '/api/notice/list', token: user })
    const [{ kind, text, created_at }] = notices.data.data
    assert.deepEqual([kind, created_at], ['price_alert', hitAt])
    assert.match(text, /rose to .?1\.08406.*1\.08405.? or above/)
  })
})
