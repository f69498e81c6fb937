// The QuoteSeq of a frame never exceeds that of the DAY_MARKET rows sent to the same socket.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import type { Frame, LiveClient } from '#test/live/live-client.ts'
import { createLiveHarness, type HarnessOptions, type LiveHarness } from '#test/live/live-harness.ts'

const ping = { cmd: 'ping' }

function stageOf(context: Parameters<typeof createLiveHarness>[0], options: HarnessOptions = {}) {
  return createLiveHarness(context, { authenticate: async () => ({ userId: 1, sessionId: 1 }), ...options })
}

/** A socket of user 1, subscribed to these topics in this order. All frames so far have been read. */
async function subscribeTo(harness: LiveHarness, topics: readonly string[]): Promise<LiveClient> {
  const client = await harness.connect()
  await client.request({ cmd: 'login', token: 'user' })
  for (const topic of topics) await client.request({ cmd: 'sub', topic })
  await client.framesSoFar()
  return client
}

function stampsOf(frames: readonly Frame[]): readonly (readonly unknown[])[] {
  return frames.map(({ cmd, topic, QuoteSeq, Now }) => [topic ?? cmd, QuoteSeq, Now])
}

async function pongSeq(client: LiveClient): Promise<unknown> {
  return (await client.request(ping))['QuoteSeq']
}

test('quote pushes, account pushes and pongs carry the sequence and the time', async (context) => {
  const harness = await stageOf(context)
  const client = await subscribeTo(harness, ['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED'])
  harness.market.changeState('EURUSD', 'open')
  harness.market.quote('EURUSD', 100_000, 0)
  harness.accounts.setProfit(1, 1_000_000, 2)
  harness.flush()
  harness.accounts.closeOrders(1, [7])
  assert.deepEqual(stampsOf(await client.framesSoFar()), [
    ['DAY_MARKET', 2, 250],
    ['FOREX_TRADE', 2, 250],
    ['FOREX_CLOSED', 2, 250],
  ])
  harness.timers.advance(100)
  assert.deepEqual(await client.request(ping), { cmd: 'pong', QuoteSeq: 2, Now: 350 })
})

test('frames before the first event carry the latest stored sequence', async (context) => {
  const { marketData } = await stageWithQuotes(context, 5)
  const harness = await stageOf(context, { marketData })
  const client = await harness.connect()
  assert.equal(await pongSeq(client), 5)
  await client.request({ cmd: 'sub', topic: 'DAY_MARKET' })
  assert.equal((await client.next())['QuoteSeq'], 5)
  assert.equal(await pongSeq(client), 5)
})

async function stageWithQuotes(context: Parameters<typeof createLiveHarness>[0], count: number) {
  const { market } = await stageOf(context)
  for (let step = 0; step < count; step++) market.quote('EURUSD', 100_000 + step, step)
  return market
}

test('a pong before the flush of a state change carries the older sequence', async (context) => {
  const harness = await stageOf(context)
  harness.market.quote('EURUSD', 100_000, 0)
  const client = await subscribeTo(harness, ['DAY_MARKET'])
  assert.equal(await pongSeq(client), 1, 'that of the snapshot')
  harness.market.changeState('EURUSD', 'stale')
  assert.equal(await pongSeq(client), 1)
  harness.flush()
  assert.deepEqual(stampsOf(await client.framesSoFar()), [['DAY_MARKET', 2, 250]])
  assert.equal(await pongSeq(client), 2)
})

test('an account push before the flush of a state change carries the older sequence', async (context) => {
  const harness = await stageOf(context)
  harness.market.quote('EURUSD', 100_000, 0)
  const client = await subscribeTo(harness, ['DAY_MARKET', 'FOREX_CLOSED'])
  harness.market.changeState('EURUSD', 'stale')
  harness.accounts.setProfit(1, 1_000_000, 2)
  harness.accounts.closeOrders(1, [7])
  client.send({ cmd: 'sub', topic: 'FOREX_TRADE' })
  const [closed, , figures] = await client.framesSoFar()
  assert.deepEqual([closed?.['topic'], closed?.['QuoteSeq']], ['FOREX_CLOSED', 1])
  assert.deepEqual([figures?.['topic'], figures?.['QuoteSeq']], ['FOREX_TRADE', 1])
  assert.equal(
    (figures?.['data'] as Frame | undefined)?.['QuoteSeq'],
    2,
    'the figures name their own sequence',
  )
})

test('figures sent before the quotes of the same flush carry the older sequence', async (context) => {
  const harness = await stageOf(context)
  const client = await subscribeTo(harness, ['FOREX_TRADE', 'DAY_MARKET'])
  harness.market.quote('EURUSD', 100_000, 0)
  harness.accounts.setProfit(1, 1_000_000, 1)
  harness.flush()
  assert.deepEqual(stampsOf(await client.framesSoFar()), [
    ['FOREX_TRADE', 0, 250],
    ['DAY_MARKET', 1, 250],
  ])
})

test('a socket that is not flushed yet keeps its older sequence', async (context) => {
  const slices: (() => void)[] = []
  const harness = await stageOf(context, { slices, limits: { socketsPerSlice: 1 } })
  const first = await subscribeTo(harness, ['DAY_MARKET', 'FOREX_CLOSED'])
  const second = await subscribeTo(harness, ['DAY_MARKET', 'FOREX_CLOSED'])
  harness.market.quote('EURUSD', 100_000, 0)
  harness.flush()
  harness.market.changeState('EURUSD', 'open')
  harness.accounts.closeOrders(1, [7])
  const seqs = async (client: LiveClient) => (await client.framesSoFar()).map(({ QuoteSeq }) => QuoteSeq)
  assert.deepEqual(await seqs(first), [1, 1])
  assert.deepEqual(await seqs(second), [0])
  assert.deepEqual([await pongSeq(first), await pongSeq(second)], [1, 0])
  slices.shift()?.()
  await second.next()
  assert.equal(await pongSeq(second), 1)
})

test('a socket without DAY_MARKET gets the latest sequence', async (context) => {
  const harness = await stageOf(context)
  const silent = await harness.connect()
  const client = await subscribeTo(harness, ['FOREX_TRADE', 'FOREX_CLOSED', 'KLINE.EURUSD'])
  const left = await subscribeTo(harness, ['DAY_MARKET'])
  await left.request({ cmd: 'unsub', topic: 'DAY_MARKET' })
  harness.market.changeState('EURUSD', 'open')
  harness.accounts.closeOrders(1, [7])
  assert.deepEqual(stampsOf(await client.framesSoFar()), [['FOREX_CLOSED', 1, 0]])
  for (const one of [silent, client, left]) assert.equal(await pongSeq(one), 1)
})

const codes = Array.from({ length: 100 }, (_, index) => `M${index}`)

test('a slow client gets the sequence of its last rows until it catches up', async (context) => {
  const harness = await stageOf(context, { codes })
  const client = await subscribeTo(harness, ['DAY_MARKET', 'FOREX_CLOSED'])
  client.socket.pause()
  for (let step = 1; (await harness.metric('liveFramesSkipped')) === 0; step++) {
    for (const code of codes) harness.market.quote(code, 100_000 + step, step)
    harness.flush()
  }
  harness.market.changeState('M0', 'stale')
  harness.flush()
  harness.accounts.closeOrders(1, [7])
  client.send(ping)
  client.send({ cmd: 'unsub', topic: 'KLINE.M0' })
  client.socket.resume()
  const received: Frame[] = []
  while (received.at(-1)?.['cmd'] !== 'unsub') received.push(await client.next())
  const sent = received.findLast(({ topic }) => topic === 'DAY_MARKET')?.['QuoteSeq']
  const between = received.filter(({ topic, cmd }) => topic === 'FOREX_CLOSED' || cmd === 'pong')
  assert.deepEqual(
    between.map(({ QuoteSeq }) => QuoteSeq),
    [sent, sent],
  )
  await eventually(() => harness.streams[0]?.writableLength === 0)
  harness.flush()
  const { snapshot, QuoteSeq: newest } = await client.next()
  assert.equal(snapshot, true)
  assert.ok(Number(newest) > Number(sent))
  assert.equal(await pongSeq(client), newest)
})

test('a socket without a first snapshot gets 0', async (context) => {
  const harness = await stageOf(context, { limits: { slowAboveBytes: -1 } })
  harness.market.quote('EURUSD', 100_000, 0)
  const client = await subscribeTo(harness, ['DAY_MARKET'])
  assert.equal(await pongSeq(client), 0)
})
