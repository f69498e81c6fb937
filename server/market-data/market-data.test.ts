import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { aggregateCandles } from '#core/candle/candle.ts'
import { dayMs, minuteMs, periods } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { Feed } from '#server/feed/feed.ts'
import { loadMarkets } from '#server/market-data/load-markets.ts'
import { createMarketData, type MarketDataService } from '#server/market-data/market-data.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createSteadyHistory, type SteadyHistory, steadyTicks } from '#test/market-data/steady-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const always: OpenSpans = [{ fromMs: 0, toMs: noon + 10 * dayMs }]

let database: TestDatabase
let listed: Awaited<ReturnType<typeof loadMarkets>>
let euro = 0
let nowMs = noon
let published: MarketEvent[] = []
let metrics = createMetrics()
let sources = 0

before(async () => {
  database = await createTestDatabase()
  listed = await loadMarkets(database.pool)
  euro = listed.markets.find(({ code }) => code === 'EURUSD')?.id ?? 0
})

after(() => database.drop())

beforeEach(() => {
  nowMs = noon
  published = []
  metrics = createMetrics()
})

type Options = {
  readonly spans?: OpenSpans
  readonly stateSource?: Feed['stateSource']
  readonly history?: SteadyHistory
  readonly key?: string
}

/** Market data with the key of its feed, which has one source. */
type Opened = MarketDataService & { readonly source: string }

async function open({
  spans = always,
  stateSource = 'calendar',
  history,
  key: given,
}: Options): Promise<Opened> {
  sources += 1
  const key = given ?? `test ${sources}`
  const marketData = await createMarketData({
    ...listed,
    pool: database.pool,
    timers: systemTimers,
    log: createLog('silent'),
    clock: { now: () => nowMs, elapsed: () => nowMs },
    metrics,
    spansOf: () => spans,
    feed: { key, sources: [{ kind: 'test', key }], stateSource, history, lastQuoteAt: history?.lastQuoteAt },
    publish: (event) => published.push(event),
    publishPastFilled: () => undefined,
  })
  return { ...marketData, source: key }
}

function sendTick(marketData: Opened, bid: number, timeMs = nowMs, ask = bid + 8): void {
  marketData.onFeedEvent({ kind: 'tick', source: marketData.source, marketId: euro, bid, ask, timeMs })
}

function events(): readonly string[] {
  return published.map((event) => (event.kind === 'quote' ? `quote ${event.bid}` : event.state))
}

async function ticks(): Promise<Readonly<Record<string, number>>> {
  const { values } = await metrics.ticks.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]))
}

describe('a tick of the feed', () => {
  test('opens the market and is published with consecutive sequence numbers', async () => {
    const marketData = await open({})
    assert.equal(marketData.view(euro)?.state, 'closed')
    sendTick(marketData, 100_000)
    sendTick(marketData, 100_010)
    assert.deepEqual(events(), ['open', 'quote 100000', 'quote 100010'])
    const [first = 0, ...others] = published.map(({ seq }) => seq)
    assert.deepEqual(others, [first + 1, first + 2])
    assert.equal(marketData.view(euro)?.quote?.bid, 100_010)
  })

  test('is dropped if it is invalid and held if it jumps', async () => {
    const marketData = await open({})
    sendTick(marketData, 100_000)
    sendTick(marketData, Number.NaN)
    sendTick(marketData, 0)
    sendTick(marketData, 100_000, nowMs, 99_999)
    sendTick(marketData, 100_000, nowMs - 1)
    sendTick(marketData, 105_000)
    sendTick(marketData, Number.NaN)
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale'])
    // The dropped tick above does not interrupt the confirmation of the held price.
    sendTick(marketData, 105_100)
    nowMs += 1000
    sendTick(marketData, 105_100)
    assert.deepEqual(events().slice(3), ['open', 'quote 105100'])
    marketData.onFeedEvent({
      kind: 'tick',
      source: marketData.source,
      marketId: -1,
      bid: 1,
      ask: 1,
      timeMs: nowMs,
    })
    assert.deepEqual(await ticks(), {
      accepted: 2,
      not_a_price: 3,
      crossed: 1,
      out_of_order: 1,
      held: 2,
      unknown_market: 1,
    })
  })

  test('is dropped outside session hours', async () => {
    const spans = [
      { fromMs: noon - dayMs, toMs: noon - 60_000 },
      { fromMs: noon, toMs: noon + 60_000 },
      { fromMs: noon + 120_000, toMs: noon + 600_000 },
    ]
    const marketData = await open({ spans })
    sendTick(marketData, 99_000, noon - 61_000)
    assert.deepEqual(events(), ['quote 99000'], 'a quote of an earlier session is known but opens nothing')
    sendTick(marketData, 99_000, noon - 30_000)
    sendTick(marketData, 99_001)
    assert.deepEqual(events().slice(1), ['open', 'quote 99001'])
    nowMs = noon + 60_000
    marketData.refreshStates()
    assert.deepEqual(events().slice(3), ['closed'])
    assert.equal(marketData.view(euro)?.nextOpenMs, noon + 120_000)
    nowMs = noon + 120_000
    marketData.refreshStates()
    assert.equal(marketData.view(euro)?.state, 'closed', 'its hours alone do not open it')
    sendTick(marketData, 99_002)
    assert.deepEqual(events().slice(4), ['open', 'quote 99002'])
    assert.equal(marketData.view(euro)?.nextOpenMs, undefined)
  })

  test('publishes a missed session close before the next open', async () => {
    const spans = [
      { fromMs: noon, toMs: noon + 60_000 },
      { fromMs: noon + 60_001, toMs: noon + 600_000 },
    ]
    const marketData = await open({ spans })
    sendTick(marketData, 99_000)
    nowMs = noon + 61_000
    sendTick(marketData, 99_001)
    assert.deepEqual(events(), ['open', 'quote 99000', 'closed', 'open', 'quote 99001'])
  })
})

describe('prices become stale', () => {
  test('when the feed is silent for 15 seconds, until the next quote of the market', async () => {
    const marketData = await open({})
    sendTick(marketData, 100_000)
    nowMs += 15_000
    marketData.refreshStates()
    assert.equal(marketData.view(euro)?.state, 'open')
    nowMs += 1
    marketData.refreshStates()
    assert.equal(marketData.view(euro)?.state, 'stale')
    marketData.onFeedEvent({ kind: 'heartbeat', source: marketData.source })
    marketData.refreshStates()
    assert.equal(marketData.view(euro)?.state, 'stale')
    sendTick(marketData, 100_001)
    assert.equal(marketData.view(euro)?.state, 'open')
  })

  test('when one market exceeds its own limit while the feed is alive', async () => {
    const marketData = await open({})
    sendTick(marketData, 100_000)
    nowMs += 600_001
    marketData.onFeedEvent({ kind: 'heartbeat', source: marketData.source })
    marketData.refreshStates()
    assert.equal(marketData.view(euro)?.state, 'stale')
    sendTick(marketData, 100_001)
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale', 'open', 'quote 100001'])
  })

  test('only by an event of a feed that sets the state itself', async () => {
    const marketData = await open({ stateSource: 'feed', spans: [] })
    sendTick(marketData, 100_000)
    nowMs += dayMs
    marketData.refreshStates()
    assert.equal(marketData.view(euro)?.state, 'open')
    marketData.onFeedEvent({ kind: 'stale', source: marketData.source, marketId: euro })
    marketData.onFeedEvent({ kind: 'closed', source: marketData.source, marketId: euro })
    sendTick(marketData, 100_001)
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale', 'closed', 'open', 'quote 100001'])
  })
})

describe('the figures of the day', () => {
  test('cover the 24 hours before the last quote', async () => {
    const marketData = await open({})
    nowMs = noon - dayMs
    sendTick(marketData, 99_500)
    nowMs += minuteMs
    sendTick(marketData, 100_000)
    nowMs += minuteMs
    sendTick(marketData, 100_800)
    nowMs = noon
    sendTick(marketData, 100_310)
    const view = marketData.view(euro)
    assert.deepEqual(view?.day, {
      open: 100_000,
      high: 100_800,
      low: 100_000,
      volume: 3,
      changeBasisPoints: 31,
    })
    nowMs += minuteMs
    sendTick(marketData, 100_300)
    assert.equal(marketData.view(euro)?.day?.open, 100_800)
    assert.deepEqual(marketData.sparkline(euro), [100_800, 100_310, 100_300])
  })

  test('are missing for a market without a quote', async () => {
    const marketData = await open({})
    const view = marketData.view(euro)
    assert.equal(view?.quote, undefined)
    assert.equal(view?.day, undefined)
    assert.deepEqual(marketData.sparkline(euro), [])
    assert.deepEqual(await marketData.candles({ marketId: euro, period: '1min', limit: 5 }), [])
    assert.equal(marketData.view(-1), undefined)
    assert.equal(marketData.views().length, listed.markets.length)
  })
})

describe('candles of a feed with history', () => {
  const sessions: OpenSpans = [
    { fromMs: noon - 420 * dayMs, toMs: noon - 9 * dayMs },
    { fromMs: noon - 6 * dayMs + 90_000, toMs: noon + 5 * dayMs },
  ]

  for (const period of periods) {
    test(`of ${period} are aggregated from every quote, on each page`, async () => {
      const history = createSteadyHistory(sessions)
      const marketData = await open({ spans: sessions, history })
      for (const { bid, timeMs } of steadyTicks(sessions, noon - 65_000, noon))
        sendTick(marketData, bid, timeMs)
      const fromMs = period === '1day' ? noon - 30 * dayMs : noon - 11 * dayMs
      const everything = aggregateCandles(history.knownMinutes(fromMs - (fromMs % dayMs), noon), period)
      let pages = await marketData.candles({ marketId: euro, period, limit: 500 })
      while ((pages[0]?.startMs ?? 0) > (everything[0]?.startMs ?? 0)) {
        const beforeMs = pages[0]?.startMs
        const older = await marketData.candles({ marketId: euro, period, beforeMs, limit: 500 })
        assert.ok(older.length > 0)
        pages = [...older, ...pages]
      }
      assert.deepEqual(pages.slice(-everything.length), everything)
      assert.deepEqual(marketData.currentCandle(euro, period), everything.at(-1))
    })
  }

  test('include the whole candle that contains the requested time', async () => {
    const history = createSteadyHistory(always)
    const marketData = await open({ history })
    sendTick(marketData, steadyTicks(always, noon, noon)[0]?.bid ?? 0)
    const beforeMs = noon - 5 * dayMs + 61_000
    for (const period of periods) {
      const [candle] = await marketData.candles({ marketId: euro, period, beforeMs, limit: 1 })
      const startMs = candle?.startMs ?? 0
      const [whole] = aggregateCandles(history.knownMinutes(startMs, startMs + dayMs), period)
      assert.deepEqual(candle, whole)
      assert.ok(startMs < beforeMs)
    }
  })

  test('have no gap after a pause', async () => {
    const history = createSteadyHistory(always)
    const marketData = await open({ history })
    const [first] = steadyTicks(always, noon, noon)
    sendTick(marketData, first?.bid ?? 0, noon)
    nowMs = noon + 600_000
    const [later] = steadyTicks(always, nowMs, nowMs)
    sendTick(marketData, later?.bid ?? 0, nowMs)
    const candles = await marketData.candles({ marketId: euro, period: '1min', limit: 20 })
    assert.deepEqual(candles, history.knownMinutes(noon - 600_000, nowMs).slice(-20))
    assert.deepEqual(marketData.currentCandle(euro, '5min'), aggregateCandles(candles, '5min').at(-1))
  })

  test('are aggregated once for any number of requests and restarts', async () => {
    const history = createSteadyHistory(sessions)
    const key = 'aggregated once'
    const marketData = await open({ spans: sessions, history, key })
    sendTick(marketData, steadyTicks(always, noon, noon)[0]?.bid ?? 0)
    const query = { marketId: euro, period: '1day', limit: 500 } as const
    // Opens both connections first: on a busy machine the aggregation blocks the event loop for seconds.
    await Promise.all([database.pool.query('select 1'), database.pool.query('select 1')])
    const both = await Promise.all([marketData.candles(query), marketData.candles(query)])
    assert.deepEqual(both[0], both[1])
    assert.equal(both[0]?.length, 400)
    assert.equal(history.aggregations.count, 1)
    const again = await open({ spans: sessions, history, key })
    sendTick(again, steadyTicks(always, noon, noon)[0]?.bid ?? 0)
    assert.deepEqual(await again.candles(query), both[0])
    assert.equal(history.aggregations.count, 1)
    await again.candles({ ...query, period: '60min', limit: 100 })
    assert.equal(history.aggregations.count, 2, 'finer candles of days known only as days')
    await again.candles({ ...query, period: '15min', limit: 100 })
    assert.equal(history.aggregations.count, 2)
    assert.deepEqual(await again.candles(query), both[0])
  })
})

describe('candles of a feed without history', () => {
  test('survive a restart, including the minute in progress', async () => {
    const key = 'lives through'
    const marketData = await open({ key })
    nowMs = noon + 90_000
    const bids = [100_000, 100_020, 99_990, 100_010]
    for (const [step, bid] of bids.entries()) sendTick(marketData, bid, noon + step * 25_000)
    await marketData.save()
    sendTick(marketData, 100_030, noon + 80_000)
    await marketData.save()
    const again = await open({ key })
    assert.equal(again.view(euro)?.quote?.bid, 100_030)
    sendTick(again, 100_040, noon + 90_000)
    const candles = await again.candles({ marketId: euro, period: '1min', limit: 10 })
    assert.deepEqual(candles, [
      { startMs: noon, open: 100_000, high: 100_020, low: 99_990, close: 99_990, volume: 3 },
      { startMs: noon + minuteMs, open: 100_010, high: 100_040, low: 100_010, close: 100_040, volume: 3 },
    ])
    assert.ok((published.at(-1)?.seq ?? 0) > (published.at(-3)?.seq ?? 0) + 1000, 'no number is given twice')
  })

  test('are aggregated into day candles without loss when the day is over', async () => {
    const key = 'days pass'
    const marketData = await open({ key })
    const sent: { readonly bid: number; readonly timeMs: number }[] = []
    for (let hour = -50; hour <= 40; hour++) {
      nowMs = noon + hour * 3_600_000
      const bid = 100_000 + ((hour * 37) % 200)
      sent.push({ bid, timeMs: nowMs })
      sendTick(marketData, bid)
      await marketData.save()
    }
    const hours = await marketData.candles({ marketId: euro, period: '60min', limit: 500 })
    assert.deepEqual(
      hours.map(({ startMs, close }) => ({ bid: close, timeMs: startMs })),
      sent,
    )
    const days = await marketData.candles({ marketId: euro, period: '1day', limit: 500 })
    assert.deepEqual(days, aggregateCandles(hours, '1day'))
    const minutes = await marketData.candles({ marketId: euro, period: '1min', limit: 500 })
    assert.equal(minutes.length, sent.length)
  })

  test('survive a restart with the last quote, so a first tick far from it is held', async () => {
    const key = 'far away'
    const marketData = await open({ key, stateSource: 'feed' })
    sendTick(marketData, 100_000)
    await marketData.save()
    published = []
    const again = await open({ key, stateSource: 'feed' })
    sendTick(again, 130_000)
    nowMs += 1000
    sendTick(again, 130_000)
    assert.deepEqual([events(), again.view(euro)?.state], [[], 'closed'])
    sendTick(again, 130_001)
    assert.deepEqual(events(), ['open', 'quote 130001'])
    const other = await open({ key: 'another file', stateSource: 'feed' })
    sendTick(other, 100_000)
    assert.deepEqual(events().slice(2), ['open', 'quote 100000'])
  })

  test('of another feed source are ignored', async () => {
    const marketData = await open({ key: 'one' })
    sendTick(marketData, 100_000)
    await marketData.save()
    const other = await open({ key: 'two' })
    assert.equal(other.view(euro)?.quote, undefined)
    assert.deepEqual(await other.candles({ marketId: euro, period: '1min', limit: 5 }), [])
  })
})
