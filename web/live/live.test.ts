import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLiveClient, roundTrip, startLiveServer } from '#web/live/live-server.test.ts'
import type { Push } from '#web/live/topics.ts'
import { eventually } from '#web/platform/eventually.test.ts'

const ignore = () => undefined

test('a topic is subscribed with its first subscriber and left with its last', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  await start()
  const [visit] = server.visits
  const leave = live.subscribe('DAY_MARKET', ignore)
  const leaveToo = live.subscribe('DAY_MARKET', ignore)
  await roundTrip({ live, timers }, visit)
  leave()
  leave()
  await roundTrip({ live, timers }, visit)
  assert.deepEqual(visit?.received, ['sub DAY_MARKET'])
  leaveToo()
  await roundTrip({ live, timers }, visit)
  assert.deepEqual(visit?.received, ['sub DAY_MARKET', 'unsub DAY_MARKET'])
})

test('coming and going within one tick says the minimum', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  await start()
  const [visit] = server.visits
  live.subscribe('KLINE.EURUSD', ignore)()
  await roundTrip({ live, timers }, visit)
  assert.deepEqual(visit?.received, [])
  const leave = live.subscribe('KLINE.EURUSD', ignore)
  leave()
  live.subscribe('KLINE.EURUSD', ignore)
  await roundTrip({ live, timers }, visit)
  assert.deepEqual(visit?.received, ['sub KLINE.EURUSD'])
})

test('pushes go to every subscriber of their topic and to nobody else', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  const heard: string[] = []
  live.subscribe<number>('KLINE.A', ({ data, snapshot }) => heard.push(`one ${data} ${snapshot}`))
  live.subscribe<number>('KLINE.A', ({ data }) => heard.push(`two ${data}`))
  live.subscribe<number>('KLINE.B', () => heard.push('other'))
  await start()
  server.visits[0]?.send({ topic: 'KLINE.A', data: 1, snapshot: true })
  server.visits[0]?.send({ topic: 'KLINE.A', data: 2 })
  await eventually(() => heard.length === 4)
  assert.deepEqual(heard, ['one 1 true', 'two 1', 'one 2 false', 'two 2'])
})

test('a second subscriber is given what is known, whole, after subscribe has returned', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  const heard: unknown[] = []
  live.subscribe('DAY_MARKET', ({ data }) => heard.push(data))
  await start()
  const first = { Id: 1, Bid: 1.1 }
  server.visits[0]?.send({ topic: 'DAY_MARKET', data: [first, { Id: 2, Bid: 5 }], snapshot: true })
  server.visits[0]?.send({ topic: 'DAY_MARKET', data: [{ Id: 2, Bid: 6 }] })
  await eventually(() => heard.length === 2)
  const late: Push[] = []
  live.subscribe('DAY_MARKET', (push) => late.push(push))
  assert.deepEqual(late, [])
  await Promise.resolve()
  assert.deepEqual(late, [{ data: [first, { Id: 2, Bid: 6 }], snapshot: true }])
  await roundTrip({ live, timers }, server.visits[0])
  assert.deepEqual(server.visits[0]?.received, ['sub DAY_MARKET'])
})

test('what is known survives a change of screens within one tick, because the server will not say it again', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  const heard: unknown[] = []
  const leave = live.subscribe('DAY_MARKET', ({ data }) => heard.push(data))
  await start()
  server.visits[0]?.send({ topic: 'DAY_MARKET', data: [{ Id: 1 }], snapshot: true })
  await eventually(() => heard.length === 1)
  leave()
  live.subscribe('DAY_MARKET', ({ data }) => heard.push(data))
  await Promise.resolve()
  assert.deepEqual(heard, [[{ Id: 1 }], [{ Id: 1 }]])
})

test('what is known is dropped with the last subscriber, because nobody keeps it true', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  const heard: unknown[] = []
  const leave = live.subscribe('KLINE.A', ({ data }) => heard.push(data))
  await start()
  server.visits[0]?.send({ topic: 'KLINE.A', data: 1 })
  await eventually(() => heard.length === 1)
  leave()
  await roundTrip({ live, timers }, server.visits[0])
  live.subscribe('KLINE.A', () => assert.fail('it was told what nobody knows'))
  await roundTrip({ live, timers }, server.visits[0])
})

test('a push for a topic that was left is not delivered', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  const leave = live.subscribe('KLINE.A', () => assert.fail('it has left'))
  await start()
  await roundTrip({ live, timers }, server.visits[0])
  leave()
  server.visits[0]?.send({ topic: 'KLINE.A', data: 1 })
  await roundTrip({ live, timers }, server.visits[0])
})

test('a handler that throws is reported and disturbs nobody', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, errors } = createLiveClient(context, server.url)
  const heard: unknown[] = []
  const wrong = new Error('a bug in a screen')
  live.subscribe('KLINE.A', () => {
    throw wrong
  })
  live.subscribe('KLINE.A', ({ data }) => heard.push(data))
  await start()
  server.visits[0]?.send({ topic: 'KLINE.A', data: 1 })
  server.visits[0]?.send({ topic: 'KLINE.A', data: 2 })
  await eventually(() => heard.length === 2)
  assert.deepEqual(errors.splice(0), [wrong, wrong])
})

test('a handler may leave, and take another with it, while it is being told', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  const heard: string[] = []
  const leaveFirst = live.subscribe('KLINE.A', () => {
    heard.push('first')
    leaveFirst()
    leaveSecond()
  })
  const leaveSecond = live.subscribe('KLINE.A', () => heard.push('second'))
  live.subscribe('KLINE.A', () => heard.push('third'))
  await start()
  server.visits[0]?.send({ topic: 'KLINE.A', data: 1 })
  await eventually(() => heard.includes('third'))
  assert.deepEqual(heard, ['first', 'third'])
})

test('hostile frames are ignored, and the connection goes on', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, errors, session, timers } = createLiveClient(context, server.url)
  const heard: unknown[] = []
  live.subscribe('KLINE.A', ({ data }) => heard.push(data))
  await start()
  const [visit] = server.visits
  await roundTrip({ live, timers }, visit)
  const hostile = [
    '',
    '{',
    'null',
    '[]',
    '0',
    '"pong"',
    '{}',
    '\u0000',
    '{"topic":"KLINE.A"}',
    '{"topic":5,"data":1}',
    '{"topic":["KLINE.A"],"data":1}',
    '{"topic":"__proto__","data":1}',
    '{"topic":"constructor","data":1}',
    '{"cmd":"login"}',
    '{"cmd":"login","code":"1"}',
    '{"cmd":"login","code":1}',
    '{"cmd":"login","code":999}',
    '{"cmd":"logout","code":999}',
    '{"cmd":"sub","topic":"KLINE.A","code":0}',
    '{"cmd":{},"topic":"KLINE.A","data":1}',
    `{"topic":"KLINE.A","data":"${'x'.repeat(1_000_000)}"}`,
    '['.repeat(100_000),
    '{"cmd":"error","code":0,"msg":"unknown command"}',
  ]
  for (const frame of hostile) visit?.send(frame)
  visit?.socket.send(Buffer.from('{"topic":"KLINE.A","data":"binary"}'), { binary: true })
  visit?.send({ topic: 'KLINE.A', data: 'good', snapshot: 'yes' })
  await eventually(() => heard.length > 0)
  assert.deepEqual(heard, ['good'])
  assert.deepEqual(errors, [])
  assert.equal(session.endings, 0)
  assert.equal(server.visits.length, 1)
})

test('the last seen stamp is the newest of pushes and pongs', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  await start()
  assert.equal(live.lastSeen(), undefined)
  const [visit] = server.visits
  visit?.send({ topic: 'DAY_MARKET', data: [], QuoteSeq: 5, Now: 1_000 })
  await eventually(() => live.lastSeen()?.nowMs === 1_000)
  visit?.send({ cmd: 'pong', QuoteSeq: 5, Now: 2_000 })
  await eventually(() => live.lastSeen()?.nowMs === 2_000)
  visit?.send({ topic: 'FOREX_CLOSED', data: [], QuoteSeq: 8, Now: 3_000 })
  await eventually(() => live.lastSeen()?.nowMs === 3_000)
  assert.deepEqual(live.lastSeen(), { quoteSeq: 8, nowMs: 3_000 })
})

test('the last seen stamp survives a reconnect and never goes back', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers, isDown, isUp } = createLiveClient(context, server.url)
  await start()
  server.visits[0]?.send({ topic: 'DAY_MARKET', data: [], QuoteSeq: 5, Now: 1_000 })
  await eventually(() => live.lastSeen() !== undefined)
  server.visits[0]?.socket.terminate()
  await eventually(isDown)
  assert.deepEqual(live.lastSeen(), { quoteSeq: 5, nowMs: 1_000 })
  live.ensureConnected()
  await eventually(isUp)
  server.visits[1]?.send({ cmd: 'pong', QuoteSeq: 0, Now: 2_000 })
  server.visits[1]?.send({ topic: 'DAY_MARKET', data: [], QuoteSeq: 4, Now: 900 })
  await roundTrip({ live, timers }, server.visits[1])
  assert.deepEqual(live.lastSeen(), { quoteSeq: 5, nowMs: 2_000 })
})
