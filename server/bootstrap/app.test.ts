import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { basicInfo } from '#contract/calls/settings.ts'
import { micros } from '#core/money/amounts.ts'
import { type AppParts, createApp } from '#server/bootstrap/app.ts'
import { startReview } from '#server/bootstrap/funds-modules.ts'
import { type SupportModules, startSupportModules } from '#server/bootstrap/support-modules.ts'
import { startUserModules, type UserModules } from '#server/bootstrap/user-modules.ts'
import { createCompanies } from '#server/companies/companies.ts'
import { createComplaints } from '#server/complaints/complaints.ts'
import { createFunds, type FundsReview } from '#server/funds/funds.ts'
import type { MarketDataService } from '#server/market-data/market-data.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createSettings, type Settings } from '#server/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createQuietMarketData } from '#test/market-data/quiet-market-data.ts'
import { createTestPasswords } from '#test/users/test-passwords.ts'

const builtDir = mkdtempSync(join(tmpdir(), 'openlot-built-'))
const logged: string[] = []
let nowMs = 0
const clock = { now: () => nowMs, elapsed: () => nowMs }
let database: TestDatabase
let settings: Settings
let marketData: MarketDataService
let userModules: UserModules
let fundsReview: FundsReview
let supportModules: SupportModules
let app: Awaited<ReturnType<typeof createApp>>

const config = {
  apiHost: 'same',
  webOrigins: ['https://m.example.com'],
  trustedProxies: [],
  countryHeader: undefined,
  metricsToken: undefined,
  rateLimits: true,
  socketsPerAddress: 50,
} as const

const accountConfig = {
  host: '127.0.0.1',
  dataDir: builtDir,
  delivery: {
    smtpUrl: undefined,
    mailFrom: 'a@example.com',
    smsUrl: undefined,
    smsSecret: undefined,
    outbox: true,
  },
  pushServices: [],
  publicUrl: undefined,
  firstOwner: { email: 'owner@example.com', password: undefined, totpSecret: undefined },
  secretKey: '0'.repeat(64),
} as const

async function unexpectedCall(): Promise<never> {
  throw new Error('these tests read no portfolio, no freezes and no codes')
}

const busyEngine: AppParts['engine'] = {
  submit: async () => ({ kind: 'busy' }),
  mayHaveUsed: () => false,
  outcomeOf: async () => ({ kind: 'busy' }),
  openAccount: async () => undefined,
  freezes: unexpectedCall,
  frozenCount: unexpectedCall,
}

function appWith(changes: Partial<AppParts>) {
  return createApp({
    config,
    builtDir,
    log: createLog('info', { write: (line) => logged.push(line) }),
    clock,
    timers: systemTimers,
    random: systemRandom,
    metrics: createMetrics(),
    translatorFor: createTranslators(),
    ready: [{ name: 'database', check: async () => true }],
    runOnce: (_, work) => work(),
    userModules,
    pool: database.pool,
    settings,
    marketData,
    engine: busyEngine,
    portfolio: { orders: unexpectedCall, funds: unexpectedCall, log: unexpectedCall },
    alerts: { list: unexpectedCall, add: unexpectedCall, remove: unexpectedCall },
    complaints: createComplaints({
      pool: database.pool,
      clock,
      timers: systemTimers,
      answerDays: () => 10,
      addNotices: unexpectedCall,
      onFiled: () => undefined,
    }),
    funds: createFunds({
      ...userModules,
      pool: database.pool,
      clock,
      log: createLog('silent'),
      engine: busyEngine,
      portfolio: { funds: unexpectedCall, boardWait: unexpectedCall, isFrozen: unexpectedCall },
      addNotices: unexpectedCall,
      codes: {
        verify: unexpectedCall,
        consume: unexpectedCall,
        consumeForNow: unexpectedCall,
        restore: unexpectedCall,
      },
      rules: {
        needsIdentity: () => true,
        needsCode: () => true,
        methodWaitHours: () => 24,
        secondOperatorFrom: () => micros(0),
      },
    }),
    fundsReview,
    companies: createCompanies({ pool: database.pool, settings }),
    support: supportModules.support,
    simulatedPrices: true,
    realOpening: { isBlocked: () => false },
    ...changes,
  })
}

before(async () => {
  for (const name of ['web', 'desk']) {
    mkdirSync(join(builtDir, name, 'assets'), { recursive: true })
    const meta =
      '<meta name="openlot-api-host" content="%API_HOST%"><meta name="openlot-prices" content="%PRICES%">'
    const page = `${meta}<title>${name}</title>`
    writeFileSync(join(builtDir, name, 'index.html'), page)
    writeFileSync(join(builtDir, name, 'assets', 'a-123.js'), 'export {}')
  }
  writeFileSync(join(builtDir, 'web', 'boot.js'), 'export {}')
  writeFileSync(join(builtDir, 'web', 'manifest.json'), '{"name":"Openlot"}')
  database = await createTestDatabase()
  // No other process changes settings in this test, so there is nothing to listen to.
  const listen = async () => () => {}
  settings = await createSettings({ pool: database.pool, listen, log: createLog('silent') })
  marketData = await createQuietMarketData(database, clock)
  userModules = await startUserModules({
    config: { ...config, ...accountConfig },
    pool: database.pool,
    listen,
    settings,
    clock,
    wallClock: clock,
    timers: createFakeTimers(),
    random: systemRandom,
    passwords: createTestPasswords(),
    log: createLog('silent'),
    metrics: createMetrics(),
    translatorFor: createTranslators(),
  })
  fundsReview = startReview({ ...userModules, pool: database.pool, clock, settings, engine: busyEngine })
  supportModules = await startSupportModules({
    ...userModules,
    config,
    pool: database.pool,
    listen,
    clock,
    timers: createFakeTimers(),
    random: systemRandom,
    log: createLog('silent'),
  })
  app = await appWith({})
})

beforeEach(() => {
  nowMs += 3_600_000
  logged.length = 0
})

after(async () => {
  await app.close()
  await supportModules.stop()
  await userModules.stop()
  settings.stop()
  await database.drop()
  rmSync(builtDir, { recursive: true })
})

const english = { lang: 'en' }

async function send(request: {
  method?: 'GET' | 'POST' | 'DELETE' | 'PUT'
  url: string
  payload?: string
  headers?: Record<string, string>
}) {
  const response = await app.inject({
    method: 'GET',
    ...request,
    headers: { ...english, ...request.headers },
  })
  return { status: response.statusCode, body: response.body, headers: response.headers }
}

describe('trading', () => {
  const logIn = async (letter: string) => {
    const { body } = await send({ url: `/api/user/createAccountDemoForU?demo_id=${letter.repeat(32)}` })
    return JSON.parse(body)
  }
  const reset = async (authorization: string) => {
    const { body } = await send({
      url: '/v1/api/main/user/resetForexDemoAccount',
      headers: { authorization },
    })
    return JSON.parse(body)
  }

  test('is limited to a burst of 100 per account', async () => {
    const [first, second] = [await logIn('1'), await logIn('2')]
    for (let count = 0; count < 100; count += 1) {
      assert.equal((await reset(first.data.token)).data.reason, 'busy')
    }
    const { code, data } = await reset(first.data.token)
    assert.deepEqual([code, data], [429, { retry_after: 1 }])
    assert.equal((await reset(second.data.token)).data.reason, 'busy')
    nowMs += 50
    assert.equal((await reset(first.data.token)).data.reason, 'busy')
    assert.equal((await reset(first.data.token)).code, 429)
  })

  const trade = async (authorization: string, path: string) => {
    const { body } = await send({ url: `/v1/api/forex/${path}`, headers: { authorization } })
    return JSON.parse(body)
  }
  const order = 'submit?type=1&forex_id=1&status=1&cont=0.1'

  test('closes with a burst of 500 per account after its other calls are used up', async () => {
    const { token } = (await logIn('4')).data
    for (let count = 0; count < 100; count += 1) assert.equal((await trade(token, order)).code, 0)
    assert.equal((await trade(token, order)).code, 429)
    const closing = [
      'close?id=1',
      'cancel_trade?id=1',
      'set_stop_price?id=1&stop_loss_price=0',
      'set_stop_price?id=1',
    ]
    for (let count = 0; count < 500; count += 1)
      assert.equal((await trade(token, closing[count % closing.length] ?? '')).data.reason, 'busy')
    assert.equal((await trade(token, 'close?id=1')).code, 429)
    nowMs += 60_000
    assert.equal((await trade(token, order)).code, 0)
  })

  test('counts a stop that is set like an order', async () => {
    const { token } = (await logIn('5')).data
    const stop = 'set_stop_price?id=1&stop_loss_price=1.05'
    for (let count = 0; count < 100; count += 1) assert.equal((await trade(token, stop)).data.reason, 'busy')
    assert.equal((await trade(token, stop)).code, 429)
    assert.equal((await trade(token, order)).code, 429)
    assert.equal((await trade(token, 'set_stop_price?id=1')).data.reason, 'busy')
  })

  test('closes although other calls have used up the limit of the address', async () => {
    const { token } = (await logIn('6')).data
    const read = async () => JSON.parse((await send({ url: '/api/basicSet/getBasicInfo' })).body).code
    while ((await read()) !== 429);
    assert.equal((await trade(token, order)).code, 429)
    assert.equal((await trade(token, 'close?id=1')).data.reason, 'busy')
  })

  test('closes although stops have used up the limit of the address for stops', async () => {
    const { token } = (await logIn('8')).data
    const stop = 'set_stop_price?id=1&stop_loss_price=1.05'
    for (let count = 0; count < 500; count += 1) await trade(token, stop)
    assert.equal((await trade(token, 'set_stop_price?id=1')).code, 429)
    for (let count = 0; count < 100; count += 1)
      assert.equal((await trade(token, 'close?id=1')).data.reason, 'busy')
  })

  test('passes a close to the engine before most orders of a burst that came first', async () => {
    const { token } = (await logIn('7')).data
    const submitted: string[] = []
    const turns: (() => void)[] = []
    const other = await appWith({
      config: { ...config, rateLimits: false },
      timers: {
        ...systemTimers,
        soon(run) {
          turns.push(run)
          return () => undefined
        },
      },
      engine: {
        ...busyEngine,
        submit: async (_, { kind }) => {
          submitted.push(kind)
          return { kind: 'busy' }
        },
      },
    })
    const post = (name: string) =>
      other.inject({
        method: 'POST',
        url: `/v1/api/forex/${name}`,
        headers: { authorization: token },
        payload: { id: 1 },
      })
    const orders = Array.from({ length: 400 }, () => post('reverse'))
    const closes = Array.from({ length: 10 }, () => post('close'))
    await Promise.all(closes)
    const count = (kind: string) => submitted.filter((other) => other === kind).length
    assert.deepEqual([count('close_order'), count('reverse_order')], [10, 64])
    const nextTurn = () => {
      for (const run of turns.splice(0)) run()
      return count('reverse_order') === 400
    }
    await eventually(nextTurn, 'all orders are submitted')
    await Promise.all(orders)
    await other.close()
  })

  test('may fail to open an account at login: the login succeeds and the failure is logged', async () => {
    const openAccount = async () => {
      throw new Error('no engine today')
    }
    const other = await appWith({ engine: { ...busyEngine, openAccount } })
    const { body } = await other.inject({ url: `/api/user/createAccountDemoForU?demo_id=${'3'.repeat(32)}` })
    assert.equal(JSON.parse(body).code, 1)
    assert.ok(logged.some((line) => line.includes('could not open a trading account at login')))
    await other.close()
  })
})

describe('calls', () => {
  test('answer in an envelope with the current settings', async () => {
    const first = await send({ url: '/api/default/setting?key=is_show_mobile' })
    assert.deepEqual([first.status, first.body], [200, '{"code":1,"msg":"","data":1}'])
    await settings.change('is_show_mobile', '0', 'test')
    const second = await send({ url: '/api/default/setting?key=is_show_mobile&t=1' })
    assert.equal(second.body, '{"code":1,"msg":"","data":0}')
  })

  test('answer in the shape of their schema', async () => {
    const { body } = await send({ url: '/api/basicSet/getBasicInfo' })
    assert.ok(Compile(basicInfo.answer).Check(JSON.parse(body).data))
  })

  test('do not reveal a setting that cannot be read by key', async () => {
    for (const key of ['withdraw_needs_identity', 'nonsense', '__proto__', '']) {
      const { body } = await send({ url: `/api/default/setting?key=${key}` })
      assert.deepEqual(JSON.parse(body), {
        code: 0,
        msg: 'Please check “key” and try again.',
        data: { reason: 'invalid_input', field: 'key' },
      })
    }
  })

  test('are rate limited per address, including invalid and unknown ones, with the time to retry', async () => {
    const url = '/api/basicSet/getBasicInfo'
    for (let call = 0; call < 100; call++) {
      assert.equal(JSON.parse((await send({ url: '/api/default/setting' })).body).code, 0)
      assert.equal(JSON.parse((await send({ url: '/v1/nowhere' })).body).code, 0)
    }
    assert.equal((await send({ url: '/healthz' })).status, 200)
    assert.equal(JSON.parse((await send({ url: '/%61pi/basicSet/getBasicInfo' })).body).code, 429)
    assert.deepEqual(JSON.parse((await send({ url })).body), {
      code: 429,
      msg: 'Too many requests. Please try again in 1 second.',
      data: { retry_after: 1 },
    })
    nowMs += 1000
    assert.equal(JSON.parse((await send({ url })).body).code, 1)
  })

  test('are rate limited per client of a trusted proxy, whatever its port', async (context) => {
    const proxied = await appWith({ config: { ...config, trustedProxies: ['127.0.0.1'] } })
    context.after(() => proxied.close())
    const callFrom = async (client: string) => {
      const headers = { 'x-forwarded-for': client }
      return (await proxied.inject({ url: '/v1/nowhere', headers })).json().code
    }
    for (let port = 1; port <= 200; port++) assert.equal(await callFrom(`203.0.113.7:${port}`), 0)
    assert.equal(await callFrom('203.0.113.7:201'), 429)
    assert.equal(await callFrom('203.0.113.7'), 429)
    assert.equal(await callFrom('203.0.113.8:1'), 0)
    for (let count = 1; count <= 200; count++) assert.equal(await callFrom(`nonsense ${count}`), 0)
    assert.equal(await callFrom('nonsense'), 429)
  })
})

describe('calls of visitors to support', () => {
  const ask = async (remoteAddress: string, name: string, thread?: string, body: object = {}) => {
    const headers = thread === undefined ? {} : { 'support-thread': thread }
    const url = `/api/support/${name}`
    return (await app.inject({ method: 'POST', url, payload: body, remoteAddress, headers })).json()
  }
  const open = async (address: string): Promise<string> => (await ask(address, 'open')).data.thread

  test('are limited to sixty at once of an address, and then one each second; reading is not', async () => {
    const [address, other] = ['203.0.113.20', '203.0.113.21']
    const thread = await open(address)
    for (let count = 1; count < 60; count++)
      assert.equal((await ask(address, count % 2 === 0 ? 'mark' : 'typing', thread)).code, 1)
    for (const name of ['open', 'mark', 'typing']) {
      const { code, data } = await ask(address, name, thread)
      assert.deepEqual([code, data], [429, { retry_after: 1 }], name)
    }
    assert.equal((await ask(address, 'send', thread, { text: 'hello' })).code, 429)
    const headers = { 'support-thread': thread }
    const read = await app.inject({ url: '/api/support/thread', remoteAddress: address, headers })
    assert.equal(read.json().code, 1)
    assert.equal((await ask(other, 'mark', thread)).code, 1)
    nowMs += 1000
    assert.deepEqual(
      [(await ask(address, 'mark', thread)).code, (await ask(address, 'mark', thread)).code],
      [1, 429],
    )
  })

  test('are limited to ten messages at once of a thread, and then one each second', async () => {
    const address = '203.0.113.22'
    const [thread, other] = [await open(address), await open(address)]
    const say = async (token: string) => (await ask(address, 'send', token, { text: 'hello' })).code
    for (let count = 0; count < 10; count++) assert.equal(await say(thread), 1)
    assert.equal(await say(thread), 429)
    assert.equal(await say(other), 1)
    nowMs += 1000
    assert.deepEqual([await say(thread), await say(thread)], [1, 429])
  })
})

describe('errors under the API', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  const path = '/api/default/setting?key=is_show_mobile'
  const table: readonly (readonly [string, Parameters<typeof send>[0], string])[] = [
    ['an unknown path', { url: '/api/nowhere' }, 'unknown_path'],
    ['an unknown path of the trading calls', { url: '/v1/nothing' }, 'unknown_path'],
    ['an unknown path of the console', { url: '/desk/api/nothing' }, 'unknown_path'],
    ['the bare prefix', { url: '/api' }, 'unknown_path'],
    ['another spelling of an unknown path', { url: '/ap%69/nowhere' }, 'unknown_path'],
    ['a malformed address', { url: '/api/%zz' }, 'unknown_path'],
    ['a wrong verb', { method: 'POST', url: path }, 'wrong_verb'],
    ['a wrong verb without a body', { method: 'DELETE', url: path }, 'wrong_verb'],
    ['an unsupported verb', { method: 'PUT', url: path }, 'wrong_verb'],
    [
      'malformed JSON',
      { method: 'POST', url: '/api/nowhere', payload: '{', headers: json },
      'malformed_body',
    ],
    [
      'a form too large',
      { method: 'POST', url: '/api/nowhere', payload: 'a=b&'.repeat(20_000), headers: form },
      'body_too_large',
    ],
    [
      'JSON too large',
      { method: 'POST', url: '/api/nowhere', payload: `"${'x'.repeat(70_000)}"`, headers: json },
      'body_too_large',
    ],
    [
      'a poisoned body',
      { method: 'POST', url: '/api/nowhere', payload: '{"__proto__":{"a":1}}', headers: json },
      'malformed_body',
    ],
  ]
  for (const [name, request, reason] of table) {
    test(`${name} is refused with ${reason}`, async () => {
      const { status, body, headers } = await send(request)
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), /application\/json/)
      const { code, msg, data } = JSON.parse(body)
      assert.deepEqual([code, data], [0, { reason }])
      assert.notEqual(msg, '')
    })
  }

  test('are sent in the language of the caller, and in hk by default', async () => {
    const msgIn = async (lang: string) =>
      JSON.parse((await send({ url: '/api/nowhere', headers: { lang } })).body).msg
    assert.equal(await msgIn('en'), 'There is nothing at this address.')
    for (const lang of ['hk', 'tw', 'zh-CN', 'xx', ''])
      assert.equal(await msgIn(lang), '此位址沒有任何內容。')
  })

  test('reveal only the id of a fault, which the log has in full', async () => {
    const broken = { ...settings, get: () => assert.fail('select secret from everything') }
    const faulty = await appWith({ settings: broken as Settings })
    const response = await faulty.inject({
      url: '/api/basicSet/getBasicInfo?token=hunter2',
      headers: english,
    })
    const { code, msg, data } = response.json()
    assert.equal(code, 500)
    assert.equal(
      msg,
      `Something went wrong on our side. If it happens again, please quote ${data.id} to support.`,
    )
    assert.doesNotMatch(response.body, /secret|AssertionError|at /)
    const written = logged.join('')
    assert.match(written, new RegExp(`"request":"${data.id}".*select secret from everything`))
    assert.doesNotMatch(written, /hunter2/)
    await faulty.close()
  })
})

describe('the log', () => {
  test('has one line per call, with its id and without query, headers or body', async () => {
    const response = await app.inject({
      url: '/api/default/setting?key=is_show_mobile&password=hunter2',
      headers: { ...english, authorization: 'Bearer hunter2', cookie: 'a=hunter2' },
    })
    const line = JSON.parse(logged.join(''))
    assert.equal(line.request, response.headers['x-request-id'])
    assert.deepEqual([line.verb, line.path, line.answer], ['GET', '/api/default/setting', 1])
    assert.doesNotMatch(logged.join(''), /hunter2|is_show_mobile/)
  })

  test('does not contain an unknown address', async () => {
    await send({ url: '/api/reset/hunter2' })
    assert.equal(JSON.parse(logged.join('')).path, 'unknown')
  })

  test('redacts secret fields at any level', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    log.info({ password: 'hunter2', user: { token: 'hunter2', deep: { auth_code: 'hunter2' } } }, 'careless')
    assert.doesNotMatch(lines.join(''), /hunter2/)
  })
})

describe('pages', () => {
  test('serve the app at every path under a strict content security policy', async () => {
    for (const url of ['/', '/trade', '/mine/wallet', '/order?type=3', '/nowhere']) {
      const { status, body, headers } = await send({ url })
      assert.equal(status, 200)
      assert.match(body, /content="same"><meta name="openlot-prices" content="simulated"><title>web/)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
      assert.doesNotMatch(policy, /unsafe|\*/)
      assert.equal(headers['cache-control'], 'no-cache')
    }
  })

  test('serve the console under /desk', async () => {
    for (const url of ['/desk', '/desk/', '/desk/users'])
      assert.match((await send({ url })).body, /<title>desk/)
    assert.match((await send({ url: '/desk-lamp' })).body, /<title>web/)
  })

  test('may connect to the API subdomain, and to no other host', async () => {
    const separate = await appWith({ config: { ...config, apiHost: 'subdomain' } })
    const { headers, body } = await separate.inject({ url: '/', headers: { host: 'm.example.com' } })
    assert.match(body, /content="subdomain"/)
    assert.match(
      String(headers['content-security-policy']),
      /connect-src 'self' https:\/\/api\.example\.com wss:\/\/api\.example\.com;/,
    )
    await separate.close()
  })

  test('frame the support link from the change of its setting on, unless it is copied or opened', async () => {
    const framed = async () => {
      const { headers } = await send({ url: '/mine/chat' })
      return /frame-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1]
    }
    assert.equal(await framed(), "'self'")
    await settings.change('service_link', 'https://help.example.com/chat', 'test')
    assert.equal(await framed(), 'https://help.example.com')
    await settings.change('service_link_type', '3', 'test')
    assert.equal(await framed(), "'self'")
    await settings.change('service_link_type', '1', 'test')
    await settings.change('service_link', '', 'test')
    assert.equal(await framed(), "'self'")
  })

  test('keep an invalid host name out of the policy', async () => {
    const separate = await appWith({ config: { ...config, apiHost: 'subdomain' } })
    for (const host of ["a.b; script-src * 'unsafe-inline'", 'evil.example, other', 'a b']) {
      const { headers } = await separate.inject({ url: '/', headers: { host } })
      assert.match(String(headers['content-security-policy']), /connect-src 'self';/)
    }
    await separate.close()
  })

  test('answer malformed requests with HTTP statuses', async () => {
    const range = await send({ url: '/boot.js', headers: { range: 'bytes=999999-' } })
    assert.equal(range.status, 416)
    const json = { 'content-type': 'application/json' }
    assert.equal((await send({ method: 'POST', url: '/trade', payload: '{', headers: json })).status, 400)
  })

  test('answer 404 for a missing file', async () => {
    for (const url of [
      '/assets/old-456.js',
      '/desk/assets/old.js',
      '/favicon.ico',
      '/index.html',
      '/../package.json',
    ]) {
      assert.notEqual((await send({ url })).status, 200, url)
    }
    assert.equal((await send({ method: 'POST', url: '/trade' })).status, 404)
  })

  test('let hashed files be cached for ever and others be revalidated', async () => {
    const built = await send({ url: '/assets/a-123.js' })
    assert.equal(built.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal((await send({ url: '/manifest.json' })).headers['cache-control'], 'no-cache')
    assert.equal((await send({ url: '/desk/assets/a-123.js' })).status, 200)
  })
})

describe('other origins', () => {
  test('may read answers only if configured', async () => {
    const originOf = async (origin: string) =>
      (await send({ url: '/api/basicSet/getBasicInfo', headers: { origin } })).headers[
        'access-control-allow-origin'
      ]
    assert.equal(await originOf('https://m.example.com'), 'https://m.example.com')
    assert.equal(await originOf('https://evil.example'), undefined)
  })
})

describe('probes', () => {
  test('distinguish a live process from a ready server', async () => {
    assert.equal((await send({ url: '/healthz' })).body, '{"status":"up"}')
    assert.equal((await send({ url: '/readyz' })).status, 200)
    const sources = () => [
      { name: 'forex:1', isLive: true },
      { name: 'crypto:2', isLive: false },
    ]
    const unready = await appWith({
      marketData: { ...marketData, sources },
      ready: [
        { name: 'database', check: async () => true },
        { name: 'feed', check: () => Promise.reject(new Error('down')) },
      ],
    })
    const response = await unready.inject('/readyz')
    assert.equal(response.statusCode, 503)
    assert.deepEqual(response.json(), {
      ready: false,
      parts: { database: 'ready', feed: 'not ready' },
      sources: { 'forex:1': 'live', 'crypto:2': 'silent' },
    })
    await unready.close()
  })

  test('report a silent price source without becoming unready', async () => {
    const silent = await appWith({
      marketData: { ...marketData, sources: () => [{ name: 'crypto:2', isLive: false }] },
    })
    const response = await silent.inject('/readyz')
    assert.equal(response.statusCode, 200)
    assert.deepEqual(response.json().sources, { 'crypto:2': 'silent' })
    await silent.close()
  })
})

describe('the OpenAPI document', () => {
  test('lists the served calls and their access', async () => {
    const document = JSON.parse((await send({ url: '/api/openapi.json' })).body)
    assert.equal(document.openapi, '3.1.0')
    const securityOf = (path: string, verb: string) => document.paths[path]?.[verb]?.security
    assert.equal(securityOf('/v1/api/forex/trade_list', 'get'), undefined)
    assert.deepEqual(securityOf('/api/user/info', 'get'), [{ session: [] }])
    const [parameter] = document.paths['/api/default/setting'].get.parameters
    assert.deepEqual([parameter.name, parameter.in, parameter.required], ['key', 'query', true])
  })

  test('does not show the calls of the operator console', async () => {
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const { body } = await send({ url })
      assert.match(body, /\/api\/user\/info/)
      assert.doesNotMatch(body, /\/desk\/api/)
    }
  })

  test('has a readable page without scripts', async () => {
    const { body, headers } = await send({ url: '/api/docs' })
    assert.match(body, /GET \/api\/default\/setting/)
    assert.doesNotMatch(body, /<script/)
    assert.match(String(headers['content-security-policy']), /style-src 'self' 'sha256-/)
  })
})
