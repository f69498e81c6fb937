import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLiveHarness } from '#test/live/live-harness.ts'

const subscribe = { cmd: 'sub', topic: 'DAY_MARKET' }
const acknowledged = { ...subscribe, code: 1 }

function row(Id: number, Code: string, Bid: number, more: object = {}) {
  const figures = { Open: 1, Change: 0, High: Bid, Low: 1, Volume: 1, MarketStatus: 1 }
  return { Id, Code, Close: Bid, Bid, Ask: (Math.round(Bid * 100_000) + 2) / 100_000, ...figures, ...more }
}

test('a subscription gets its answer and a snapshot of all markets with a quote', async (context) => {
  const { connect, market } = await createLiveHarness(context)
  market.changeState('EURUSD', 'open')
  market.quote('EURUSD', 100_000, 0)
  market.changeState('SAP.DE', 'stale')
  market.quote('SAP.DE', 200_000, 0)
  const client = await connect()
  assert.deepEqual(await client.request(subscribe), acknowledged)
  assert.deepEqual(await client.next(), {
    topic: 'DAY_MARKET',
    data: [row(1, 'EURUSD', 1, { Ask: 1.00002 }), row(3, 'SAP.DE', 2, { Open: 2, Low: 2, MarketStatus: 2 })],
    snapshot: true,
    QuoteSeq: 4,
    Now: 0,
  })
})

test('the snapshot is empty without quotes', async (context) => {
  const { connect } = await createLiveHarness(context)
  const client = await connect()
  await client.request(subscribe)
  assert.deepEqual(await client.next(), {
    topic: 'DAY_MARKET',
    data: [],
    snapshot: true,
    QuoteSeq: 0,
    Now: 0,
  })
})

test('a flush sends each changed market once, with the same frame to all clients', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  for (const code of ['EURUSD', 'GBPUSD', 'SAP.DE']) market.changeState(code, 'open')
  const clients = await Promise.all([connect(), connect()])
  for (const client of clients) {
    await client.request(subscribe)
    await client.next()
  }
  for (let step = 0; step < 10; step++) market.quote('GBPUSD', 100_000 + step, step)
  market.quote('SAP.DE', 100_000, 0)
  flush()
  const data = [row(2, 'GBPUSD', 1.00009, { Volume: 10, Change: 0.01 }), row(3, 'SAP.DE', 1)]
  const push = { topic: 'DAY_MARKET', data, QuoteSeq: 14, Now: 250 }
  for (const client of clients) assert.deepEqual(await client.framesSoFar(), [push])
  flush()
  for (const client of clients) assert.deepEqual(await client.framesSoFar(), [])
})

test('state changes are updates', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  market.quote('EURUSD', 100_000, 0)
  const client = await connect()
  await client.request(subscribe)
  await client.next()
  for (const [state, MarketStatus, QuoteSeq] of [
    ['open', 1, 2],
    ['stale', 2, 3],
    ['closed', 0, 4],
  ] as const) {
    market.changeState('EURUSD', state)
    flush()
    const data = [row(1, 'EURUSD', 1, { MarketStatus })]
    const Now = (QuoteSeq - 1) * 250
    assert.deepEqual(await client.framesSoFar(), [{ topic: 'DAY_MARKET', data, QuoteSeq, Now }])
  }
  // A market without a quote has no row.
  market.changeState('GBPUSD', 'open')
  flush()
  assert.deepEqual(await client.framesSoFar(), [])
})

test('a market is pushed at most four times a second', async (context) => {
  const { connect, market, timers } = await createLiveHarness(context)
  const client = await connect()
  await client.request(subscribe)
  await client.next()
  for (let step = 0; step < 200; step++) {
    market.quote('EURUSD', 100_000 + step, step)
    timers.advance(10)
  }
  assert.equal((await client.framesSoFar()).length, 8)
})

test('a repeated subscription gets a new snapshot and counts once', async (context) => {
  const { connect, market, flush, metric: figure } = await createLiveHarness(context)
  const client = await connect()
  await client.request(subscribe)
  market.quote('EURUSD', 100_000, 0)
  assert.deepEqual(await client.request(subscribe), acknowledged)
  assert.deepEqual(await client.next(), {
    topic: 'DAY_MARKET',
    data: [row(1, 'EURUSD', 1, { MarketStatus: 0 })],
    snapshot: true,
    QuoteSeq: 1,
    Now: 0,
  })
  assert.equal(await figure('liveSubscriptions'), 1)
  market.quote('EURUSD', 100_001, 1)
  flush()
  assert.equal((await client.framesSoFar()).length, 1)
})

test('an unsubscribed client gets no pushes', async (context) => {
  const { connect, market, flush, metric: figure } = await createLiveHarness(context)
  const client = await connect()
  await client.request(subscribe)
  await client.next()
  market.quote('EURUSD', 100_000, 0)
  assert.deepEqual(await client.request({ ...subscribe, cmd: 'unsub' }), { ...acknowledged, cmd: 'unsub' })
  flush()
  assert.deepEqual(await client.framesSoFar(), [])
  assert.equal(await figure('liveSubscriptions'), 0)
})

test('a snapshot of unchanged markets has the current time', async (context) => {
  const { connect, market, timers } = await createLiveHarness(context)
  market.quote('EURUSD', 100_000, 0)
  const client = await connect()
  for (const Now of [0, 60_000]) {
    await client.request(subscribe)
    const { QuoteSeq, Now: sentAt } = await client.next()
    assert.deepEqual([QuoteSeq, sentAt], [1, Now])
    timers.advance(60_000)
  }
})

test('day figures that were completed later are pushed without a new quote, and are in new snapshots', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  market.changeState('EURUSD', 'open')
  market.quote('EURUSD', 200_000, 0)
  const client = await connect()
  await client.request(subscribe)
  await client.next()
  market.fillPast('EURUSD', 100_000)
  const data = [row(1, 'EURUSD', 2, { Volume: 2, Change: 100 })]
  const late = await connect()
  await late.request(subscribe)
  assert.deepEqual(await late.next(), { topic: 'DAY_MARKET', data, snapshot: true, QuoteSeq: 2, Now: 0 })
  flush()
  assert.deepEqual(await client.framesSoFar(), [{ topic: 'DAY_MARKET', data, QuoteSeq: 2, Now: 250 }])
  flush()
  assert.deepEqual(await client.framesSoFar(), [])
})
