import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messages } from '#i18n/server/en.ts'
import { createLiveHarness } from '#test/live/live-harness.ts'

const wrongTopic = 'Please check “topic” and try again.'
const sessionEnded = 'Your session has ended. Please log in again.'

describe('every command gets an answer', () => {
  const rows: readonly (readonly [object, object])[] = [
    [{ cmd: 'ping' }, { cmd: 'pong', QuoteSeq: 0, Now: 0 }],
    [{ cmd: 'logout' }, { cmd: 'logout', code: 1 }],
    [
      { cmd: 'login', token: 'nobody' },
      { cmd: 'login', code: 999, msg: sessionEnded },
    ],
    ...[undefined, null, true, 5, ['nobody'], [['nobody']], { token: 'nobody' }].map(
      (token) =>
        [
          { cmd: 'login', token },
          { cmd: 'login', code: 999, msg: sessionEnded },
        ] as const,
    ),
    [
      { cmd: 'sub', topic: 'DAY_MARKET' },
      { cmd: 'sub', topic: 'DAY_MARKET', code: 1 },
    ],
    ...['KLINE.EURUSD', 'KLINE.EURUSD.1min', 'KLINE.EURUSD.1day', 'KLINE.SAP.DE', 'KLINE.SAP.DE.5min'].map(
      (topic) =>
        [
          { cmd: 'sub', topic },
          { cmd: 'sub', topic, code: 1 },
        ] as const,
    ),
    ...['FOREX_TRADE', 'FOREX_CLOSED'].map(
      (topic) =>
        [
          { cmd: 'sub', topic },
          { cmd: 'sub', topic, code: 999, msg: sessionEnded },
        ] as const,
    ),
    ...['DAY_MARKET', 'KLINE.SAP.DE.60min', 'FOREX_TRADE'].map(
      (topic) =>
        [
          { cmd: 'unsub', topic },
          { cmd: 'unsub', topic, code: 1 },
        ] as const,
    ),
    ...[
      '',
      'NOWHERE',
      'day_market',
      'KLINE',
      'KLINE.',
      'KLINE.EURUSD.',
      'KLINE.EURUSD.2min',
      'KLINE.SAP',
      'KLINE.SAP.5min',
      'KLINE.NOBODY',
      '__proto__',
      'constructor',
      'KLINE.__proto__',
      'KLINE.EURUSD.__proto__',
    ].flatMap((topic) =>
      ['sub', 'unsub'].map(
        (cmd) =>
          [
            { cmd, topic },
            { cmd, topic, code: 0, msg: wrongTopic },
          ] as const,
      ),
    ),
    [
      { cmd: 'sub', topic: 'x'.repeat(3_000) },
      { cmd: 'sub', topic: 'x'.repeat(64), code: 0, msg: wrongTopic },
    ],
    ...[undefined, null, 5, ['DAY_MARKET'], { topic: 'DAY_MARKET' }].map(
      (topic) =>
        [
          { cmd: 'sub', topic },
          { cmd: 'sub', code: 0, msg: wrongTopic },
        ] as const,
    ),
  ]
  for (const [said, answer] of rows) {
    test(JSON.stringify(said).slice(0, 80), async (context) => {
      const { connect } = await createLiveHarness(context)
      const client = await connect()
      assert.deepEqual(await client.request(JSON.stringify(said)), answer)
    })
  }
})

test('a token that is no text is not looked up', async (context) => {
  const lookedUp: unknown[] = []
  const authenticate = async (token: string) => {
    lookedUp.push(token)
    return { userId: 1, sessionId: 1 }
  }
  const { connect } = await createLiveHarness(context, { authenticate })
  const client = await connect()
  for (const token of [['good'], { 0: 'good' }, true, 5, null]) {
    assert.equal((await client.request({ cmd: 'login', token }))['code'], 999)
  }
  assert.deepEqual(lookedUp, [])
  assert.equal((await client.request({ cmd: 'login', token: 'good' }))['code'], 1)
})

test('an invalid frame gets an error frame, and the socket stays open', async (context) => {
  const { connect } = await createLiveHarness(context)
  const client = await connect()
  const error = {
    cmd: 'error',
    code: 0,
    msg: messages['reason.invalid_input'],
  }
  const junk = ['', 'not json', '[]', '[{"cmd":"ping"}]', 'null', '5', '"ping"', '{}', '{"cmd":5}']
  const words = [
    '{"cmd":"fly"}',
    '{"cmd":"__proto__"}',
    '{"cmd":"PING"}',
    '{"cmd":["ping"]}',
    '{"cmd":"pong"}',
  ]
  const depths = ['['.repeat(4_000), '{"a":'.repeat(800)]
  for (const frame of [...junk, ...words, ...depths])
    assert.deepEqual(await client.request(frame), error, frame)
  for (const frame of [Buffer.from([0, 255, 1, 254]), Buffer.from('{"cmd":"ping"}'), Buffer.alloc(4_096)]) {
    assert.deepEqual(await client.request(frame), error)
  }
  assert.deepEqual(await client.request({ cmd: 'ping' }), { cmd: 'pong', QuoteSeq: 0, Now: 0 })
})

test('answers are in the language of the URL', async (context) => {
  const { connect, url } = await createLiveHarness(context)
  const client = await connect({}, url.replace('?lang=en', ''))
  assert.deepEqual(await client.request('{}'), { cmd: 'error', code: 0, msg: '部分資料無效，請檢查後再試。' })
})

test('a socket has at most 100 topics, and repeated or replaced ones do not count twice', async (context) => {
  const codes = Array.from({ length: 20 }, (_, index) => `M${index}`)
  const { connect, metric: figure } = await createLiveHarness(context, { codes })
  const client = await connect()
  const periods = ['1min', '5min', '15min', '30min', '60min']
  const topics = codes.flatMap((code) => periods.map((period) => `KLINE.${code}.${period}`))
  for (const topic of topics) assert.equal((await client.request({ cmd: 'sub', topic }))['code'], 1)
  assert.equal(await figure('liveSubscriptions'), 100)
  const tooMany = { cmd: 'sub', topic: 'DAY_MARKET', code: 0 }
  const msg = 'You can follow at most 100 topics on one connection.'
  assert.deepEqual(await client.request({ cmd: 'sub', topic: 'DAY_MARKET' }), { ...tooMany, msg })
  assert.equal((await client.request({ cmd: 'sub', topic: 'KLINE.M0.1min' }))['code'], 1)
  assert.equal((await client.request({ cmd: 'unsub', topic: 'KLINE.M0.1min' }))['code'], 1)
  assert.equal((await client.request({ cmd: 'sub', topic: 'DAY_MARKET' }))['code'], 1)
  assert.equal(await figure('liveSubscriptions'), 100)
})
