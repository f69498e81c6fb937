import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect as connectRaw } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { WebSocket } from 'ws'
import { createLimitKey } from '#server/gateway/gateway.ts'
import { createLive, type Live } from '#server/live/live.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createWords } from '#server/platform/words.ts'

const http = createServer()
const metrics = createMetrics()
let nowMs = 0
let live: Live
let address = ''

before(async () => {
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  live = createLive({
    clock,
    metrics,
    words: createWords(),
    webOrigins: ['https://m.example.com'],
    limitKeyOf: createLimitKey(['127.0.0.1']),
  })
  live.attach(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  address = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/v1/ws`
})

after(() => {
  http.closeAllConnections()
  http.close()
})

async function connect(at = address, origin?: string): Promise<WebSocket> {
  const socket = new WebSocket(at, origin === undefined ? {} : { origin })
  await once(socket, 'open')
  return socket
}

async function ask(socket: WebSocket, frame: string | Buffer): Promise<unknown> {
  socket.send(frame)
  const [data] = await once(socket, 'message')
  return JSON.parse(String(data))
}

async function statusOf(at: string, origin?: string): Promise<number | undefined> {
  const socket = new WebSocket(at, origin === undefined ? {} : { origin })
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  response.resume()
  return response.statusCode
}

/** How many of so many sockets a proxy may open for one address. */
async function openFrom(from: string, count: number): Promise<number> {
  const sockets = Array.from(
    { length: count },
    () => new WebSocket(address, { headers: { 'x-forwarded-for': from } }),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  for (const socket of sockets) socket.terminate()
  return sockets.length
}

function upgradeRequest(...headers: readonly string[]): string {
  const lines = ['GET /v1/ws HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', ...headers]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** The server has closed its side of every refused connection too. */
async function untilOnlySocketsAreLeft(): Promise<void> {
  const connections = promisify(http.getConnections.bind(http))
  const sockets = async () => (await metrics.sockets.get()).values[0]?.value
  while ((await connections()) !== (await sockets())) await new Promise(setImmediate)
}

describe('the live socket', () => {
  test('answers each command, in the language of the address', async () => {
    const socket = await connect(`${address}?lang=en`)
    assert.deepEqual(await ask(socket, '{"cmd":"ping"}'), { cmd: 'pong' })
    assert.deepEqual(await ask(socket, '{"cmd":"logout"}'), { cmd: 'logout', code: 1 })
    const login = await ask(socket, '{"cmd":"login","token":"abc"}')
    assert.deepEqual(login, { cmd: 'login', code: 999, msg: 'Your session has ended. Please log in again.' })
    const sub = await ask(socket, '{"cmd":"sub","topic":"NOWHERE"}')
    assert.deepEqual(sub, {
      cmd: 'sub',
      topic: 'NOWHERE',
      code: 0,
      msg: 'Please check “topic” and try again.',
    })
    socket.terminate()
  })

  const malformed = [
    '',
    'not json',
    '[]',
    'null',
    '5',
    '{}',
    '{"cmd":5}',
    '{"cmd":"fly"}',
    '{"cmd":"__proto__"}',
  ]
  for (const frame of malformed) {
    test(`answers ${JSON.stringify(frame)} with an error frame and stays open`, async () => {
      const socket = await connect()
      assert.deepEqual(await ask(socket, frame), {
        cmd: 'error',
        code: 0,
        msg: '部分資料無效，請檢查後再試。',
      })
      assert.deepEqual(await ask(socket, '{"cmd":"ping"}'), { cmd: 'pong' })
      socket.terminate()
    })
  }

  test('answers binary junk with an error frame', async () => {
    const socket = await connect()
    const answer = (await ask(socket, Buffer.from([0, 255, 1, 254]))) as { cmd: string }
    assert.equal(answer.cmd, 'error')
    socket.terminate()
  })

  test('closes on a frame that is too long', async () => {
    const socket = await connect()
    socket.send('x'.repeat(5000))
    const [code] = await once(socket, 'close')
    assert.equal(code, 1009)
  })

  test('closes on a flood of commands', async () => {
    const socket = await connect()
    for (let index = 0; index < 250; index++) socket.send('{"cmd":"ping"}')
    const [code] = await once(socket, 'close')
    assert.equal(code, 1008)
  })

  test('takes our own pages, the configured ones and programs, and nobody else', async () => {
    const host = new URL(address).host
    for (const origin of [`http://${host}`, 'https://m.example.com', undefined]) {
      const socket = await connect(address, origin)
      socket.terminate()
    }
    assert.equal(await statusOf(address, 'https://evil.example'), 403)
    assert.equal(await statusOf(address, 'null'), 403)
  })

  test('outlives clients that are refused and go away at once, or never close their side', async () => {
    const refused = upgradeRequest('Origin: https://evil.example')
    const port = Number(new URL(address).port)
    for (let index = 0; index < 20; index++) {
      const client = connectRaw({ port, host: '127.0.0.1', allowHalfOpen: true })
      client.on('error', () => {})
      client.write(refused)
      if (index % 2 === 0) client.resetAndDestroy()
      else await once(client.resume(), 'end')
    }
    const after = await connect()
    assert.deepEqual(await ask(after, '{"cmd":"ping"}'), { cmd: 'pong' })
    after.terminate()
    await untilOnlySocketsAreLeft()
  })

  test('takes a bounded number from one address', async () => {
    // The sockets of earlier tests may still be closing on this side.
    while ((await metrics.sockets.get()).values[0]?.value !== 0) await new Promise(setImmediate)
    const sockets = await Promise.all(Array.from({ length: 50 }, () => connect()))
    assert.equal(await statusOf(address), 429)
    for (const socket of sockets) socket.terminate()
  })

  test('counts those behind a trusted proxy by their own addresses', async () => {
    const statuses = ['198.51.100.1', '198.51.100.2'].map((from) => openFrom(from, 30))
    assert.deepEqual(await Promise.all(statuses), [30, 30])
  })

  test('lets go of a client that has gone silent, and only of that', async () => {
    const silent = await connect()
    const lively = await connect()
    nowMs += 119_000
    await ask(lively, '{"cmd":"ping"}')
    nowMs += 2_000
    live.dropQuiet()
    const [code] = await once(silent, 'close')
    assert.equal(code, 1006)
    assert.deepEqual(await ask(lively, '{"cmd":"ping"}'), { cmd: 'pong' })
    lively.terminate()
  })

  test('says goodbye when it stops, and takes nobody from then on', async () => {
    const socket = await connect()
    const deaf = connectRaw(Number(new URL(address).port), '127.0.0.1')
    deaf.write(upgradeRequest('Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='))
    await once(deaf, 'data')
    const goodbye = once(socket, 'close')
    await live.stop()
    assert.equal((await goodbye)[0], 1001)
    assert.equal(await statusOf(address), 503)
    deaf.destroy()
  })
})
