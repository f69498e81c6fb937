import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLiveClient, roundTrip, startLiveServer } from '#web/live/live-server.test.ts'
import { loginTimeoutMs } from '#web/live/server-sync.ts'
import { eventually } from '#web/platform/eventually.test.ts'

const ignore = () => undefined
const held = () => undefined
const ended = { cmd: 'logout', code: 999, msg: 'Please log in again' }

test('a connection logs in once, and private topics wait for the answer', async (context) => {
  const server = await startLiveServer(context)
  server.manners.login = held
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  live.subscribe('FOREX_TRADE', ignore)
  live.subscribe('DAY_MARKET', ignore)
  await start()
  const [visit] = server.visits
  live.sessionChanged()
  live.ensureConnected()
  await roundTrip({ live, timers }, visit)
  assert.deepEqual(visit?.received, ['login A', 'sub DAY_MARKET'])
  visit?.send({ cmd: 'login', code: 1 })
  await eventually(() => visit?.received.length === 3)
  assert.deepEqual(visit?.received.slice(2), ['sub FOREX_TRADE'])
})

test('a visitor never logs in, and private topics are not asked for', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  live.subscribe('FOREX_CLOSED', ignore)
  await start()
  await roundTrip({ live, timers }, server.visits[0])
  assert.deepEqual(server.visits[0]?.received, [])
})

test('logging in and out on a connection that is up', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, session, timers } = createLiveClient(context, server.url)
  live.subscribe('FOREX_TRADE', ignore)
  await start()
  const [visit] = server.visits
  session.token = 'A'
  live.sessionChanged()
  await eventually(() => visit?.received.length === 2)
  session.token = undefined
  live.sessionChanged()
  await roundTrip({ live, timers }, visit)
  assert.deepEqual(visit?.received, ['login A', 'sub FOREX_TRADE', 'unsub FOREX_TRADE', 'logout'])
})

test('another user logs the first one out, and is given nothing that was known of the first', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  const heard: unknown[] = []
  live.subscribe('FOREX_TRADE', ({ data }) => heard.push(data))
  await start()
  const [visit] = server.visits
  await eventually(() => visit?.received.includes('sub FOREX_TRADE') ?? false)
  visit?.send({ topic: 'FOREX_TRADE', data: 'of A' })
  await eventually(() => heard.length === 1)
  server.manners.login = held
  session.token = 'B'
  live.sessionChanged()
  live.subscribe('FOREX_TRADE', () => assert.fail('it is the figures of another user'))
  // Still under way when B arrived.
  visit?.send({ topic: 'FOREX_TRADE', data: 'of A, late' })
  await roundTrip({ live, timers }, visit)
  assert.deepEqual(visit?.received, ['login A', 'sub FOREX_TRADE', 'unsub FOREX_TRADE', 'logout', 'login B'])
  assert.deepEqual(heard, ['of A'])
})

test('a session that changes and changes back within one tick says nothing', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  await start()
  session.token = undefined
  live.sessionChanged()
  session.token = 'A'
  live.sessionChanged()
  await roundTrip({ live, timers }, server.visits[0])
  assert.deepEqual(server.visits[0]?.received, ['login A'])
})

test('a login answered 999 ends the session once, and that token is not shown again', async (context) => {
  const server = await startLiveServer(context)
  server.manners.login = () => ({ cmd: 'login', code: 999, msg: 'Please log in again' })
  const invalid = { times: 0 }
  // It does not even forget the token, so that only our own memory can keep it from being shown again.
  const { live, start, session, timers, isDown, isUp } = createLiveClient(context, server.url, {
    sessionInvalid: () => {
      invalid.times += 1
    },
  })
  session.token = 'A'
  await start()
  await eventually(() => invalid.times === 1)
  live.sessionChanged()
  server.visits[0]?.socket.terminate()
  await eventually(isDown)
  timers.advance(500)
  await eventually(isUp)
  await roundTrip({ live, timers }, server.visits[1])
  assert.deepEqual(server.visits[1]?.received, [])
  assert.equal(invalid.times, 1)
})

for (const frame of [ended, { ...ended, cmd: 'login' }, { ...ended, cmd: 'sub', topic: 'FOREX_TRADE' }]) {
  test(`a session the server ends with ${frame.cmd} 999 is told once; a new one logs in on the same connection`, async (context) => {
    const server = await startLiveServer(context)
    const { live, start, session, timers } = createLiveClient(context, server.url)
    session.token = 'A'
    live.subscribe('FOREX_TRADE', ignore)
    await start()
    const [visit] = server.visits
    await eventually(() => visit?.received.length === 2)
    visit?.send(frame)
    visit?.send(frame)
    await roundTrip({ live, timers }, visit)
    await eventually(() => session.endings === 1)
    session.token = 'B'
    live.sessionChanged()
    await eventually(() => visit?.received.length === 4)
    assert.deepEqual(visit?.received, ['login A', 'sub FOREX_TRADE', 'login B', 'sub FOREX_TRADE'])
    assert.equal(session.endings, 1)
  })
}

test('a 999 about the session before does not end the new one', async (context) => {
  const server = await startLiveServer(context)
  server.manners.login = held
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  live.subscribe('FOREX_TRADE', ignore)
  await start()
  const [visit] = server.visits
  await roundTrip({ live, timers }, visit)
  session.token = 'B'
  live.sessionChanged()
  await roundTrip({ live, timers }, visit)
  visit?.send({ cmd: 'login', code: 999 }) // The answer to A.
  visit?.send(ended)
  visit?.send({ cmd: 'login', code: 1 }) // The answer to B.
  await eventually(() => visit?.received.includes('sub FOREX_TRADE') ?? false)
  assert.equal(session.endings, 0)
  assert.equal(session.token, 'B')
})

test('a 999 after the user has logged out says nothing new', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, session, timers } = createLiveClient(context, server.url)
  session.token = 'A'
  await start()
  await roundTrip({ live, timers }, server.visits[0])
  session.token = undefined
  live.sessionChanged()
  await roundTrip({ live, timers }, server.visits[0])
  server.visits[0]?.send(ended)
  await roundTrip({ live, timers }, server.visits[0])
  assert.equal(session.endings, 0)
})

for (const code of [1, 429, 999]) {
  test(`a login answered ${code} after the user has logged out again changes nothing`, async (context) => {
    const server = await startLiveServer(context)
    server.manners.login = held
    const client = createLiveClient(context, server.url)
    const { live, session } = client
    session.token = 'A'
    live.subscribe('FOREX_TRADE', ignore)
    await client.start()
    session.token = undefined
    live.sessionChanged()
    await roundTrip(client, server.visits[0])
    server.visits[0]?.send({ cmd: 'login', code })
    await roundTrip(client, server.visits[0])
    assert.deepEqual(server.visits[0]?.received, ['login A', 'logout'])
    assert.equal(client.isUp(), true)
    assert.equal(session.endings, 0)
  })
}

for (const [what, login] of [
  ['is not answered', held],
  ['is answered neither yes nor no', () => ({ cmd: 'login', code: 429 })],
] as const) {
  test(`a login that ${what} is tried again on a new connection`, async (context) => {
    const server = await startLiveServer(context)
    server.manners.login = login
    const { live, start, session, timers, isDown } = createLiveClient(context, server.url)
    session.token = 'A'
    live.subscribe('FOREX_TRADE', ignore)
    await start()
    if (login === held) timers.advance(loginTimeoutMs)
    await eventually(isDown)
    server.manners.login = () => ({ cmd: 'login', code: 1 })
    timers.advance(250)
    await eventually(() => server.visits[1]?.received.length === 2)
    assert.deepEqual(server.visits[1]?.received, ['login A', 'sub FOREX_TRADE'])
    assert.equal(session.endings, 0)
  })
}
