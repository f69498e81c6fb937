// Market data on a history that answers late, with errors or never.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { aggregateCandles } from '#core/candle/candle.ts'
import { dayMs, minuteMs, periods } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { createMarketData, loadMarkets, type MarketDataService } from '#server/market-data/market-data.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type ControlledHistory, createControlledHistory } from '#test/market-data/controlled-history.ts'
import { steadyTicks } from '#test/market-data/steady-feed.ts'
import { euro, forex, heartbeatOf, tickOf, twoSourceFeed } from '#test/market-data/two-source-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const midnight = noon - dayMs / 2
const alwaysOpen: OpenSpans = [{ fromMs: noon - 30 * dayMs, toMs: noon + 10 * dayMs }]
const soonClosed: OpenSpans = [{ fromMs: noon - 30 * dayMs, toMs: noon + 35_000 }]

let database: TestDatabase
let listed: Awaited<ReturnType<typeof loadMarkets>>
let published: MarketEvent[] = []
let filled: number[] = []
let timers = createFakeTimers(noon)
let history: ControlledHistory
let feeds = 0
let sessions = alwaysOpen

before(async () => {
  database = await createTestDatabase()
  listed = await loadMarkets(database.pool)
})

after(() => database.drop())

beforeEach(async () => {
  await database.query('truncate last_quotes')
  published = []
  filled = []
  timers = createFakeTimers(noon)
  feeds += 1
})

/** Opens market data with the ticks of the last minute. The minutes before it are requested. */
async function open(spans = alwaysOpen): Promise<MarketDataService> {
  sessions = spans
  history = createControlledHistory(spans)
  const marketData = await reopen()
  sendTicks(marketData, noon - minuteMs, noon)
  return marketData
}

function reopen(): Promise<MarketDataService> {
  return createMarketData({
    ...listed,
    pool: database.pool,
    log: createLog('silent'),
    clock: timers.clock,
    timers,
    metrics: createMetrics(),
    spansOf: () => sessions,
    feed: twoSourceFeed(`backfilled ${feeds}`, { history, lastQuoteAt: history.lastQuoteAt }),
    publish: (event) => published.push(event),
    publishPastFilled: ({ marketId }) => filled.push(marketId),
  })
}

function sendTicks(marketData: MarketDataService, fromMs: number, untilMs: number): void {
  marketData.onFeedEvent(heartbeatOf(forex))
  for (const { bid, timeMs } of steadyTicks(sessions, fromMs, untilMs))
    marketData.onFeedEvent(tickOf(forex, euro, bid, timeMs))
}

/** Advances the time second by second. Nothing arrives while the source is cut off. */
async function pass(marketData: MarketDataService, seconds: number, isCutOff = false): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    timers.advance(1000)
    if (!isCutOff) sendTicks(marketData, timers.clock.now() - 999, timers.clock.now())
    marketData.refreshStates()
    await turn()
  }
}

const turn = () => new Promise(setImmediate)

const pageOf = (marketData: MarketDataService, period: (typeof periods)[number], limit = 500) =>
  marketData.candles({ marketId: euro, period, limit })

/** The newest candles that a complete history gives. */
function expectedPage(period: (typeof periods)[number], limit = 500) {
  const minutes = history.knownMinutes(midnight - 28 * dayMs, timers.clock.now())
  return aggregateCandles(minutes, period).slice(-limit)
}

const quotes = () => published.filter(({ kind }) => kind === 'quote').length

async function storedDays(): Promise<readonly number[]> {
  const { rows } = await database.query<{ start_ms: string }>(
    `select start_ms from day_candles join feed_sources on id = source_id and key = $1 order by start_ms`,
    [`backfilled ${feeds}`],
  )
  return rows.map(({ start_ms }) => Number(start_ms))
}

describe('while the history is silent', () => {
  test('ticks are published, and a page waits for the answer and is then complete', async () => {
    const marketData = await open()
    assert.deepEqual([quotes(), marketData.view(euro)?.state, history.requests.length], [3, 'open', 1])
    const page = pageOf(marketData, '1min')
    await turn()
    assert.deepEqual(filled, [])
    history.requests[0]?.answerTruly()
    assert.deepEqual(await page, expectedPage('1min'))
    assert.deepEqual(filled, [euro])
    for (const period of periods)
      assert.deepEqual(marketData.currentCandle(euro, period), expectedPage(period).at(-1))
  })

  test('a page is answered after two seconds with the minutes there are, and no unfinished day is stored', async () => {
    const marketData = await open()
    const [minutes, days] = [pageOf(marketData, '1min', 2), pageOf(marketData, '1day', 20)]
    timers.advance(2000)
    assert.deepEqual(await minutes, expectedPage('1min', 2))
    const starts = (await days).map(({ startMs }) => startMs)
    assert.deepEqual(starts.slice(-2), [midnight - 2 * dayMs, midnight])
    assert.equal((await storedDays()).at(-1), midnight - 2 * dayMs)
    history.requests[0]?.answerTruly()
    await turn()
    assert.deepEqual(await pageOf(marketData, '1day', 20), expectedPage('1day', 20))
    assert.equal((await storedDays()).at(-1), midnight - 2 * dayMs)
  })
})

describe('a failed request', () => {
  test('leaves a hole, which the next one fills', async () => {
    const marketData = await open()
    history.requests[0]?.answerTruly()
    await pass(marketData, 180, true)
    await pass(marketData, 35)
    assert.equal(history.requests.length, 2)
    history.requests[1]?.fail()
    await turn()
    const holed = await pageOf(marketData, '1min', 2)
    assert.deepEqual(
      holed.map(({ startMs, volume }) => [startMs, volume]),
      [
        [noon, 1],
        [noon + 3 * minuteMs, 1],
      ],
    )
    await pass(marketData, 30)
    assert.equal(history.requests.length, 3)
    history.requests[2]?.answerTruly()
    await turn()
    for (const period of periods)
      assert.deepEqual(await pageOf(marketData, period, 20), expectedPage(period, 20))
  })

  test('is repeated by the next start', async () => {
    const marketData = await open()
    history.requests[0]?.fail()
    await turn()
    marketData.stop()
    await marketData.save()
    const again = await reopen()
    await pass(again, 35)
    assert.equal(history.requests.length, 2)
    history.requests[1]?.answerTruly()
    assert.deepEqual(await pageOf(again, '1min'), expectedPage('1min'))
  })
})

describe('an answer', () => {
  test('after the market closed completes its candles and changes nothing else', async () => {
    const marketData = await open(soonClosed)
    history.requests[0]?.fail()
    await pass(marketData, 36)
    assert.equal(marketData.view(euro)?.state, 'closed')
    const [events, quote] = [published.length, marketData.view(euro)?.quote]
    assert.equal(history.requests.length, 2)
    history.requests[1]?.answerTruly()
    await turn()
    assert.deepEqual([published.length, marketData.view(euro)?.quote], [events, quote])
    assert.equal(marketData.view(euro)?.state, 'closed')
    assert.deepEqual(await pageOf(marketData, '1min'), expectedPage('1min'))
    assert.ok((marketData.view(euro)?.day?.volume ?? 0) > 2800)
  })

  test('after the stop is ignored', async () => {
    const marketData = await open()
    marketData.stop()
    history.requests[0]?.answerTruly()
    await turn()
    assert.equal(marketData.view(euro)?.day?.volume, 3)
    await marketData.save()
  })

  test('without minutes is not requested again', async () => {
    const marketData = await open()
    history.requests[0]?.answer([])
    await pass(marketData, 120)
    assert.equal(history.requests.length, 1)
    assert.equal((await pageOf(marketData, '1min', 3)).length, 3)
  })
})
