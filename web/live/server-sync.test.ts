import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import { createLiveClient, roundTrip, startLiveServer } from '#test/web/live-server.ts'
import { loginTimeoutMs } from '#web/live/server-sync.ts'

const ignore = () => undefined
const noAnswer = () => undefined
const ended = { cmd: 'logout', code: 999, msg: 'Please log in again' }

test('logs in once and subscribes to private topics after the answer', async (context) => {
  const server = await startLiveServer(context)
  server.behaviour.login = noAnswer
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  live.subscribe('FOREX_TRADE', ignore)
  live.subscribe('DAY_MARKET', ignore)
  await start()
  const [client] = server.clients
  live.sessionChanged()
  live.ensureConnected()
  await roundTrip({ live, timers }, client)
  assert.deepEqual(client?.received, ['login A', 'sub DAY_MARKET'])
  client?.send({ cmd: 'login', code: 1 })
  await eventually(() => client?.received.length === 3)
  assert.deepEqual(client?.received.slice(2), ['sub FOREX_TRADE'])
})

test('a visitor neither logs in nor subscribes to private topics', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  live.subscribe('FOREX_CLOSED', ignore)
  await start()
  await roundTrip({ live, timers }, server.clients[0])
  assert.deepEqual(server.clients[0]?.received, [])
})

test('logs in and out on a connection that is up', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, session, timers } = createLiveClient(context, server.url)
  live.subscribe('FOREX_TRADE', ignore)
  await start()
  const [client] = server.clients
  session.token = 'A'
  live.sessionChanged()
  await eventually(() => client?.received.length === 2)
  session.token = undefined
  live.sessionChanged()
  await roundTrip({ live, timers }, client)
  assert.deepEqual(client?.received, ['login A', 'sub FOREX_TRADE', 'unsub FOREX_TRADE', 'logout'])
})

test('a second user logs the first one out and receives no cached data of the first', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  const pushes: unknown[] = []
  live.subscribe('FOREX_TRADE', ({ data }) => pushes.push(data))
  await start()
  const [client] = server.clients
  await eventually(() => client?.received.includes('sub FOREX_TRADE') ?? false)
  client?.send({ topic: 'FOREX_TRADE', data: 'of A' })
  await eventually(() => pushes.length === 1)
  server.behaviour.login = noAnswer
  session.token = 'B'
  live.sessionChanged()
  live.subscribe('FOREX_TRADE', () => assert.fail('received the figures of another user'))
  // This push for A is still in flight while B logs in.
  client?.send({ topic: 'FOREX_TRADE', data: 'of A, late' })
  await roundTrip({ live, timers }, client)
  assert.deepEqual(client?.received, ['login A', 'sub FOREX_TRADE', 'unsub FOREX_TRADE', 'logout', 'login B'])
  assert.deepEqual(pushes, ['of A'])
})

test('sends nothing for a session that changes back within one tick', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  await start()
  session.token = undefined
  live.sessionChanged()
  session.token = 'A'
  live.sessionChanged()
  await roundTrip({ live, timers }, server.clients[0])
  assert.deepEqual(server.clients[0]?.received, ['login A'])
})

test('a login answered 999 ends the session once, and its token is not sent again', async (context) => {
  const server = await startLiveServer(context)
  server.behaviour.login = () => ({ cmd: 'login', code: 999, msg: 'Please log in again' })
  const invalid = { count: 0 }
  // Keeps the token, so that only the client's own record of refused tokens can prevent sending it again.
  const { live, start, session, timers, isDown, isUp } = createLiveClient(context, server.url, {
    sessionInvalid: () => {
      invalid.count += 1
    },
  })
  session.token = 'A'
  await start()
  await eventually(() => invalid.count === 1)
  live.sessionChanged()
  server.clients[0]?.socket.terminate()
  await eventually(isDown)
  timers.advance(500)
  await eventually(isUp)
  await roundTrip({ live, timers }, server.clients[1])
  assert.deepEqual(server.clients[1]?.received, [])
  assert.equal(invalid.count, 1)
})

for (const frame of [ended, { ...ended, cmd: 'login' }, { ...ended, cmd: 'sub', topic: 'FOREX_TRADE' }]) {
  test(`reports a session ended by ${frame.cmd} 999 once, and logs a new one in on the same connection`, async (context) => {
    const server = await startLiveServer(context)
    const { live, start, session, timers } = createLiveClient(context, server.url)
    session.token = 'A'
    live.subscribe('FOREX_TRADE', ignore)
    await start()
    const [client] = server.clients
    await eventually(() => client?.received.length === 2)
    client?.send(frame)
    client?.send(frame)
    await roundTrip({ live, timers }, client)
    await eventually(() => session.endings === 1)
    session.token = 'B'
    live.sessionChanged()
    await eventually(() => client?.received.length === 4)
    assert.deepEqual(client?.received, ['login A', 'sub FOREX_TRADE', 'login B', 'sub FOREX_TRADE'])
    assert.equal(session.endings, 1)
  })
}

test('a 999 about the previous session keeps the new one', async (context) => {
  const server = await startLiveServer(context)
  server.behaviour.login = noAnswer
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  live.subscribe('FOREX_TRADE', ignore)
  await start()
  const [client] = server.clients
  await roundTrip({ live, timers }, client)
  session.token = 'B'
  live.sessionChanged()
  await roundTrip({ live, timers }, client)
  client?.send({ cmd: 'login', code: 999 }) // The answer to A.
  client?.send(ended)
  client?.send({ cmd: 'login', code: 1 }) // The answer to B.
  await eventually(() => client?.received.includes('sub FOREX_TRADE') ?? false)
  assert.equal(session.endings, 0)
  assert.equal(session.token, 'B')
})

test('ignores a 999 after the user has logged out', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  await start()
  await roundTrip({ live, timers }, server.clients[0])
  session.token = undefined
  live.sessionChanged()
  await roundTrip({ live, timers }, server.clients[0])
  server.clients[0]?.send(ended)
  await roundTrip({ live, timers }, server.clients[0])
  assert.equal(session.endings, 0)
})

for (const code of [1, 429, 999]) {
  test(`ignores a login answered ${code} after the user has logged out`, async (context) => {
    const server = await startLiveServer(context)
    server.behaviour.login = noAnswer
    const client = createLiveClient(context, server.url)
    const { live, session } = client
    session.token = 'A'
    live.subscribe('FOREX_TRADE', ignore)
    await client.start()
    session.token = undefined
    live.sessionChanged()
    await roundTrip(client, server.clients[0])
    server.clients[0]?.send({ cmd: 'login', code })
    await roundTrip(client, server.clients[0])
    assert.deepEqual(server.clients[0]?.received, ['login A', 'logout'])
    assert.equal(client.isUp(), true)
    assert.equal(session.endings, 0)
  })
}

for (const [what, login] of [
  ['is not answered', noAnswer],
  ['is answered 429', () => ({ cmd: 'login', code: 429 })],
] as const) {
  test(`a login that ${what} is retried on a new connection`, async (context) => {
    const server = await startLiveServer(context)
    server.behaviour.login = login
    const { live, start, session, timers, isDown } = createLiveClient(context, server.url)
    session.token = 'A'
    live.subscribe('FOREX_TRADE', ignore)
    await start()
    if (login === noAnswer) timers.advance(loginTimeoutMs)
    await eventually(isDown)
    server.behaviour.login = () => ({ cmd: 'login', code: 1 })
    timers.advance(250)
    await eventually(() => server.clients[1]?.received.length === 2)
    assert.deepEqual(server.clients[1]?.received, ['login A', 'sub FOREX_TRADE'])
    assert.equal(session.endings, 0)
  })
}
