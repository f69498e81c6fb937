import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { connectTimeoutMs } from '#browser/live/connection.ts'
import { heartbeatBounds } from '#browser/live/heartbeat.ts'
import { createReconnectingConnection } from '#browser/live/reconnecting-connection.ts'
import { eventually } from '#test/eventually.ts'
import { fc } from '#test/fast-check.ts'
import { createLiveClient, roundTrip, startLiveServer } from '#test/web/live-server.ts'

const ignore = () => undefined

/** Accepts TCP connections and never answers. */
async function muteServer(context: TestContext) {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', ignore).resume()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  context.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/ws`, sockets }
}

test('notifies listeners of down, connecting and up', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  const seen: string[] = [live.state.getSnapshot()]
  live.state.subscribe(() => seen.push(live.state.getSnapshot()))
  await start()
  live.stop()
  assert.deepEqual(seen, ['down', 'connecting', 'up', 'down'])
})

test('ensureConnected opens one connection however often it is called', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, sockets, timers } = createLiveClient(context, server.url)
  live.ensureConnected()
  live.ensureConnected()
  await start()
  live.ensureConnected()
  await roundTrip({ live, timers }, server.clients[0])
  assert.equal(sockets.length, 1)
  assert.equal(server.clients.length, 1)
})

test('gives up a connection that is not open within 5 s and retries after the backoff', async (context) => {
  const mute = await muteServer(context)
  const { live, timers, sockets } = createLiveClient(context, mute.url)
  live.ensureConnected()
  await eventually(() => mute.sockets.length === 1)
  timers.advance(connectTimeoutMs - 1)
  assert.equal(live.state.getSnapshot(), 'connecting')
  timers.advance(1)
  assert.equal(live.state.getSnapshot(), 'down')
  assert.deepEqual(timers.pending(), [250])
  await eventually(() => mute.sockets[0]?.closed ?? false)
  timers.advance(250)
  assert.equal(sockets.length, 2)
  assert.equal(live.state.getSnapshot(), 'connecting')
})

test('pings every 5 s and gives up after 3 unanswered pings', async (context) => {
  const server = await startLiveServer(context)
  server.behaviour.answersPings = false
  const { start, timers, isDown } = createLiveClient(context, server.url)
  await start()
  for (const pings of [1, 2, 3]) {
    timers.advance(heartbeatBounds.pingEveryMs)
    await eventually(() => server.clients[0]?.pings === pings)
    assert.equal(isDown(), false)
  }
  timers.advance(heartbeatBounds.pingEveryMs - 1)
  assert.equal(isDown(), false)
  timers.advance(1)
  assert.equal(isDown(), true)
  assert.equal(server.clients[0]?.pings, 3)
})

test('a pong resets the count of unanswered pings', async (context) => {
  const server = await startLiveServer(context)
  server.behaviour.answersPings = false
  const { live, start, timers, isDown } = createLiveClient(context, server.url)
  await start()
  const [client] = server.clients
  const pushes: unknown[] = []
  live.subscribe('KLINE.A', ({ data }) => pushes.push(data))
  for (let round = 1; round <= 4; round += 1) {
    timers.advance(2 * heartbeatBounds.pingEveryMs)
    await eventually(() => client?.pings === 2 * round)
    client?.send({ cmd: 'pong' })
    client?.send({ topic: 'KLINE.A', data: round })
    await eventually(() => pushes.length === round)
  }
  assert.equal(isDown(), false)
})

test('reconnects after a server restart: login, all topics, then onReconnect', async (context) => {
  const before = await startLiveServer(context)
  const { live, start, session, timers, isDown, isUp } = createLiveClient(context, before.url)
  session.token = 'A'
  const reconnects: string[] = []
  const unsubscribeReconnects = live.onReconnect(() => reconnects.push(live.state.getSnapshot()))
  live.subscribe('DAY_MARKET', ignore)
  const unsubscribe = live.subscribe('KLINE.EURUSD', ignore)
  await start()
  await roundTrip({ live, timers }, before.clients[0])
  assert.deepEqual(reconnects, [])
  await before.stop()
  await eventually(isDown)
  // Changes made while down are not queued. Only the topics wanted at the time of the reconnect are sent.
  unsubscribe()
  for (let i = 0; i < 1_000; i += 1) live.subscribe('KLINE.GBPUSD', ignore)()
  live.subscribe('FOREX_TRADE', ignore)
  const after = await startLiveServer(context, before.port)
  timers.advance(500)
  await eventually(isUp)
  await eventually(() => after.clients[0]?.received.length === 3)
  await roundTrip({ live, timers }, after.clients[0])
  assert.deepEqual(after.clients[0]?.received, ['login A', 'sub DAY_MARKET', 'sub FOREX_TRADE'])
  assert.deepEqual(reconnects, ['up'])
  unsubscribeReconnects()
})

test('reports a reconnect handler that throws and calls the next one', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, errors, timers, isDown, isUp } = createLiveClient(context, server.url)
  let called = 0
  live.onReconnect(() => {
    throw new Error('a bug in a screen')
  })
  live.onReconnect(() => {
    called += 1
  })
  await start()
  server.clients[0]?.socket.terminate()
  await eventually(isDown)
  timers.advance(500)
  await eventually(isUp)
  assert.equal(called, 1)
  assert.equal(errors.splice(0).length, 1)
})

test('ignores frames and events of an old socket', async (context) => {
  const server = await startLiveServer(context)
  server.behaviour.answersPings = false
  const { live, start, timers, session, isUp } = createLiveClient(context, server.url)
  session.token = 'A'
  const pushes: unknown[] = []
  live.subscribe('KLINE.A', ({ data }) => pushes.push(data))
  await start()
  const [old] = server.clients
  // A paused server socket neither reads nor answers the closing handshake.
  old?.socket.pause()
  timers.advance(4 * heartbeatBounds.pingEveryMs)
  timers.advance(250)
  await eventually(() => isUp() && server.clients.length === 2)
  server.behaviour.answersPings = true
  await roundTrip({ live, timers }, server.clients[1])
  old?.send({ topic: 'KLINE.A', data: 'from the old one' })
  old?.send({ cmd: 'login', code: 999 })
  old?.send({ cmd: 'logout', code: 999 })
  old?.socket.terminate()
  await roundTrip({ live, timers }, server.clients[1])
  server.clients[1]?.send({ topic: 'KLINE.A', data: 'from the new one' })
  await eventually(() => pushes.length > 0)
  assert.deepEqual(pushes, ['from the new one'])
  assert.equal(isUp(), true)
  assert.equal(session.endings, 0)
  assert.equal(server.clients.length, 2)
})

test('keeps the backoff within its bounds for any random values', () => {
  const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const openSocket = () => {
    throw new Error('no network')
  }
  fc.assert(
    fc.property(fc.array(draw, { minLength: 1, maxLength: 30 }), (draws) => {
      const waits: { readonly delayMs: number; readonly run: () => void }[] = []
      const after = (delayMs: number, run: () => void) => {
        waits.push({ delayMs, run })
        return ignore
      }
      const random = () => draws[waits.length] ?? 0
      const kept = createReconnectingConnection(
        { url: () => '', openSocket, timers: { after }, random },
        { up: ignore, pong: ignore, pingMissed: ignore, frame: ignore, down: ignore },
      )
      kept.ensureConnected()
      for (let failures = 0; failures < draws.length; failures += 1) {
        const { delayMs = -1, run } = waits[failures] ?? {}
        assert.ok(delayMs >= 0 && delayMs < Math.min(15_000, 500 * 2 ** failures))
        run?.()
      }
      assert.equal(waits.length, draws.length + 1)
    }),
  )
})

test('the backoff grows with each failure and is reset by a pong', async (context) => {
  const server = await startLiveServer(context)
  const { live, timers, sockets, start, isDown, isUp } = createLiveClient(context, server.url)
  await start()
  const waits: number[] = []
  const fail = async () => {
    server.clients.at(-1)?.socket.terminate()
    await eventually(isDown)
    waits.push(timers.pending()[0] ?? -1)
    timers.advance(waits.at(-1) ?? 0)
    await eventually(() => isUp() && server.clients.length === sockets.length)
  }
  for (let failures = 0; failures < 7; failures += 1) await fail()
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, 4_000, 7_500, 7_500])
  // The pong is sent before this push, so it has arrived once the push has.
  let hasPush = false
  live.subscribe('KLINE.A', () => {
    hasPush = true
  })
  await roundTrip({ live, timers }, server.clients.at(-1))
  server.clients.at(-1)?.send({ topic: 'KLINE.A', data: 1 })
  await eventually(() => hasPush)
  await fail()
  assert.equal(waits.at(-1), 250)
})

for (const how of ['ensureConnected', 'wake'] as const) {
  test(`${how} connects at once during the backoff`, async (context) => {
    const server = await startLiveServer(context)
    const { live, start, timers, isDown, isUp } = createLiveClient(context, server.url)
    await start()
    server.clients[0]?.socket.terminate()
    await eventually(isDown)
    live[how]()
    assert.equal(live.state.getSnapshot(), 'connecting')
    await eventually(isUp)
    // The cancelled backoff opens no further connection.
    timers.advance(4_000)
    await roundTrip({ live, timers }, server.clients[1])
    assert.equal(server.clients.length, 2)
  })
}

test('wake drops a dead connection within 2 s and keeps a live one', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers, isDown, isUp } = createLiveClient(context, server.url)
  await start()
  const [client] = server.clients
  await roundTrip({ live, timers }, client)
  await eventually(() => timers.pending().length === 1)
  timers.advance(heartbeatBounds.checkMs)
  assert.equal(isUp(), true)
  server.behaviour.answersPings = false
  live.wake()
  live.wake()
  await eventually(() => client?.pings === 2)
  timers.advance(heartbeatBounds.checkMs - 1)
  assert.equal(isUp(), true)
  timers.advance(1)
  assert.equal(isDown(), true)
})

test('wake opens nothing before the first ensureConnected and after stop', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, sockets } = createLiveClient(context, server.url)
  live.wake()
  assert.equal(sockets.length, 0)
  await start()
  live.stop()
  live.wake()
  assert.equal(sockets.length, 1)
})

for (const when of ['connecting', 'up', 'waiting', 'logging in'] as const) {
  test(`stop while ${when} leaves no timer and no socket`, async (context) => {
    const server = await startLiveServer(context)
    const mute = await muteServer(context)
    server.behaviour.login = ignore
    const { live, start, timers, sockets, session, isDown } = createLiveClient(
      context,
      when === 'connecting' ? mute.url : server.url,
    )
    if (when === 'logging in') session.token = 'A'
    if (when === 'connecting') {
      live.ensureConnected()
      await eventually(() => mute.sockets.length === 1)
    } else await start()
    if (when === 'waiting') {
      server.clients[0]?.socket.terminate()
      await eventually(isDown)
    }
    live.stop()
    live.stop()
    assert.deepEqual(timers.pending(), [])
    assert.equal(live.state.getSnapshot(), 'down')
    const gone = () =>
      when === 'connecting' ? mute.sockets[0]?.closed === true : sockets[0]?.readyState === WebSocket.CLOSED
    await eventually(gone)
    timers.advance(60_000)
    assert.equal(sockets.length, 1)
  })
}

test('a listener may stop or reconnect during a state change', async (context) => {
  const server = await startLiveServer(context)
  const stopping = createLiveClient(context, server.url)
  stopping.session.token = 'A'
  stopping.live.state.subscribe(() => {
    if (stopping.isUp()) stopping.live.stop()
  })
  stopping.live.ensureConnected()
  await eventually(() => stopping.sockets[0]?.readyState === WebSocket.CLOSED)
  assert.deepEqual(stopping.timers.pending(), [])

  const reconnecting = createLiveClient(context, server.url)
  await reconnecting.start()
  const unsubscribe = reconnecting.live.state.subscribe(() => {
    if (reconnecting.isDown()) reconnecting.live.ensureConnected()
  })
  server.clients.at(-1)?.socket.terminate()
  await eventually(() => reconnecting.sockets.length === 2 && reconnecting.isUp())
  unsubscribe()
  reconnecting.timers.advance(1_000)
  assert.equal(reconnecting.sockets.length, 2)
})

test('an invalid URL counts as a failed attempt', async (context) => {
  const { live, timers, errors } = createLiveClient(context, 'not an address')
  live.ensureConnected()
  assert.equal(live.state.getSnapshot(), 'down')
  timers.advance(250)
  assert.deepEqual(timers.pending(), [500])
  assert.deepEqual(errors, [])
})

test('retries a refused connection without reporting an error', async (context) => {
  const server = await startLiveServer(context)
  await server.stop()
  const { live, timers, errors, isDown } = createLiveClient(context, server.url)
  live.ensureConnected()
  await eventually(isDown)
  assert.deepEqual(timers.pending(), [250])
  assert.deepEqual(errors, [])
})
