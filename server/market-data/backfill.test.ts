import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs, minuteMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { createBackfill } from '#server/market-data/backfill.ts'
import { type CachedMarket, createCachedMarket } from '#server/market-data/cached-market.ts'
import { limitHistory } from '#server/market-data/candles/limited-history.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createControlledHistory } from '#test/market-data/controlled-history.ts'
import { bidAt } from '#test/market-data/steady-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const always: OpenSpans = [{ fromMs: 0, toMs: noon + 10 * dayMs }]
const gap = { fromMs: noon - 10 * minuteMs, untilMs: noon - 1 }

function create() {
  const timers = createFakeTimers(noon)
  const history = createControlledHistory(always)
  const metrics = createMetrics()
  const logged: string[] = []
  const filled: number[] = []
  const backfill = createBackfill({
    history: limitHistory(history, timers),
    clock: timers.clock,
    timers,
    log: createLog('info', { write: (line: string) => void logged.push(line) }),
    metrics,
    publishPastFilled: ({ marketId }) => void filled.push(marketId),
  })
  return {
    ...backfill,
    filled,
    timers,
    history,
    logged,
    /** A market with one live quote at noon. */
    market(at = 0): CachedMarket {
      const cached = createCachedMarket(markets[at] ?? assert.fail())
      quote(cached, noon)
      return cached
    },
    request: (at: number) => history.requests[at] ?? assert.fail(`there is no request ${at}`),
    /** Lets the time pass, with the answers and timers that this causes. */
    async pass(ms: number) {
      timers.advance(ms)
      backfill.retryDue()
      await turn()
    },
    outcomes: async () =>
      Object.fromEntries(
        (await metrics.backfills.get()).values.map(({ labels, value }) => [labels.outcome, value]),
      ),
    gaps: async () => (await metrics.backfillGaps.get()).values[0]?.value,
  }
}

function quote(cached: CachedMarket, timeMs: number): void {
  const bid = bidAt(timeMs)
  const prices = { bid, ask: price(bid + 8) }
  cached.applyQuote({ marketId: cached.market.id, ...prices, timeMs, seq: 1, source: 'test:1' })
}

const turn = () => new Promise(setImmediate)

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let isSo = false
  void promise.then(() => {
    isSo = true
  })
  await turn()
  return isSo
}

describe('a gap', () => {
  test('is filled when the history answers, however late within ten seconds', async () => {
    const { add, market, request, history, pass, outcomes, gaps } = create()
    const cached = market()
    add(cached, gap)
    await pass(9_999)
    assert.equal(cached.minutes().length, 1)
    assert.equal(await gaps(), 1)
    request(0).answerTruly()
    await turn()
    assert.deepEqual(cached.minutes(), history.knownMinutes(gap.fromMs, noon))
    assert.deepEqual([await outcomes(), await gaps()], [{ filled: 1 }, 0])
  })

  test('without ticks is done after an empty answer', async () => {
    const { add, market, request, pass, history, outcomes, filled } = create()
    const cached = market()
    add(cached, gap)
    request(0).answer([])
    await pass(dayMs / 2)
    assert.equal(cached.minutes().length, 1)
    assert.equal(history.requests.length, 1)
    assert.deepEqual([await outcomes(), filled], [{ empty: 1 }, []])
  })

  test('that fails is logged and requested again after 30 s, then after twice as long each time', async () => {
    const { add, market, request, pass, history, logged, outcomes, gaps } = create()
    const cached = market()
    add(cached, gap)
    const delays = [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]
    for (const [at, delayMs] of delays.entries()) {
      request(at).fail()
      await turn()
      await pass(delayMs - 1)
      assert.equal(history.requests.length, at + 1)
      await pass(1)
      assert.equal(history.requests.length, at + 2)
    }
    assert.equal(logged.length, delays.length)
    assert.match(logged[0] ?? '', /could not fetch missing minutes; retrying later/)
    assert.match(logged[0] ?? '', new RegExp(cached.market.code))
    assert.equal(await gaps(), 1)
    request(delays.length).answerTruly()
    await turn()
    assert.deepEqual(cached.minutes(), history.knownMinutes(gap.fromMs, noon))
    assert.deepEqual([await outcomes(), await gaps()], [{ failed: delays.length, filled: 1 }, 0])
  })

  test('that is not answered in time fails, and the late answer is ignored', async () => {
    const { add, market, request, pass, outcomes } = create()
    const cached = market()
    add(cached, gap)
    await pass(10_000)
    assert.deepEqual(await outcomes(), { timed_out: 1 })
    request(0).answerTruly()
    await turn()
    assert.equal(cached.minutes().length, 1)
    await pass(30_000)
    request(1).answerTruly()
    await turn()
    assert.equal(cached.minutes().length, 11)
    assert.equal(
      cached.minutes().reduce((sum, { volume }) => sum + volume, 0),
      21,
    )
  })

  test('with an invalid answer fails and changes nothing', async () => {
    const { add, market, request, outcomes, history } = create()
    const cached = market()
    add(cached, gap)
    request(0).answer(history.knownMinutes(gap.fromMs, gap.untilMs + 5 * minuteMs))
    await turn()
    assert.equal(cached.minutes().length, 1)
    assert.deepEqual(await outcomes(), { invalid: 1 })
  })

  test('is forgotten once its day is no longer cached', async () => {
    const { add, market, request, pass, history, gaps } = create()
    const cached = market()
    add(cached, gap)
    request(0).fail()
    await turn()
    quote(cached, noon + 1.4 * dayMs)
    await pass(30_000)
    assert.equal(history.requests.length, 2, 'the day before is cached')
    request(1).fail()
    await turn()
    quote(cached, noon + 1.5 * dayMs)
    await pass(60_000)
    assert.equal(history.requests.length, 2)
    assert.equal(await gaps(), 0)
  })
})

describe('many gaps', () => {
  test('are requested four at a time, in their order', async () => {
    const { add, market, history, request } = create()
    for (let at = 0; at < 10; at++) add(market(at), gap)
    assert.equal(history.requests.length, 4)
    request(2).answerTruly()
    await turn()
    request(0).fail()
    await turn()
    assert.deepEqual(
      history.requests.map(({ marketId }) => marketId),
      markets.slice(0, 6).map(({ id }) => id),
    )
  })

  test('of one market are limited to 16: the oldest that is not requested is given up', async () => {
    const { add, market, history, gaps, outcomes, logged } = create()
    const cached = market()
    for (let at = 0; at < 20; at++)
      add(cached, { fromMs: noon - (at + 1) * 1000, untilMs: noon - at * 1000 - 1 })
    assert.equal(await gaps(), 16)
    assert.deepEqual(await outcomes(), { given_up: 4 })
    assert.equal(logged.filter((line) => line.includes('gave up a gap')).length, 4)
    for (let at = 0; at < 16; at++) {
      history.requests[at]?.answerTruly()
      await turn()
    }
    assert.deepEqual(
      history.requests.map(({ fromMs }) => (noon - fromMs) / 1000),
      [1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
    )
    assert.equal(await gaps(), 0)
  })
})

describe('waiting for a market', () => {
  test('ends with its answer, and at once without an open request', async () => {
    const { add, market, request, settled } = create()
    const [waiting, other] = [market(0), market(1)]
    add(waiting, gap)
    const answered = settled(waiting)
    assert.equal(await isSettled(settled(other)), true)
    assert.equal(await isSettled(answered), false)
    request(0).answerTruly()
    assert.equal(await isSettled(answered), true)
    assert.equal(waiting.minutes().length, 11)
  })

  test('ends with its failure, which later callers do not wait for', async () => {
    const { add, market, request, settled, pass } = create()
    const cached = market()
    add(cached, gap)
    const failed = settled(cached)
    request(0).fail()
    assert.equal(await isSettled(failed), true)
    assert.equal(await isSettled(settled(cached)), true)
    await pass(30_000)
    assert.equal(await isSettled(settled(cached)), false, 'it is requested again')
  })

  test('ends after two seconds', async () => {
    const { add, market, settled, timers } = create()
    const cached = market()
    add(cached, gap)
    const waited = settled(cached)
    timers.advance(1999)
    assert.equal(await isSettled(waited), false)
    timers.advance(1)
    assert.equal(await isSettled(waited), true)
  })
})

describe('after a stop', () => {
  test('answers and failures are ignored, nothing is requested, and readers do not wait', async () => {
    const { add, market, request, stop, pass, settled, history, outcomes, logged } = create()
    const [answered, failing, queued] = [market(0), market(1), market(2)]
    for (const cached of [answered, failing]) add(cached, gap)
    const waiting = settled(answered)
    stop()
    assert.equal(await isSettled(waiting), true)
    request(0).answerTruly()
    request(1).fail()
    add(queued, gap)
    await pass(60_000)
    assert.deepEqual(
      [answered, failing].map((cached) => cached.minutes().length),
      [1, 1],
    )
    assert.equal(history.requests.length, 2)
    assert.deepEqual([await outcomes(), logged], [{}, []])
  })
})
