import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import type { Feed } from '#server/feed/feed.ts'
import { createCachedMarket } from '#server/market-data/cached-market.ts'
import type { Gap } from '#server/market-data/candles/insert-past.ts'
import { createQuoteSequence } from '#server/market-data/quote-sequence.ts'
import { createSourceLiveness } from '#server/market-data/source-liveness.ts'
import { createTickProcessor } from '#server/market-data/tick-processor.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createSteadyHistory, steadyTicks } from '#test/market-data/steady-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const always: OpenSpans = [{ fromMs: 0, toMs: noon + 10 * dayMs }]
const source = 'test'
const euro = markets.find(({ code }) => code === 'EURUSD') ?? assert.fail()

type Options = {
  readonly spans?: OpenSpans
  readonly stateSource?: Feed['stateSource']
  readonly lastQuoteAt?: Feed['lastQuoteAt']
  /** How many sequence numbers are available. The database never allocates more. */
  readonly numbers?: number
}

async function createProcessor({
  spans = always,
  stateSource = 'calendar',
  lastQuoteAt,
  numbers = 1000,
}: Options) {
  const time = { nowMs: noon, elapsedMs: 0 }
  const published: MarketEvent[] = []
  const gaps: Gap[] = []
  const cached = createCachedMarket(euro)
  let blocks = 1
  let allocated = 0
  const allocateBlock = async (size: number) => {
    if (allocated >= blocks) throw new Error('database is down')
    allocated += 1
    return allocated * size
  }
  const clock = { now: () => time.nowMs, elapsed: () => time.elapsedMs }
  const processor = createTickProcessor({
    clock,
    metrics: createMetrics(),
    feed: { stateSource, lastQuoteAt },
    backfill: { add: (_, gap) => void gaps.push(gap) },
    liveness: createSourceLiveness([{ key: source, id: 1, name: 'test:1' }], clock),
    spansOf: () => spans,
    cachedMarkets: new Map([[euro.id, cached]]),
    sequence: await createQuoteSequence({
      allocateBlock,
      clock,
      log: createLog('silent'),
      blockSize: numbers,
    }),
    markUnsaved: () => undefined,
    publish: (event) => published.push(event),
  })
  return {
    cached,
    gaps,
    time,
    ...processor,
    /** Lets the database allocate one more block of sequence numbers. */
    addNumbers() {
      blocks += 1
    },
    events: () => published.map((event) => (event.kind === 'quote' ? `quote ${event.bid}` : event.state)),
    advance(ms: number) {
      time.nowMs += ms
      time.elapsedMs += ms
    },
    sendTick(bid: number, timeMs = time.nowMs) {
      processor.onFeedEvent({ kind: 'tick', source, marketId: euro.id, bid, ask: bid + 8, timeMs })
    },
    /** An overdue row of a replay: its timestamp is the time of arrival. */
    sendRow(bid: number, sourceMs: number) {
      const timeMs = time.nowMs
      processor.onFeedEvent({ kind: 'tick', source, marketId: euro.id, bid, ask: bid + 8, timeMs, sourceMs })
    },
    send: (kind: 'closed' | 'stale' | 'heartbeat') =>
      processor.onFeedEvent({ kind, source, marketId: euro.id }),
  }
}

const stored = (bid: number, timeMs: number) => ({
  marketId: euro.id,
  bid: price(bid),
  ask: price(bid + 8),
  timeMs,
  seq: 1,
  source: 'test:1',
})

describe('a session close', () => {
  const spans = [{ fromMs: noon, toMs: noon + 60_000 }]

  test('is published after the last quote of the session, even if the quote arrives late', async () => {
    const { events, sendTick, advance } = await createProcessor({ spans })
    sendTick(100_000)
    advance(60_020)
    sendTick(100_001, noon + 59_990)
    assert.deepEqual(events(), ['open', 'quote 100000', 'quote 100001', 'closed'])
  })
})

describe('staleness', () => {
  test('counts the time the machine slept, during which the monotonic clock stopped', async () => {
    const { events, sendTick, advance, refreshStates, time } = await createProcessor({})
    sendTick(100_000)
    time.nowMs += 3_600_000
    refreshStates()
    assert.deepEqual(events().slice(2), ['stale'])
    advance(1000)
    sendTick(100_001)
    assert.deepEqual(events().slice(3), ['open', 'quote 100001'])
  })

  test('is not affected by a wall clock that is set back', async () => {
    const { events, sendTick, advance, refreshStates, time } = await createProcessor({})
    sendTick(100_000)
    time.nowMs -= 30_000
    advance(14_000)
    refreshStates()
    assert.deepEqual(events(), ['open', 'quote 100000'])
    advance(1001)
    refreshStates()
    assert.deepEqual(events().slice(2), ['stale'])
  })
})

describe('a jump', () => {
  test('is measured from the previous price in the feed history, even if the server missed that tick', async () => {
    const { lastQuoteAt } = createSteadyHistory(always)
    const { events, sendTick, cached } = await createProcessor({ lastQuoteAt })
    const [present] = steadyTicks(always, noon, noon)
    cached.restore(stored(50_000, noon - 20 * dayMs))
    sendTick(present?.bid ?? 0)
    assert.deepEqual(events(), ['open', `quote ${present?.bid}`])
  })

  test('is not confirmed by its own copy in the feed history', async () => {
    const published = (bid: number, timeMs: number) => ({ bid: price(bid), ask: price(bid + 8), timeMs })
    const lastQuoteAt = (_marketId: number, timeMs: number) =>
      published(timeMs < noon ? 100_000 : 130_000, timeMs)
    const { events, sendTick, advance } = await createProcessor({ lastQuoteAt })
    sendTick(100_000, noon - 1000)
    sendTick(130_000)
    advance(10_000)
    sendTick(130_001)
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale'])
    sendTick(130_002)
    assert.deepEqual(events().slice(3), ['open', 'quote 130002'])
  })

  test('makes an open market stale until it is confirmed', async () => {
    const { events, sendTick, advance, refreshStates } = await createProcessor({})
    sendTick(100_000)
    sendTick(105_000)
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale'])
    advance(500)
    sendTick(105_001)
    refreshStates()
    assert.deepEqual(events().slice(3), [])
    advance(500)
    sendTick(105_002)
    assert.deepEqual(events().slice(3), ['open', 'quote 105002'])
  })

  test('is dropped by the next tick within the limit, which reopens the market', async () => {
    const { events, sendTick, advance } = await createProcessor({})
    sendTick(100_000)
    sendTick(105_000)
    advance(1000)
    sendTick(100_001)
    sendTick(105_000)
    advance(1000)
    sendTick(105_000)
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale', 'open', 'quote 100001', 'stale'])
  })

  test('publishes no quote when invalid ticks follow it', async () => {
    const { events, sendTick, cached, advance } = await createProcessor({})
    sendTick(100_000)
    sendTick(105_000)
    advance(2000)
    sendTick(Number.NaN)
    sendTick(105_000, noon - 1)
    sendTick(80_000)
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale'])
    assert.equal(cached.quote()?.bid, 100_000)
  })

  for (const stateSource of ['calendar', 'feed'] as const) {
    test(`after a start leaves the market closed until it is confirmed, state by ${stateSource}`, async () => {
      const { events, sendTick, cached, advance } = await createProcessor({ stateSource })
      cached.restore(stored(100_000, noon - 60_000))
      sendTick(130_000)
      advance(500)
      sendTick(130_001)
      assert.deepEqual(events(), [])
      assert.equal(cached.state(), 'closed')
      advance(500)
      sendTick(130_002)
      assert.deepEqual(events(), ['open', 'quote 130002'])
    })
  }

  test('at the start of a session leaves the market closed until it is confirmed', async () => {
    const spans = [
      { fromMs: noon, toMs: noon + 60_000 },
      { fromMs: noon + 120_000, toMs: noon + 600_000 },
    ]
    const { events, sendTick, cached, advance, refreshStates } = await createProcessor({ spans })
    sendTick(100_000)
    advance(59_900)
    sendTick(105_000)
    advance(100)
    refreshStates()
    advance(60_000)
    refreshStates()
    // The tick held in the previous session does not count as a confirmation of these ticks.
    for (let count = 0; count < 3; count++) sendTick(105_000)
    refreshStates()
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale', 'closed'])
    assert.equal(cached.state(), 'closed')
    advance(1000)
    sendTick(105_001)
    assert.deepEqual(events().slice(4), ['open', 'quote 105001'])
  })

  test('after the feed closed a market leaves it closed until it is confirmed', async () => {
    const { events, sendTick, send, advance } = await createProcessor({ stateSource: 'feed' })
    sendTick(100_000)
    sendTick(105_000)
    send('closed')
    advance(5000)
    sendTick(105_000)
    sendTick(105_000)
    assert.deepEqual(events(), ['open', 'quote 100000', 'stale', 'closed'])
    advance(1000)
    sendTick(105_001)
    assert.deepEqual(events().slice(4), ['open', 'quote 105001'])
  })

  test('in the first tick of a session publishes the close of the previous one', async () => {
    const spans = [
      { fromMs: noon, toMs: noon + 5000 },
      { fromMs: noon + 5001, toMs: noon + 600_000 },
    ]
    const { events, sendTick, advance } = await createProcessor({ spans })
    sendTick(100_000)
    advance(6000)
    sendTick(105_000)
    assert.deepEqual(events(), ['open', 'quote 100000', 'closed'])
  })
})

describe('a row of a replay', () => {
  test('is dropped if older than the last accepted row, but not if only older than the held one', async () => {
    const { events, sendRow } = await createProcessor({ stateSource: 'feed' })
    sendRow(100_000, 0)
    sendRow(100_001, 500)
    sendRow(100_002, 499)
    sendRow(105_000, 900)
    sendRow(100_003, 700)
    sendRow(100_004, 699)
    assert.deepEqual(events(), ['open', 'quote 100000', 'quote 100001', 'stale', 'open', 'quote 100003'])
  })
})

describe('a silent feed', () => {
  test('makes a market stale until its next quote, not until a heartbeat', async () => {
    const { events, sendTick, send, advance, refreshStates } = await createProcessor({})
    sendTick(100_000)
    advance(15_001)
    refreshStates()
    assert.deepEqual(events().slice(2), ['stale'])
    send('heartbeat')
    refreshStates()
    assert.deepEqual(events().slice(3), [])
    sendTick(100_001)
    assert.deepEqual(events().slice(3), ['open', 'quote 100001'])
  })

  test('makes a market stale even if it resumes before refreshStates runs', async () => {
    const { events, sendTick, send, advance, refreshStates } = await createProcessor({})
    sendTick(100_000)
    advance(15_001)
    send('heartbeat')
    refreshStates()
    assert.deepEqual(events().slice(2), ['stale'])
  })
})

describe('the tick processor without new sequence numbers', () => {
  test('drops ticks while numbers remain for a market to become stale', async () => {
    const { events, sendTick, advance, refreshStates } = await createProcessor({ numbers: 20 })
    for (let count = 0; count < 30; count++) {
      sendTick(100_000 + count)
      advance(1000)
    }
    const quotes = events().filter((what) => what !== 'open').length
    assert.ok(quotes > 10 && quotes < 20)
    advance(600_000)
    sendTick(100_500)
    refreshStates()
    assert.equal(events().at(-1), 'stale')
    assert.equal(events().length, quotes + 2)
  })

  test('reports no gap again for each dropped tick', async () => {
    const { cached, gaps, sendTick, advance } = await createProcessor({ numbers: 20 })
    for (let count = 0; count < 40; count++) {
      sendTick(100_000 + count)
      advance(30_000)
    }
    assert.equal(
      gaps.length,
      cached.minutes().reduce((sum, { volume }) => sum + volume, 0),
    )
    assert.equal((gaps.at(-1)?.untilMs ?? 0) + 1, cached.quote()?.timeMs)
  })
})

describe('a gap', () => {
  test('after a start covers the cached days up to the first tick', async () => {
    const { gaps, sendTick, cached } = await createProcessor({})
    cached.restore(stored(100_000, noon - 3_600_000))
    sendTick(100_001)
    assert.deepEqual(gaps, [{ fromMs: noon - 1.5 * dayMs, untilMs: noon - 1 }])
  })

  test('after a pause of more than five seconds covers the time between the two ticks', async () => {
    const { gaps, sendTick, advance } = await createProcessor({})
    sendTick(100_000)
    advance(5000)
    sendTick(100_001)
    advance(5001)
    sendTick(100_002)
    assert.deepEqual(gaps.slice(1), [{ fromMs: noon + 5001, untilMs: noon + 10_000 }])
  })

  test('is none while the source sends heartbeats, however rarely the market is quoted', async () => {
    const { gaps, sendTick, send, advance } = await createProcessor({})
    sendTick(100_000)
    for (let count = 0; count < 20; count++) {
      advance(5000)
      send('heartbeat')
    }
    sendTick(100_001)
    assert.equal(gaps.length, 1)
    advance(5001)
    send('heartbeat')
    advance(100)
    sendTick(100_002)
    assert.deepEqual(gaps.slice(1), [{ fromMs: noon + 100_001, untilMs: noon + 105_100 }])
  })

  test('covers the ticks that were held for more than five seconds and then confirmed', async () => {
    const { gaps, sendTick, send, advance, events } = await createProcessor({})
    sendTick(100_000)
    for (let count = 0; count < 3; count++) {
      advance(3000)
      send('heartbeat')
      sendTick(105_000)
    }
    assert.equal(events().at(-1), 'quote 105000')
    assert.deepEqual(gaps.slice(1), [{ fromMs: noon + 1, untilMs: noon + 8999 }])
  })

  test('covers the ticks that got no sequence number', async () => {
    const { gaps, sendTick, send, advance, cached, addNumbers, time } = await createProcessor({ numbers: 20 })
    const tickFor = (count: number) => {
      for (let sent = 0; sent < count; sent++) {
        advance(3000)
        send('heartbeat')
        sendTick(100_000 + sent)
      }
    }
    tickFor(30)
    const lastMs = cached.quote()?.timeMs ?? 0
    const turn = () => new Promise(setImmediate)
    await turn()
    addNumbers()
    tickFor(1)
    await turn()
    tickFor(2)
    assert.ok(lastMs < time.nowMs - 12_000)
    assert.equal(gaps.length, 2)
    assert.equal(gaps[1]?.fromMs, lastMs + 1)
  })

  test('after a pause of a week covers only the cached days', async () => {
    const { gaps, sendTick, advance } = await createProcessor({})
    sendTick(100_000)
    advance(7 * dayMs)
    sendTick(100_001)
    assert.deepEqual(gaps.slice(1), [{ fromMs: noon + 5.5 * dayMs, untilMs: noon + 7 * dayMs - 1 }])
  })
})

describe('a timestamp ahead of our clock', () => {
  test('is replaced by the current time', async () => {
    const { cached, sendTick, advance } = await createProcessor({})
    sendTick(100_000, noon + 30_000)
    assert.equal(cached.quote()?.timeMs, noon)
    advance(500)
    sendTick(100_001, noon + 30_500)
    assert.equal(cached.quote()?.timeMs, noon + 500)
  })

  test('is not before the last quote when our clock is set back', async () => {
    const { cached, sendTick, time } = await createProcessor({})
    sendTick(100_000)
    time.nowMs -= 20_000
    sendTick(100_001, noon + 250)
    assert.deepEqual([cached.quote()?.bid, cached.quote()?.timeMs], [100_001, noon])
  })
})
