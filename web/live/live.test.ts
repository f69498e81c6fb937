import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import { createLiveClient, roundTrip, startLiveServer } from '#test/web/live-server.ts'
import type { Push } from '#web/live/topics.ts'

const ignore = () => undefined

test('subscribes with the first subscriber of a topic and unsubscribes with the last', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  await start()
  const [client] = server.clients
  const unsubscribe = live.subscribe('DAY_MARKET', ignore)
  const unsubscribeSecond = live.subscribe('DAY_MARKET', ignore)
  await roundTrip({ live, timers }, client)
  unsubscribe()
  unsubscribe()
  await roundTrip({ live, timers }, client)
  assert.deepEqual(client?.received, ['sub DAY_MARKET'])
  unsubscribeSecond()
  await roundTrip({ live, timers }, client)
  assert.deepEqual(client?.received, ['sub DAY_MARKET', 'unsub DAY_MARKET'])
})

test('sends nothing for a subscription removed within one tick', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  await start()
  const [client] = server.clients
  live.subscribe('KLINE.EURUSD', ignore)()
  await roundTrip({ live, timers }, client)
  assert.deepEqual(client?.received, [])
  const unsubscribe = live.subscribe('KLINE.EURUSD', ignore)
  unsubscribe()
  live.subscribe('KLINE.EURUSD', ignore)
  await roundTrip({ live, timers }, client)
  assert.deepEqual(client?.received, ['sub KLINE.EURUSD'])
})

test('delivers a push to every subscriber of its topic only', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  const pushes: string[] = []
  live.subscribe<number>('KLINE.A', ({ data, snapshot }) => pushes.push(`one ${data} ${snapshot}`))
  live.subscribe<number>('KLINE.A', ({ data }) => pushes.push(`two ${data}`))
  live.subscribe<number>('KLINE.B', () => pushes.push('other'))
  await start()
  server.clients[0]?.send({ topic: 'KLINE.A', data: 1, snapshot: true })
  server.clients[0]?.send({ topic: 'KLINE.A', data: 2 })
  await eventually(() => pushes.length === 4)
  assert.deepEqual(pushes, ['one 1 true', 'two 1', 'one 2 false', 'two 2'])
})

test('a second subscriber receives the merged snapshot after subscribe has returned', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  const pushes: unknown[] = []
  live.subscribe('DAY_MARKET', ({ data }) => pushes.push(data))
  await start()
  const first = { Id: 1, Bid: 1.1 }
  server.clients[0]?.send({ topic: 'DAY_MARKET', data: [first, { Id: 2, Bid: 5 }], snapshot: true })
  server.clients[0]?.send({ topic: 'DAY_MARKET', data: [{ Id: 2, Bid: 6 }] })
  await eventually(() => pushes.length === 2)
  const late: Push[] = []
  live.subscribe('DAY_MARKET', (push) => late.push(push))
  assert.deepEqual(late, [])
  await Promise.resolve()
  assert.deepEqual(late, [{ data: [first, { Id: 2, Bid: 6 }], snapshot: true }])
  await roundTrip({ live, timers }, server.clients[0])
  assert.deepEqual(server.clients[0]?.received, ['sub DAY_MARKET'])
})

test('keeps the cached state when screens change within one tick', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  const pushes: unknown[] = []
  const unsubscribe = live.subscribe('DAY_MARKET', ({ data }) => pushes.push(data))
  await start()
  server.clients[0]?.send({ topic: 'DAY_MARKET', data: [{ Id: 1 }], snapshot: true })
  await eventually(() => pushes.length === 1)
  unsubscribe()
  live.subscribe('DAY_MARKET', ({ data }) => pushes.push(data))
  await Promise.resolve()
  assert.deepEqual(pushes, [[{ Id: 1 }], [{ Id: 1 }]])
})

test('drops the cached state with the last subscriber', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  const pushes: unknown[] = []
  const unsubscribe = live.subscribe('KLINE.A', ({ data }) => pushes.push(data))
  await start()
  server.clients[0]?.send({ topic: 'KLINE.A', data: 1 })
  await eventually(() => pushes.length === 1)
  unsubscribe()
  await roundTrip({ live, timers }, server.clients[0])
  live.subscribe('KLINE.A', () => assert.fail('received outdated data'))
  await roundTrip({ live, timers }, server.clients[0])
})

test('delivers no push of a topic that was unsubscribed', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers } = createLiveClient(context, server.url)
  const unsubscribe = live.subscribe('KLINE.A', () => assert.fail('was unsubscribed'))
  await start()
  await roundTrip({ live, timers }, server.clients[0])
  unsubscribe()
  server.clients[0]?.send({ topic: 'KLINE.A', data: 1 })
  await roundTrip({ live, timers }, server.clients[0])
})

test('reports a handler that throws and still calls the others', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, errors } = createLiveClient(context, server.url)
  const pushes: unknown[] = []
  const wrong = new Error('a bug in a screen')
  live.subscribe('KLINE.A', () => {
    throw wrong
  })
  live.subscribe('KLINE.A', ({ data }) => pushes.push(data))
  await start()
  server.clients[0]?.send({ topic: 'KLINE.A', data: 1 })
  server.clients[0]?.send({ topic: 'KLINE.A', data: 2 })
  await eventually(() => pushes.length === 2)
  assert.deepEqual(errors.splice(0), [wrong, wrong])
})

test('a handler may unsubscribe itself and another one during a push', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  const pushes: string[] = []
  const unsubscribeFirst = live.subscribe('KLINE.A', () => {
    pushes.push('first')
    unsubscribeFirst()
    unsubscribeSecond()
  })
  const unsubscribeSecond = live.subscribe('KLINE.A', () => pushes.push('second'))
  live.subscribe('KLINE.A', () => pushes.push('third'))
  await start()
  server.clients[0]?.send({ topic: 'KLINE.A', data: 1 })
  await eventually(() => pushes.includes('third'))
  assert.deepEqual(pushes, ['first', 'third'])
})

test('ignores hostile frames and keeps the connection', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, errors, session, timers } = createLiveClient(context, server.url)
  const pushes: unknown[] = []
  live.subscribe('KLINE.A', ({ data }) => pushes.push(data))
  await start()
  const [client] = server.clients
  await roundTrip({ live, timers }, client)
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
  for (const frame of hostile) client?.send(frame)
  client?.socket.send(Buffer.from('{"topic":"KLINE.A","data":"binary"}'), { binary: true })
  client?.send({ topic: 'KLINE.A', data: 'good', snapshot: 'yes' })
  await eventually(() => pushes.length > 0)
  assert.deepEqual(pushes, ['good'])
  assert.deepEqual(errors, [])
  assert.equal(session.endings, 0)
  assert.equal(server.clients.length, 1)
})

test('lastSeen is the newest stamp of pushes and pongs', async (context) => {
  const server = await startLiveServer(context)
  const { live, start } = createLiveClient(context, server.url)
  await start()
  assert.equal(live.lastSeen(), undefined)
  const [client] = server.clients
  client?.send({ topic: 'DAY_MARKET', data: [], QuoteSeq: 5, Now: 1_000 })
  await eventually(() => live.lastSeen()?.nowMs === 1_000)
  client?.send({ cmd: 'pong', QuoteSeq: 5, Now: 2_000 })
  await eventually(() => live.lastSeen()?.nowMs === 2_000)
  client?.send({ topic: 'FOREX_CLOSED', data: [], QuoteSeq: 8, Now: 3_000 })
  await eventually(() => live.lastSeen()?.nowMs === 3_000)
  assert.deepEqual(live.lastSeen(), { quoteSeq: 8, nowMs: 3_000 })
})

test('lastSeen survives a reconnect and never goes back', async (context) => {
  const server = await startLiveServer(context)
  const { live, start, timers, isDown, isUp } = createLiveClient(context, server.url)
  await start()
  server.clients[0]?.send({ topic: 'DAY_MARKET', data: [], QuoteSeq: 5, Now: 1_000 })
  await eventually(() => live.lastSeen() !== undefined)
  server.clients[0]?.socket.terminate()
  await eventually(isDown)
  assert.deepEqual(live.lastSeen(), { quoteSeq: 5, nowMs: 1_000 })
  live.ensureConnected()
  await eventually(isUp)
  server.clients[1]?.send({ cmd: 'pong', QuoteSeq: 0, Now: 2_000 })
  server.clients[1]?.send({ topic: 'DAY_MARKET', data: [], QuoteSeq: 4, Now: 900 })
  await roundTrip({ live, timers }, server.clients[1])
  assert.deepEqual(live.lastSeen(), { quoteSeq: 5, nowMs: 2_000 })
})
