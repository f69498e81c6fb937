import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ServerKey } from '#i18n/server/en.ts'
import { messages as english } from '#i18n/server/en.ts'
import { messages as chinese } from '#i18n/server/hk.ts'
import { eventually } from '#test/eventually.ts'
import { connectRaw, listenRaw, parseAnswer, type RawClient, webOrigin } from '#test/gateway/raw-http.ts'

/** Long enough for the bytes of a test to arrive first. */
const short = { headMs: 250, requestMs: 300, checkEveryMs: 10 }
const long = { headMs: 60_000, requestMs: 60_000, checkEveryMs: 60_000 }

/** Asserts an envelope with this refusal on a connection that the server closes. */
async function assertRefused(
  client: RawClient,
  reason: string,
  messages: Record<ServerKey, string> = english,
) {
  const { status, headers, body } = parseAnswer(await client.rest())
  assert.equal(status, 200)
  assert.deepEqual(JSON.parse(body), {
    code: 0,
    msg: messages[`reason.${reason}` as ServerKey],
    data: { reason },
  })
  const { connection, 'content-type': type, 'cache-control': cache } = headers
  assert.deepEqual([connection, type, cache], ['close', 'application/json; charset=utf-8', 'no-store'])
  return headers
}

async function assertStatus(client: RawClient, expected: number) {
  const { status, headers } = parseAnswer(await client.rest())
  assert.deepEqual(
    [status, headers['connection'], headers['content-type']],
    [expected, 'close', 'text/plain'],
  )
}

describe('a request that takes too long', () => {
  test('within its body gets an envelope in its language', async (context) => {
    const { connect, logged } = await listenRaw(context, { timeouts: short }, (app) =>
      app.post('/api/slow', async () => 'never'),
    )
    const client = await connect()
    client.send('POST /api/slow HTTP/1.1\r\nHost: x\r\nlang: hk\r\nContent-Type: application/json\r\n')
    client.send(`Origin: ${webOrigin}\r\nContent-Length: 100\r\n\r\n{"a":`)
    const headers = await assertRefused(client, 'request_timeout', chinese)
    assert.equal(headers['access-control-allow-origin'], webOrigin)
    assert.ok(!logged.some((line) => line.includes('a call failed')))
  })

  test('within its head gets an envelope in English, because its path is unknown', async (context) => {
    const { connect } = await listenRaw(context, { timeouts: short })
    const client = await connect()
    client.send('GET /api/default/setting HTTP/1.1\r\nHost: x\r\n')
    await assertRefused(client, 'request_timeout')
  })

  test('for a page gets a status', async (context) => {
    const { connect } = await listenRaw(context, { timeouts: short }, (app) =>
      app.post('/page', async () => ''),
    )
    const client = await connect()
    client.send(
      'POST /page HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await assertStatus(client, 408)
  })

  test('without a single byte is closed without an answer', async (context) => {
    const { connect } = await listenRaw(context, { timeouts: short })
    assert.equal(await (await connect()).rest(), '')
  })
})

describe('a malformed request', () => {
  const call = 'GET /api/default/setting HTTP/1.1\r\nHost: x\r\n'
  const rows: readonly (readonly [string, string, string, Record<ServerKey, string>?])[] = [
    ['without a colon in a header', `${call}lang: en\r\nno colon\r\n\r\n`, 'malformed_body', english],
    ['in another language', `${call}lang: hk\r\nno colon\r\n\r\n`, 'malformed_body', chinese],
    [
      'with two lengths',
      `${call}lang: en\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      'malformed_body',
    ],
    ['with too large a head', `${call}lang: en\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'body_too_large'],
    [
      'with an invalid chunk in its body',
      'POST /api/slow HTTP/1.1\r\nHost: x\r\nlang: en\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
      'malformed_body',
    ],
  ]
  for (const [name, text, reason, messages] of rows) {
    test(`${name} gets an envelope under an API path`, async (context) => {
      const { connect } = await listenRaw(context, { timeouts: long }, (app) =>
        app.post('/api/slow', async () => 'never'),
      )
      const client = await connect()
      client.send(text)
      await assertRefused(client, reason, messages)
    })
  }

  const statuses: readonly (readonly [string, string | Buffer, number])[] = [
    ['for a page', 'GET / HTTP/1.1\r\nno colon\r\n\r\n', 400],
    ['for a page, with too large a head', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['of another protocol', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3]), 400],
  ]
  for (const [name, bytes, status] of statuses) {
    test(`${name} gets a status`, async (context) => {
      const { connect } = await listenRaw(context, { timeouts: long })
      const client = await connect()
      client.send(bytes)
      await assertStatus(client, status)
    })
  }

  test('behind an unanswered request closes the connection without an answer', async (context) => {
    const reached = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const { connect } = await listenRaw(context, { timeouts: long }, (app) =>
      app.get('/api/wait', async () => {
        reached.resolve()
        await gate.promise
        return 'done'
      }),
    )
    const client = await connect()
    client.send('GET /api/wait HTTP/1.1\r\nHost: x\r\n\r\n')
    await reached.promise
    client.send('GET /api/wait HTTP/1.1\r\nno colon\r\n\r\n')
    assert.equal(await client.rest(), '', 'the client would take it for the answer to its first request')
    gate.resolve()
  })
})

describe('while the server stops', () => {
  /** A server that has begun to stop, with a connection on which a call is still running. */
  async function stopDuringCall(context: Parameters<typeof listenRaw>[0]) {
    const reached = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const { app, port, connect } = await listenRaw(context, { timeouts: long }, (server) => {
      server.get('/api/wait', async () => {
        reached.resolve()
        await gate.promise
        return 'first'
      })
      server.get('/api/next', async () => 'must not run')
      server.get('/page', async () => 'must not run')
    })
    const client = await connect()
    client.send('GET /api/wait HTTP/1.1\r\nHost: x\r\n\r\n')
    await reached.promise
    const stopped = app.close()
    const isClosed = () =>
      connectRaw(port).then(
        ({ socket }) => !socket.destroy(),
        () => true,
      )
    await eventually(isClosed, 'the port is closed')
    return { client, stopped, finish: gate.resolve }
  }

  test('a running call finishes, and a later one gets an envelope', async (context) => {
    const { client, stopped, finish } = await stopDuringCall(context)
    client.send(`GET /api/next HTTP/1.1\r\nHost: x\r\nlang: hk\r\nOrigin: ${webOrigin}\r\n\r\n`)
    finish()
    const [, first = '', second = ''] = (await client.rest()).split('HTTP/1.1 ')
    assert.match(first, /^200 OK.*first$/s)
    const { status, headers, body } = parseAnswer(`HTTP/1.1 ${second}`)
    const { connection, 'access-control-allow-origin': allowed } = headers
    assert.deepEqual([status, connection, allowed], [200, 'close', webOrigin])
    assert.deepEqual(JSON.parse(body), { code: 0, msg: chinese['reason.busy'], data: { reason: 'busy' } })
    await stopped
  })

  test('a page gets the status 503', async (context) => {
    const { client, stopped, finish } = await stopDuringCall(context)
    client.send('GET /page HTTP/1.1\r\nHost: x\r\n\r\n')
    finish()
    const [, , second = ''] = (await client.rest()).split('HTTP/1.1 ')
    assert.match(second, /^503 .*connection: close.*not available\n$/is)
    await stopped
  })
})
