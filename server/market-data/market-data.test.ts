import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { foldCandles } from '#core/candle/candle.ts'
import { dayMs, minuteMs, periods } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { Feed } from '#server/feed/feed.ts'
import { loadMarkets } from '#server/market-data/load-markets.ts'
import { createMarketData, type MarketDataRoom } from '#server/market-data/market-data.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createSteadyHistory, type SteadyHistory, steadyTicks } from '#test/market-data/steady-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const always: OpenSpans = [{ fromMs: 0, toMs: noon + 10 * dayMs }]

let database: TestDatabase
let listed: Awaited<ReturnType<typeof loadMarkets>>
let euro = 0
let nowMs = noon
let told: MarketEvent[] = []
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
  told = []
  metrics = createMetrics()
})

type Setting = {
  readonly spans?: OpenSpans
  readonly governedBy?: Feed['stateSource']
  readonly history?: SteadyHistory
  readonly key?: string
}

function open({ spans = always, governedBy = 'calendar', history, key }: Setting): Promise<MarketDataRoom> {
  sources += 1
  return createMarketData({
    ...listed,
    pool: database.pool,
    log: createLog('silent'),
    clock: { now: () => nowMs, elapsed: () => nowMs },
    metrics,
    spansOf: () => spans,
    feed: { key: key ?? `test ${sources}`, stateSource: governedBy, history },
    publish: (event) => told.push(event),
  })
}

function tell(room: MarketDataRoom, bid: number, timeMs = nowMs, ask = bid + 8): void {
  room.accept({ kind: 'tick', marketId: euro, bid, ask, timeMs })
}

function heard(): readonly string[] {
  return told.map((event) => (event.kind === 'quote' ? `quote ${event.bid}` : event.state))
}

async function ticks(): Promise<Readonly<Record<string, number>>> {
  const { values } = await metrics.ticks.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]))
}

describe('what a feed says', () => {
  test('opens the market, then quotes it, numbered without a gap', async () => {
    const room = await open({})
    assert.equal(room.view(euro)?.state, 'closed')
    tell(room, 100_000)
    tell(room, 100_010)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'quote 100010'])
    const [first = 0, ...others] = told.map(({ seq }) => seq)
    assert.deepEqual(others, [first + 1, first + 2])
    assert.equal(room.view(euro)?.quote?.bid, 100_010)
  })

  test('is dropped when it cannot be a price, and held back when it jumps', async () => {
    const room = await open({})
    tell(room, 100_000)
    tell(room, Number.NaN)
    tell(room, 0)
    tell(room, 100_000, nowMs, 99_999)
    tell(room, 100_000, nowMs - 1)
    tell(room, 105_000)
    tell(room, Number.NaN)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale'])
    // A dropped price in between does not interrupt the row of confirmations.
    tell(room, 105_100)
    nowMs += 1000
    tell(room, 105_100)
    assert.deepEqual(heard().slice(3), ['open', 'quote 105100'])
    room.accept({ kind: 'tick', marketId: -1, bid: 1, ask: 1, timeMs: nowMs })
    assert.deepEqual(await ticks(), {
      accepted: 2,
      not_a_price: 3,
      crossed: 1,
      out_of_order: 1,
      held: 2,
      unknown_market: 1,
    })
  })

  test('counts only inside the hours of the market', async () => {
    const spans = [
      { fromMs: noon - dayMs, toMs: noon - 60_000 },
      { fromMs: noon, toMs: noon + 60_000 },
      { fromMs: noon + 120_000, toMs: noon + 600_000 },
    ]
    const room = await open({ spans })
    tell(room, 99_000, noon - 61_000)
    assert.deepEqual(heard(), ['quote 99000'], 'a quote of an earlier session is known but opens nothing')
    tell(room, 99_000, noon - 30_000)
    tell(room, 99_001)
    assert.deepEqual(heard().slice(1), ['open', 'quote 99001'])
    nowMs = noon + 60_000
    room.pulse()
    assert.deepEqual(heard().slice(3), ['closed'])
    assert.equal(room.view(euro)?.nextOpenMs, noon + 120_000)
    nowMs = noon + 120_000
    room.pulse()
    assert.equal(room.view(euro)?.state, 'closed', 'its hours alone do not open it')
    tell(room, 99_002)
    assert.deepEqual(heard().slice(4), ['open', 'quote 99002'])
    assert.equal(room.view(euro)?.nextOpenMs, undefined)
  })

  test('closes a session whose end nobody noticed before the next one opens', async () => {
    const spans = [
      { fromMs: noon, toMs: noon + 60_000 },
      { fromMs: noon + 60_001, toMs: noon + 600_000 },
    ]
    const room = await open({ spans })
    tell(room, 99_000)
    nowMs = noon + 61_000
    tell(room, 99_001)
    assert.deepEqual(heard(), ['open', 'quote 99000', 'closed', 'open', 'quote 99001'])
  })
})

describe('prices grow stale', () => {
  test('when the feed says nothing for 15 seconds, until the next quote of the market', async () => {
    const room = await open({})
    tell(room, 100_000)
    nowMs += 15_000
    room.pulse()
    assert.equal(room.view(euro)?.state, 'open')
    nowMs += 1
    room.pulse()
    assert.equal(room.view(euro)?.state, 'stale')
    room.accept({ kind: 'heartbeat' })
    room.pulse()
    assert.equal(room.view(euro)?.state, 'stale')
    tell(room, 100_001)
    assert.equal(room.view(euro)?.state, 'open')
  })

  test('when one market says nothing for its own limit, though the feed lives', async () => {
    const room = await open({})
    tell(room, 100_000)
    nowMs += 600_001
    room.accept({ kind: 'heartbeat' })
    room.pulse()
    assert.equal(room.view(euro)?.state, 'stale')
    tell(room, 100_001)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale', 'open', 'quote 100001'])
  })

  test('only when the feed says so, where the feed governs', async () => {
    const room = await open({ governedBy: 'feed', spans: [] })
    tell(room, 100_000)
    nowMs += dayMs
    room.pulse()
    assert.equal(room.view(euro)?.state, 'open')
    room.accept({ kind: 'stale', marketId: euro })
    room.accept({ kind: 'closed', marketId: euro })
    tell(room, 100_001)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale', 'closed', 'open', 'quote 100001'])
  })
})

describe('the figures of the day', () => {
  test('span the 24 hours that end at the last quote', async () => {
    const room = await open({})
    nowMs = noon - dayMs
    tell(room, 99_500)
    nowMs += minuteMs
    tell(room, 100_000)
    nowMs += minuteMs
    tell(room, 100_800)
    nowMs = noon
    tell(room, 100_310)
    const view = room.view(euro)
    assert.deepEqual(view?.day, {
      open: 100_000,
      high: 100_800,
      low: 100_000,
      volume: 3,
      changeBasisPoints: 31,
    })
    nowMs += minuteMs
    tell(room, 100_300)
    assert.equal(room.view(euro)?.day?.open, 100_800)
    assert.deepEqual(room.sparkline(euro), [100_800, 100_310, 100_300])
  })

  test('are unknown for a market without a quote', async () => {
    const room = await open({})
    const view = room.view(euro)
    assert.equal(view?.quote, undefined)
    assert.equal(view?.day, undefined)
    assert.deepEqual(room.sparkline(euro), [])
    assert.deepEqual(await room.candles({ marketId: euro, period: '1min', limit: 5 }), [])
    assert.equal(room.view(-1), undefined)
    assert.equal(room.views().length, listed.markets.length)
  })
})

describe('candles of a feed that knows its past', () => {
  const sessions: OpenSpans = [
    { fromMs: noon - 420 * dayMs, toMs: noon - 9 * dayMs },
    { fromMs: noon - 6 * dayMs + 90_000, toMs: noon + 5 * dayMs },
  ]

  for (const period of periods) {
    test(`of ${period}, page after page, are exactly the fold of every quote`, async () => {
      const history = createSteadyHistory(sessions)
      const room = await open({ spans: sessions, history })
      for (const { bid, timeMs } of steadyTicks(sessions, noon - 65_000, noon)) tell(room, bid, timeMs)
      const fromMs = period === '1day' ? noon - 30 * dayMs : noon - 11 * dayMs
      const everything = foldCandles(history.minutes(euro, fromMs - (fromMs % dayMs), noon), period)
      let pages = await room.candles({ marketId: euro, period, limit: 500 })
      while ((pages[0]?.startMs ?? 0) > (everything[0]?.startMs ?? 0)) {
        const beforeMs = pages[0]?.startMs
        const older = await room.candles({ marketId: euro, period, beforeMs, limit: 500 })
        assert.ok(older.length > 0)
        pages = [...older, ...pages]
      }
      assert.deepEqual(pages.slice(-everything.length), everything)
      assert.deepEqual(room.currentCandle(euro, period), everything.at(-1))
    })
  }

  test('are given whole where the moment lies inside one', async () => {
    const history = createSteadyHistory(always)
    const room = await open({ history })
    tell(room, steadyTicks(always, noon, noon)[0]?.bid ?? 0)
    const beforeMs = noon - 5 * dayMs + 61_000
    for (const period of periods) {
      const [candle] = await room.candles({ marketId: euro, period, beforeMs, limit: 1 })
      const startMs = candle?.startMs ?? 0
      const [whole] = foldCandles(history.minutes(euro, startMs, startMs + dayMs), period)
      assert.deepEqual(candle, whole)
      assert.ok(startMs < beforeMs)
    }
  })

  test('leave no hole after a pause', async () => {
    const history = createSteadyHistory(always)
    const room = await open({ history })
    const [first] = steadyTicks(always, noon, noon)
    tell(room, first?.bid ?? 0, noon)
    nowMs = noon + 600_000
    const [later] = steadyTicks(always, nowMs, nowMs)
    tell(room, later?.bid ?? 0, nowMs)
    const candles = await room.candles({ marketId: euro, period: '1min', limit: 20 })
    assert.deepEqual(candles, history.minutes(euro, noon - 600_000, nowMs).slice(-20))
    assert.deepEqual(room.currentCandle(euro, '5min'), foldCandles(candles, '5min').at(-1))
  })

  test('are folded once, whoever asks how often, also after a restart', async () => {
    const history = createSteadyHistory(sessions)
    const key = 'folded once'
    const room = await open({ spans: sessions, history, key })
    tell(room, steadyTicks(always, noon, noon)[0]?.bid ?? 0)
    const question = { marketId: euro, period: '1day', limit: 500 } as const
    const both = await Promise.all([room.candles(question), room.candles(question)])
    assert.deepEqual(both[0], both[1])
    assert.equal(both[0]?.length, 400)
    assert.equal(history.folds.count, 1)
    const again = await open({ spans: sessions, history, key })
    tell(again, steadyTicks(always, noon, noon)[0]?.bid ?? 0)
    assert.deepEqual(await again.candles(question), both[0])
    assert.equal(history.folds.count, 1)
    await again.candles({ ...question, period: '60min', limit: 100 })
    assert.equal(history.folds.count, 2, 'finer candles of days known only as days')
    await again.candles({ ...question, period: '15min', limit: 100 })
    assert.equal(history.folds.count, 2)
    assert.deepEqual(await again.candles(question), both[0])
  })
})

describe('candles of a feed that does not know its past', () => {
  test('outlive a restart, in the minute in progress too', async () => {
    const key = 'lives through'
    const room = await open({ key })
    nowMs = noon + 90_000
    const bids = [100_000, 100_020, 99_990, 100_010]
    for (const [step, bid] of bids.entries()) tell(room, bid, noon + step * 25_000)
    await room.save()
    tell(room, 100_030, noon + 80_000)
    await room.save()
    const again = await open({ key })
    assert.equal(again.view(euro)?.quote?.bid, 100_030)
    tell(again, 100_040, noon + 90_000)
    const candles = await again.candles({ marketId: euro, period: '1min', limit: 10 })
    assert.deepEqual(candles, [
      { startMs: noon, open: 100_000, high: 100_020, low: 99_990, close: 99_990, volume: 3 },
      { startMs: noon + minuteMs, open: 100_010, high: 100_040, low: 100_010, close: 100_040, volume: 3 },
    ])
    assert.ok((told.at(-1)?.seq ?? 0) > (told.at(-3)?.seq ?? 0) + 1000, 'no number is given twice')
  })

  test('become days when the day is over, and nothing is lost on the way', async () => {
    const key = 'days pass'
    const room = await open({ key })
    const sent: { readonly bid: number; readonly timeMs: number }[] = []
    for (let hour = -50; hour <= 40; hour++) {
      nowMs = noon + hour * 3_600_000
      const bid = 100_000 + ((hour * 37) % 200)
      sent.push({ bid, timeMs: nowMs })
      tell(room, bid)
      await room.save()
    }
    const hours = await room.candles({ marketId: euro, period: '60min', limit: 500 })
    assert.deepEqual(
      hours.map(({ startMs, close }) => ({ bid: close, timeMs: startMs })),
      sent,
    )
    const days = await room.candles({ marketId: euro, period: '1day', limit: 500 })
    assert.deepEqual(days, foldCandles(hours, '1day'))
    const minutes = await room.candles({ marketId: euro, period: '1min', limit: 500 })
    assert.equal(minutes.length, sent.length)
  })

  test('and the last price outlive a restart: a first price far from it is held', async () => {
    const key = 'far away'
    const room = await open({ key, governedBy: 'feed' })
    tell(room, 100_000)
    await room.save()
    told = []
    const again = await open({ key, governedBy: 'feed' })
    tell(again, 130_000)
    nowMs += 1000
    tell(again, 130_000)
    assert.deepEqual([heard(), again.view(euro)?.state], [[], 'closed'])
    tell(again, 130_001)
    assert.deepEqual(heard(), ['open', 'quote 130001'])
    const other = await open({ key: 'another file', governedBy: 'feed' })
    tell(other, 100_000)
    assert.deepEqual(heard().slice(2), ['open', 'quote 100000'])
  })

  test('of another source do not count', async () => {
    const room = await open({ key: 'one' })
    tell(room, 100_000)
    await room.save()
    const other = await open({ key: 'two' })
    assert.equal(other.view(euro)?.quote, undefined)
    assert.deepEqual(await other.candles({ marketId: euro, period: '1min', limit: 5 }), [])
  })
})
