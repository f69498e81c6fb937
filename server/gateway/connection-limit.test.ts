import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messages as chinese } from '#i18n/server/hk.ts'
import { connectionLimits } from '#server/gateway/connection-limit.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { eventually } from '#test/eventually.ts'
import { listenRaw, parseAnswer } from '#test/gateway/raw-http.ts'

const call = 'GET /api/ok HTTP/1.1\r\nHost: x\r\nlang: hk\r\n\r\n'
const busy = { code: 0, msg: chinese['reason.busy'], data: { reason: 'busy' } }

/** A server with small limits. `open` opens a connection and waits until the server has counted it. */
async function listenLimited(
  context: Parameters<typeof listenRaw>[0],
  limits: Partial<typeof connectionLimits>,
  trustedProxies: readonly string[] = [],
) {
  const timers = createFakeTimers()
  const parts = { timers, trustedProxies, connectionLimits: { ...connectionLimits, ...limits } }
  const server = await listenRaw(context, parts, (app) => {
    app.get('/api/ok', async () => 'ok')
    app.get('/page', async () => 'page')
  })
  const { connections, connectionsRefused } = server.metrics
  const counted = async () => (await connections.get()).values[0]?.value ?? 0
  const refusedBy = async (limit: string) =>
    (await connectionsRefused.get()).values.find(({ labels }) => labels.limit === limit)?.value ?? 0
  const seen = async () => (await counted()) + (await refusedBy('server')) + (await refusedBy('address'))
  async function open(from?: string) {
    const before = await seen()
    const client = await server.connect(from)
    await eventually(async () => (await seen()) > before, 'the server has counted the connection')
    return client
  }
  return { ...server, timers, counted, refusedBy, open }
}

describe('connections beyond the limit of the server', () => {
  test('get an envelope in their language and are closed; the others work', async (context) => {
    const { open, counted, refusedBy } = await listenLimited(context, { maxOpen: 2 })
    const first = await open()
    await open()
    const third = await open()
    third.send(call)
    const { status, headers, body } = parseAnswer(await third.rest())
    assert.deepEqual([status, headers['connection'], JSON.parse(body)], [200, 'close', busy])
    first.send(call)
    await eventually(() => first.received().endsWith('ok'))
    assert.deepEqual([await counted(), await refusedBy('server')], [2, 1])
  })

  test('are admitted again when one has closed', async (context) => {
    const { open, counted } = await listenLimited(context, { maxOpen: 1 })
    const first = await open()
    first.socket.destroy()
    await eventually(async () => (await counted()) === 0)
    const second = await open()
    second.send(call)
    await eventually(() => second.received().endsWith('ok'))
  })

  test('get a status for a page and for a live socket', async (context) => {
    const { open } = await listenLimited(context, { maxOpen: 0 })
    const page = await open()
    page.send('GET /page HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.match(await page.rest(), /^HTTP\/1.1 503 /)
    const socket = await open()
    socket.send('GET /v1/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    assert.match(await socket.rest(), /^HTTP\/1.1 503 /)
  })

  test('are closed if they send no request in time', async (context) => {
    const { open, timers } = await listenLimited(context, { maxOpen: 0, refusalTimeoutMs: 5_000 })
    const client = await open()
    client.send('GET /api/ok HTTP/1.1\r\n')
    timers.advance(4_999)
    assert.equal(client.socket.destroyed, false)
    timers.advance(1)
    assert.equal(await client.rest(), '')
    assert.deepEqual(timers.pending(), [])
  })

  test('are closed at once while many others are being refused', async (context) => {
    const { open } = await listenLimited(context, { maxOpen: 0, maxRefusals: 2 })
    const waiting = await open()
    await open()
    assert.equal(await (await open()).rest(), '')
    waiting.send(call)
    await waiting.rest()
    const next = await open()
    next.send(call)
    assert.deepEqual(JSON.parse(parseAnswer(await next.rest()).body), busy)
  })
})

describe('connections beyond the limit of an address', () => {
  test('are refused, and those of another address are not', async (context) => {
    const { open, refusedBy } = await listenLimited(context, { maxOpenPerAddress: 1 })
    await open()
    const second = await open()
    second.send(call)
    assert.deepEqual(JSON.parse(parseAnswer(await second.rest()).body), busy)
    const other = await open('127.0.0.2')
    other.send(call)
    await eventually(() => other.received().endsWith('ok'))
    assert.equal(await refusedBy('address'), 1)
  })

  test('of a trusted proxy are not counted by address', async (context) => {
    const { open, refusedBy } = await listenLimited(context, { maxOpenPerAddress: 1 }, ['127.0.0.1'])
    await open()
    await open()
    assert.equal(await refusedBy('address'), 0)
  })
})
