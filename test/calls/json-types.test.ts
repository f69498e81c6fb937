// Every field of every call with a wrong JSON type, and with two values in a query or a form.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Call, verbsOf } from '#contract/call.ts'
import { deskProposals } from '#contract/desk/approvals.ts'
import { messages as english } from '#i18n/server/en.ts'
import { messages as chinese } from '#i18n/server/hk.ts'
import { findCalls } from '#test/calls/all-calls.ts'
import { type AppFixture, createAppFixture, type TestRequest } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser, signInOwner } from '#test/calls/app-users.ts'
import { plausibleFor } from '#test/calls/hostile-inputs.ts'

const calls = (await findCalls()).filter(
  // The fields beside a file come in a form of their own.
  ({ input, takesFile }) => Object.keys(input.properties).length > 0 && takesFile !== true,
)
let fixture: AppFixture
let tokens: { readonly user: string; readonly demo: string; readonly owner: string }
let openOrder: number
let untouched: unknown

before(async () => {
  fixture = await createAppFixture()
  const { token: user } = await registerUser(fixture, 'ann@example.com')
  tokens = { user, demo: await openDemo(fixture), owner: await signInOwner(fixture) }
  fixture.trading.quote('EURUSD', 114_500, 114_510)
  openOrder = await placeOrder()
  untouched = await contents()
})
after(async () => await fixture.stop())

async function placeOrder(): Promise<number> {
  const forex_id = fixture.trading.idOf('EURUSD')
  const body = { type: 1, forex_id, status: 1, cont: 0.1, multiple: 100 }
  const { code, msg, data } = await fixture.call({ url: '/v1/api/forex/submit', token: tokens.demo, body })
  assert.equal(code, 1, msg)
  return data.Id
}

function tokenFor({ access, path }: Call): string | undefined {
  // A thread of support is that of a session here. Without one, access would be refused before the input is checked.
  if (path.startsWith('/api/support/')) return tokens.demo
  if (access === 'anyone') return undefined
  if (access === 'user') return tokens.demo
  return access === 'real_user' ? tokens.user : tokens.owner
}

/** Input that passes the schema of the call. Trading calls are about an open order, which they could change. */
function validInput(call: Call): Readonly<Record<string, unknown>> {
  const ofThisTest: Readonly<Record<string, unknown>> = {
    id: openOrder,
    ids: [openOrder],
    user_id: 1,
    is_active: 1,
    reset: 1,
    value: '1',
    reason: 'because',
    frozen_at: '2026-01-01T00:00:00.000Z',
    ticket: '0'.repeat(32),
    demo_id: 'd'.repeat(32),
    front_pic: `/api/common/image?name=${'a'.repeat(32)}`,
    reverse_pic: `/api/common/image?name=${'b'.repeat(32)}`,
    app: 'web',
    charge_id: 1,
    wire_id: 1,
    draw_id: 1,
    draw_type: 1,
    draw_currency_id: 1,
    draw_method_id: 1,
    key: call.name === 'outcome' ? 'a-lost-call' : 'is_show_mobile',
    seen_at: fixture.nowMs(),
    seen_seq: 1_000_000,
    forex_id: fixture.trading.idOf('EURUSD'),
    before: 1,
    state: stateFor(call),
    code: 'EUR',
    protocol: '',
    kind: 'fiat',
    decimals: 2,
    currency_id: 1,
    is_on: 1,
    is_deposit_on: 1,
    is_payout_on: 1,
    fee_type: 1,
    result: 'credited',
    ...inputOfCalls[call.path],
    ...(call.name === 'withdrawal_step' ? { to: 'reviewing' } : {}),
  }
  const fields = Object.entries(call.input.properties)
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      allowedValue(field, ofThisTest[name]) ?? ofThisTest[name] ?? plausibleFor(call, name),
    ]),
  )
}

const day = '2026-01-05'
/** Fields whose pattern or meaning depends on the call. */
const inputOfCalls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/calendar/list': { from: day, to: day, currency: 'USD' },
  '/api/calendar/marks': { from: day, to: day },
  '/api/complaint/file': { orders: '1', deposits: '1', withdrawals: '1' },
  '/api/push/subscribe': {
    ...{ endpoint: 'https://push.example.com/1', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  },
  '/api/support/send': { images: 'a'.repeat(32) },
  '/desk/api/calendar/list': {
    ...{ month: '2026-01', from: Date.UTC(2026, 0), to: Date.UTC(2026, 1), currency: 'USD' },
  },
  '/desk/api/companies/save': { logo: 'a'.repeat(32) },
  '/desk/api/content/logo': { logo: 'a'.repeat(32) },
  '/desk/api/support/answer': { images: 'a'.repeat(32) },
  '/desk/api/support/save_canned': { language: 'en' },
}

/** The first option of a field that has no such option, and the least number of one without a value. */
function allowedValue(field: object, given: unknown): unknown {
  if ('enum' in field && Array.isArray(field.enum) && !field.enum.includes(given)) return field.enum[0]
  if ('type' in field && field.type === 'integer' && given === undefined)
    return 'minimum' in field ? field.minimum : 1
  return undefined
}

function stateFor({ name }: Call): string {
  if (name.includes('freezes')) return 'frozen'
  return name === deskProposals.name ? 'open' : 'waiting'
}

/** Values of another JSON type. Those that contain a valid value could be taken for it. */
function wrongValues(valid: unknown): readonly unknown[] {
  const ofList = [[true], [[openOrder]], [{}], [String(true)], [1.5]]
  if (Array.isArray(valid)) return [true, false, {}, ...ofList]
  return [true, false, [], [valid], [String(valid)], [[valid]], {}, { 0: valid, length: 1 }]
}

/** Followers and the lease holder write these by themselves, some time after the start. */
const inBackground = new Set(['follower_positions', 'notices', 'engine_leases'])

/** The content of all tables that a call may change. */
async function contents(): Promise<unknown> {
  const { rows } = await fixture.database.query(
    `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const names = rows.map((row) => String(row['table_name'])).filter((name) => !inBackground.has(name))
  // One statement: a connection for each table would be more than the database accepts.
  const parts = names.map(
    (name) =>
      `select '${name}' as name, count(*)::int as count, md5(string_agg(t::text, ',' order by t::text)) from "${name}" t`,
  )
  return (await fixture.database.query(parts.join(' union all '))).rows
}

async function assertRefused(request: TestRequest, field: string, lang: 'en' | 'hk' = 'en'): Promise<void> {
  const { code, msg, data } = await fixture.call({ ...request, headers: { lang } })
  const what = JSON.stringify(request)
  assert.deepEqual([code, data], [0, { reason: 'invalid_input', field }], what)
  const texts = lang === 'en' ? english : chinese
  assert.equal(msg, texts['reason.invalid_input.field'].replace('{field}', field), what)
}

describe('a wrong JSON type', () => {
  for (const call of calls.filter((call) => verbsOf(call).includes('POST'))) {
    test(`in any field of ${call.path} is refused`, async () => {
      const valid = validInput(call)
      const [url, token] = [call.path, tokenFor(call)]
      for (const [name, value] of Object.entries(valid)) {
        for (const wrong of wrongValues(value))
          await assertRefused({ url, token, body: { ...valid, [name]: wrong } }, name)
      }
      const [name = ''] = Object.keys(valid)
      await assertRefused({ url, token, body: { ...valid, [name]: {} } }, name, 'hk')
    })

    test(`in place of the body of ${call.path} is refused`, async () => {
      for (const body of [[], [validInput(call)], 'text', 5, true]) {
        const { code, data } = await fixture.call({ url: call.path, token: tokenFor(call), body })
        assert.deepEqual([code, data], [0, { reason: 'invalid_input' }], JSON.stringify(body))
      }
    })
  }
})

describe('two values of one field', () => {
  const scalar = (fields: object) =>
    Object.entries(fields).flatMap(([name, value]) => (Array.isArray(value) ? [] : [[name, String(value)]]))
  for (const call of calls) {
    test(`in a query or form of ${call.path} are refused`, async () => {
      const valid = validInput(call)
      const [url, token] = [call.path, tokenFor(call)]
      const lists = Array.isArray(valid['ids']) ? [['ids', String(valid['ids'])]] : []
      for (const [name = '', value = ''] of scalar(valid)) {
        const text = new URLSearchParams([...lists, ...scalar(valid), [name, value]]).toString()
        if (call.verb !== 'POST') await assertRefused({ url: `${url}?${text}`, token }, name)
        if (!verbsOf(call).includes('POST')) continue
        const headers = { 'content-type': 'application/x-www-form-urlencoded', lang: 'en' }
        const response = await fixture.raw({ method: 'POST', url, token, headers, payload: text })
        assert.deepEqual(response.json().data, { reason: 'invalid_input', field: name }, text)
      }
    })
  }
})

test('none of these requests changed anything', async () => {
  assert.deepEqual(await contents(), untouched)
})

test('numbers and their text are the same input, in JSON, forms and queries', async () => {
  const url = '/v1/api/forex/submit'
  const number = { type: 1, forex_id: fixture.trading.idOf('EURUSD'), status: 1, cont: 0.1, multiple: 100 }
  const text = Object.fromEntries(Object.entries(number).map(([name, value]) => [name, String(value)]))
  const requests = [
    { url, body: number },
    { url, body: text },
    { url, form: text },
  ]
  const query = { url: `${url}?${new URLSearchParams(text)}` }
  for (const request of [...requests, query]) {
    const { code, msg, data } = await fixture.call({ ...request, token: tokens.demo })
    assert.deepEqual([code, data.Quantity], [1, '0.10'], msg)
  }
})
