// Which QuoteSeq and Now frames carry: never a sequence beyond the DAY_MARKET rows that the same socket has been sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, LiveClient } from '#test/live/live-client.ts'
import {
  createLiveHarness,
  eventually,
  type HarnessOptions,
  type LiveHarness,
} from '#test/live/live-harness.ts'

const ping = { cmd: 'ping' }

function stageOf(context: Parameters<typeof createLiveHarness>[0], options: HarnessOptions = {}) {
  return createLiveHarness(context, { identify: async () => ({ userId: 1, sessionId: 1 }), ...options })
}

/** A socket of user 1 that follows these topics, in this order, and has heard everything so far. */
async function follow(stage: LiveHarness, topics: readonly string[]): Promise<LiveClient> {
  const client = await stage.connect()
  await client.ask({ cmd: 'login', token: 'user' })
  for (const topic of topics) await client.ask({ cmd: 'sub', topic })
  await client.heardByNow()
  return client
}

function stampsOf(frames: readonly Frame[]): readonly (readonly unknown[])[] {
  return frames.map(({ cmd, topic, QuoteSeq, Now }) => [topic ?? cmd, QuoteSeq, Now])
}

async function pongSeq(client: LiveClient): Promise<unknown> {
  return (await client.ask(ping))['QuoteSeq']
}

test('every quote push, account push and pong carries the sequence and the time', async (context) => {
  const stage = await stageOf(context)
  const client = await follow(stage, ['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED'])
  stage.market.changeState('EURUSD', 'open')
  stage.market.quote('EURUSD', 100_000, 0)
  stage.own.show(1, 1_000_000, 2)
  stage.flush()
  stage.own.left(1, [7])
  assert.deepEqual(stampsOf(await client.heardByNow()), [
    ['DAY_MARKET', 2, 250],
    ['FOREX_TRADE', 2, 250],
    ['FOREX_CLOSED', 2, 250],
  ])
  stage.timers.advance(100)
  assert.deepEqual(await client.ask(ping), { cmd: 'pong', QuoteSeq: 2, Now: 350 })
})

test('before any event frames carry the newest sequence of the stored quotes', async (context) => {
  const { marketData } = await stageWithQuotes(context, 5)
  const stage = await stageOf(context, { marketData })
  const client = await stage.connect()
  assert.equal(await pongSeq(client), 5)
  await client.ask({ cmd: 'sub', topic: 'DAY_MARKET' })
  assert.equal((await client.next())['QuoteSeq'], 5)
  assert.equal(await pongSeq(client), 5)
})

async function stageWithQuotes(context: Parameters<typeof createLiveHarness>[0], count: number) {
  const { market } = await stageOf(context)
  for (let step = 0; step < count; step++) market.quote('EURUSD', 100_000 + step, step)
  return market
}

test('a pong between a change of state and its flush does not run ahead of the rows', async (context) => {
  const stage = await stageOf(context)
  stage.market.quote('EURUSD', 100_000, 0)
  const client = await follow(stage, ['DAY_MARKET'])
  assert.equal(await pongSeq(client), 1, 'that of the snapshot')
  stage.market.changeState('EURUSD', 'stale')
  assert.equal(await pongSeq(client), 1)
  stage.flush()
  assert.deepEqual(stampsOf(await client.heardByNow()), [['DAY_MARKET', 2, 250]])
  assert.equal(await pongSeq(client), 2)
})

test('account pushes between a change of state and its flush do not run ahead either', async (context) => {
  const stage = await stageOf(context)
  stage.market.quote('EURUSD', 100_000, 0)
  const client = await follow(stage, ['DAY_MARKET', 'FOREX_CLOSED'])
  stage.market.changeState('EURUSD', 'stale')
  stage.own.show(1, 1_000_000, 2)
  stage.own.left(1, [7])
  client.say({ cmd: 'sub', topic: 'FOREX_TRADE' })
  const [closed, , figures] = await client.heardByNow()
  assert.deepEqual([closed?.['topic'], closed?.['QuoteSeq']], ['FOREX_CLOSED', 1])
  assert.deepEqual([figures?.['topic'], figures?.['QuoteSeq']], ['FOREX_TRADE', 1])
  assert.equal(
    (figures?.['data'] as Frame | undefined)?.['QuoteSeq'],
    2,
    'the figures name their own sequence',
  )
})

test('figures that are sent before the quotes of the same flush do not run ahead of them', async (context) => {
  const stage = await stageOf(context)
  const client = await follow(stage, ['FOREX_TRADE', 'DAY_MARKET'])
  stage.market.quote('EURUSD', 100_000, 0)
  stage.own.show(1, 1_000_000, 1)
  stage.flush()
  assert.deepEqual(stampsOf(await client.heardByNow()), [
    ['FOREX_TRADE', 0, 250],
    ['DAY_MARKET', 1, 250],
  ])
})

test('a socket whose turn in a flush has not come keeps its older sequence', async (context) => {
  const turns: (() => void)[] = []
  const stage = await stageOf(context, { turns, limits: { socketsPerSlice: 1 } })
  const first = await follow(stage, ['DAY_MARKET', 'FOREX_CLOSED'])
  const second = await follow(stage, ['DAY_MARKET', 'FOREX_CLOSED'])
  stage.market.quote('EURUSD', 100_000, 0)
  stage.flush()
  stage.market.changeState('EURUSD', 'open')
  stage.own.left(1, [7])
  const seqs = async (client: LiveClient) => (await client.heardByNow()).map(({ QuoteSeq }) => QuoteSeq)
  assert.deepEqual(await seqs(first), [1, 1])
  assert.deepEqual(await seqs(second), [0])
  assert.deepEqual([await pongSeq(first), await pongSeq(second)], [1, 0])
  turns.shift()?.()
  await second.next()
  assert.equal(await pongSeq(second), 1)
})

test('a socket that does not follow DAY_MARKET gets the newest sequence', async (context) => {
  const stage = await stageOf(context)
  const silent = await stage.connect()
  const client = await follow(stage, ['FOREX_TRADE', 'FOREX_CLOSED', 'KLINE.EURUSD'])
  const left = await follow(stage, ['DAY_MARKET'])
  await left.ask({ cmd: 'unsub', topic: 'DAY_MARKET' })
  stage.market.changeState('EURUSD', 'open')
  stage.own.left(1, [7])
  assert.deepEqual(stampsOf(await client.heardByNow()), [['FOREX_CLOSED', 1, 0]])
  for (const one of [silent, client, left]) assert.equal(await pongSeq(one), 1)
})

const codes = Array.from({ length: 100 }, (_, index) => `M${index}`)

test('a slow reader gets the sequence of the last rows it was sent until it has caught up', async (context) => {
  const stage = await stageOf(context, { codes })
  const client = await follow(stage, ['DAY_MARKET', 'FOREX_CLOSED'])
  client.socket.pause()
  for (let step = 1; (await stage.figure('liveFramesSkipped')) === 0; step++) {
    for (const code of codes) stage.market.quote(code, 100_000 + step, step)
    stage.flush()
  }
  stage.market.changeState('M0', 'stale')
  stage.flush()
  stage.own.left(1, [7])
  client.say(ping)
  client.say({ cmd: 'unsub', topic: 'KLINE.M0' })
  client.socket.resume()
  const heard: Frame[] = []
  while (heard.at(-1)?.['cmd'] !== 'unsub') heard.push(await client.next())
  const sent = heard.findLast(({ topic }) => topic === 'DAY_MARKET')?.['QuoteSeq']
  const between = heard.filter(({ topic, cmd }) => topic === 'FOREX_CLOSED' || cmd === 'pong')
  assert.deepEqual(
    between.map(({ QuoteSeq }) => QuoteSeq),
    [sent, sent],
  )
  await eventually(() => stage.streams[0]?.writableLength === 0)
  stage.flush()
  const { snapshot, QuoteSeq: newest } = await client.next()
  assert.equal(snapshot, true)
  assert.ok(Number(newest) > Number(sent))
  assert.equal(await pongSeq(client), newest)
})

test('a socket that has not been sent its first snapshot gets 0', async (context) => {
  const stage = await stageOf(context, { limits: { slowAboveBytes: -1 } })
  stage.market.quote('EURUSD', 100_000, 0)
  const client = await follow(stage, ['DAY_MARKET'])
  assert.equal(await pongSeq(client), 0)
})
