import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectRaw } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '#test/eventually.ts'
import { createLiveClient, rejectionStatus } from '#test/live/live-client.ts'
import { createLiveHarness, type LiveHarness } from '#test/live/live-harness.ts'

/** Opens sockets through a proxy that forwards this client address. Returns how many were opened. */
async function openFrom({ url }: LiveHarness, address: string, count: number): Promise<number> {
  const headers = { 'x-forwarded-for': address }
  const clients = Array.from({ length: count }, () => createLiveClient(url, headers))
  await Promise.all(clients.map((client) => client.open()))
  return clients.length
}

function upgradeRequest(...headers: readonly string[]): string {
  const lines = ['GET /v1/ws HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', ...headers]
  return `${lines.join('\r\n')}\r\n\r\n`
}

test('the live server accepts our own origin, configured origins and clients without one', async (context) => {
  const { url, connect } = await createLiveHarness(context)
  const { host } = new URL(url)
  for (const origin of [`http://${host}`, 'https://m.example.com']) await connect({ origin })
  await connect()
  for (const origin of ['https://evil.example', 'null', `http://${host}.evil.example`]) {
    assert.equal(await rejectionStatus(url, { origin }), 403)
  }
})

test('the live server survives rejected clients that disconnect at once or never close', async (context) => {
  const { port, http, connect, metric: figure } = await createLiveHarness(context)
  for (let index = 0; index < 20; index++) {
    const client = connectRaw({ port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => undefined)
    client.write(upgradeRequest('Origin: https://evil.example'))
    if (index % 2 === 0) client.resetAndDestroy()
    else await once(client.resume(), 'end')
  }
  const client = await connect()
  assert.equal((await client.request({ cmd: 'ping' }))['cmd'], 'pong')
  client.socket.terminate()
  const connections = promisify(http.getConnections.bind(http))
  await eventually(async () => (await connections()) === 0 && (await figure('sockets')) === 0)
})

test('the sockets of one address are limited', async (context) => {
  const { url, connect } = await createLiveHarness(context)
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const clients = await Promise.all(Array.from({ length: 50 }, () => connect(headers)))
  assert.equal(await rejectionStatus(url, headers), 429)
  clients[0]?.socket.terminate()
  await eventually(async () => {
    const client = createLiveClient(url, headers)
    return await client.open().then(
      () => true,
      () => false,
    )
  })
})

test('clients behind a trusted proxy are counted by their own addresses', async (context) => {
  const harness = await createLiveHarness(context)
  const opened = ['198.51.100.1', '198.51.100.2'].map((from) => openFrom(harness, from, 30))
  assert.deepEqual(await Promise.all(opened), [30, 30])
})

test('sockets of one client address are counted together, whatever its port', async (context) => {
  const harness = await createLiveHarness(context, { limits: { maxSocketsPerAddress: 2 } })
  await openFrom(harness, '198.51.100.1:1024', 1)
  await openFrom(harness, '198.51.100.1:1025', 1)
  assert.equal(await rejectionStatus(harness.url, { 'x-forwarded-for': '198.51.100.1:1026' }), 429)
  await openFrom(harness, '198.51.100.2:1024', 1)
})

test('a trusted proxy that names no client may have more sockets', async (context) => {
  const limits = { maxSocketsPerAddress: 2, maxSocketsPerProxy: 4 }
  const { url, connect } = await createLiveHarness(context, { limits })
  const client = { 'x-forwarded-for': '198.51.100.1' }
  for (let count = 0; count < 2; count += 1) await connect(client)
  assert.equal(await rejectionStatus(url, client), 429)
  for (let count = 0; count < 4; count += 1) await connect()
  assert.equal(await rejectionStatus(url), 429)
  // A client in a trusted network that the proxy names is a client like any other.
  assert.equal(await rejectionStatus(url, { 'x-forwarded-for': '127.0.0.1' }), 429)
})

test('the total number of sockets is limited', async (context) => {
  const harness = await createLiveHarness(context, { limits: { maxSockets: 3 } })
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await openFrom(harness, address, 1)
  assert.equal(await rejectionStatus(harness.url, { 'x-forwarded-for': '198.51.100.4' }), 503)
})

test('only the idle client is terminated', async (context) => {
  const { live, timers, connect } = await createLiveHarness(context)
  const silent = await connect()
  const lively = await connect()
  timers.advance(119_000)
  await lively.request({ cmd: 'ping' })
  timers.advance(2_000)
  live.closeIdle()
  assert.equal(await silent.closed(), 1006)
  assert.equal((await lively.request({ cmd: 'ping' }))['cmd'], 'pong')
})

test('a client with a half-closed connection is terminated', async (context) => {
  const { live, timers, port, metric: figure } = await createLiveHarness(context)
  const half = connectRaw({ port, host: '127.0.0.1', allowHalfOpen: true })
  half.on('error', () => undefined)
  half.write(upgradeRequest('Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='))
  await once(half, 'data')
  half.pause()
  assert.equal(await figure('sockets'), 1)
  timers.advance(121_000)
  live.closeIdle()
  await eventually(async () => (await figure('sockets')) === 0)
  half.destroy()
})

test('stop closes all sockets, rejects new ones and leaves no timer', async (context) => {
  const { live, url, port, timers, market, accounts, connect } = await createLiveHarness(context)
  const client = await connect()
  await client.request({ cmd: 'sub', topic: 'DAY_MARKET' })
  const deaf = connectRaw(port, '127.0.0.1')
  deaf.write(upgradeRequest('Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='))
  await once(deaf, 'data')
  const stopped = live.stop()
  assert.equal(await client.closed(), 1001)
  assert.equal(await rejectionStatus(url), 503)
  timers.advance(1_000)
  await stopped
  assert.deepEqual(timers.pending(), [])
  assert.equal(market.hasListeners() || accounts.hasListeners(), false)
  deaf.destroy()
})

test('the live server can be stopped in the middle of a flush', async (context) => {
  const slices: (() => void)[] = []
  const { live, timers, market, connect, flush } = await createLiveHarness(context, {
    slices,
    limits: { socketsPerSlice: 1 },
  })
  const clients = [await connect(), await connect()]
  for (const client of clients) await client.request({ cmd: 'sub', topic: 'DAY_MARKET' })
  market.quote('EURUSD', 100_000, 0)
  flush()
  assert.equal(slices.length, 1)
  await live.stop()
  assert.deepEqual(slices, [])
  assert.deepEqual(timers.pending(), [])
})
