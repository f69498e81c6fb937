import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import type { Feed, FeedHistory } from '#server/feed/feed.ts'
import { createMarketTrack } from '#server/market-data/cached-market.ts'
import { createSequence } from '#server/market-data/quote-sequence.ts'
import { createAcceptance } from '#server/market-data/tick-filter.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createSteadyHistory, steadyTicks } from '#test/market-data/steady-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const always: OpenSpans = [{ fromMs: 0, toMs: noon + 10 * dayMs }]
const euro = markets.find(({ code }) => code === 'EURUSD') ?? assert.fail()

type Setting = {
  readonly spans?: OpenSpans
  readonly governedBy?: Feed['stateSource']
  readonly history?: FeedHistory
  /** How many numbers there are until the database gives more, which it does not. */
  readonly numbers?: number
}

async function accepting({ spans = always, governedBy = 'calendar', history, numbers = 1000 }: Setting) {
  const time = { nowMs: noon, elapsedMs: 0 }
  const told: MarketEvent[] = []
  const track = createMarketTrack(euro)
  let hasBlock = true
  const takeBlock = async (size: number) => {
    if (!hasBlock) throw new Error('away')
    hasBlock = false
    return size
  }
  const clock = { now: () => time.nowMs, elapsed: () => time.elapsedMs }
  const acceptance = createAcceptance({
    clock,
    metrics: createMetrics(),
    feed: { stateSource: governedBy, history },
    spansOf: () => spans,
    tracks: new Map([[euro.id, track]]),
    sequence: await createSequence({ takeBlock, clock, log: createLog('silent'), blockSize: numbers }),
    noteQuote: () => undefined,
    publish: (event) => told.push(event),
  })
  return {
    track,
    time,
    ...acceptance,
    heard: () => told.map((event) => (event.kind === 'quote' ? `quote ${event.bid}` : event.state)),
    pass(ms: number) {
      time.nowMs += ms
      time.elapsedMs += ms
    },
    tell(bid: number, timeMs = time.nowMs) {
      acceptance.accept({ kind: 'tick', marketId: euro.id, bid, ask: bid + 8, timeMs })
    },
    /** A row of a replay that is overdue, so that it has the time it plays at. */
    tellRow(bid: number, sourceMs: number) {
      const timeMs = time.nowMs
      acceptance.accept({ kind: 'tick', marketId: euro.id, bid, ask: bid + 8, timeMs, sourceMs })
    },
    say: (kind: 'closed' | 'stale' | 'heartbeat') => acceptance.accept({ kind, marketId: euro.id }),
  }
}

const stored = (bid: number, timeMs: number) => ({
  marketId: euro.id,
  bid: price(bid),
  ask: price(bid + 8),
  timeMs,
  seq: 1,
})

describe('the end of a session', () => {
  const spans = [{ fromMs: noon, toMs: noon + 60_000 }]

  test('comes after its last quote, also when that is heard a moment later', async () => {
    const { heard, tell, pass } = await accepting({ spans })
    tell(100_000)
    pass(60_020)
    tell(100_001, noon + 59_990)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'quote 100001', 'closed'])
  })
})

describe('the age of a price', () => {
  test('counts the time in which the machine slept and its timers stood still', async () => {
    const { heard, tell, pass, pulse, time } = await accepting({})
    tell(100_000)
    time.nowMs += 3_600_000
    pulse()
    assert.deepEqual(heard().slice(2), ['stale'])
    pass(1000)
    tell(100_001)
    assert.deepEqual(heard().slice(3), ['open', 'quote 100001'])
  })

  test('is not changed by a clock that is set back', async () => {
    const { heard, tell, pass, pulse, time } = await accepting({})
    tell(100_000)
    time.nowMs -= 30_000
    pass(14_000)
    pulse()
    assert.deepEqual(heard(), ['open', 'quote 100000'])
    pass(1001)
    pulse()
    assert.deepEqual(heard().slice(2), ['stale'])
  })
})

describe('a jump', () => {
  test('is measured from the price before it, also when that was missed', async () => {
    const history = createSteadyHistory(always)
    const { heard, tell, track } = await accepting({ history })
    const [present] = steadyTicks(always, noon, noon)
    track.restore(stored(50_000, noon - 20 * dayMs))
    tell(present?.bid ?? 0)
    assert.deepEqual(heard(), ['open', `quote ${present?.bid}`])
  })

  test('is not confirmed by itself, although the history of its feed has it', async () => {
    const told = (bid: number, timeMs: number) => ({ bid: price(bid), ask: price(bid + 8), timeMs })
    const lastQuoteBy = (_marketId: number, timeMs: number) => told(timeMs < noon ? 100_000 : 130_000, timeMs)
    const { heard, tell, pass } = await accepting({
      history: { ...createSteadyHistory(always), lastQuoteAt: lastQuoteBy },
    })
    tell(100_000, noon - 1000)
    tell(130_000)
    pass(10_000)
    tell(130_001)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale'])
    tell(130_002)
    assert.deepEqual(heard().slice(3), ['open', 'quote 130002'])
  })

  test('makes an open market stale at once, and the confirming price opens it again', async () => {
    const { heard, tell, pass, pulse } = await accepting({})
    tell(100_000)
    tell(105_000)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale'])
    pass(500)
    tell(105_001)
    pulse()
    assert.deepEqual(heard().slice(3), [])
    pass(500)
    tell(105_002)
    assert.deepEqual(heard().slice(3), ['open', 'quote 105002'])
  })

  test('is forgotten with the next price within the limit, which opens the market again', async () => {
    const { heard, tell, pass } = await accepting({})
    tell(100_000)
    tell(105_000)
    pass(1000)
    tell(100_001)
    tell(105_000)
    pass(1000)
    tell(105_000)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale', 'open', 'quote 100001', 'stale'])
  })

  test('is not traded on and changes nothing while a bad price follows it', async () => {
    const { heard, tell, track, pass } = await accepting({})
    tell(100_000)
    tell(105_000)
    pass(2000)
    tell(Number.NaN)
    tell(105_000, noon - 1)
    tell(80_000)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale'])
    assert.equal(track.quote()?.bid, 100_000)
  })

  for (const governedBy of ['calendar', 'feed'] as const) {
    test(`after a start opens nothing until it is confirmed, by ${governedBy}`, async () => {
      const { heard, tell, track, pass } = await accepting({ governedBy })
      track.restore(stored(100_000, noon - 60_000))
      tell(130_000)
      pass(500)
      tell(130_001)
      assert.deepEqual(heard(), [])
      assert.equal(track.state(), 'closed')
      pass(500)
      tell(130_002)
      assert.deepEqual(heard(), ['open', 'quote 130002'])
    })
  }

  test('after an opening by the hours leaves the market closed until it is confirmed', async () => {
    const spans = [
      { fromMs: noon, toMs: noon + 60_000 },
      { fromMs: noon + 120_000, toMs: noon + 600_000 },
    ]
    const { heard, tell, track, pass, pulse } = await accepting({ spans })
    tell(100_000)
    pass(59_900)
    tell(105_000)
    pass(100)
    pulse()
    pass(60_000)
    pulse()
    // A held price of the session before confirms nothing and is confirmed by nothing.
    for (let count = 0; count < 3; count++) tell(105_000)
    pulse()
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale', 'closed'])
    assert.equal(track.state(), 'closed')
    pass(1000)
    tell(105_001)
    assert.deepEqual(heard().slice(4), ['open', 'quote 105001'])
  })

  test('after the feed has closed a market leaves it closed until it is confirmed', async () => {
    const { heard, tell, say, pass } = await accepting({ governedBy: 'feed' })
    tell(100_000)
    tell(105_000)
    say('closed')
    pass(5000)
    tell(105_000)
    tell(105_000)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'stale', 'closed'])
    pass(1000)
    tell(105_001)
    assert.deepEqual(heard().slice(4), ['open', 'quote 105001'])
  })

  test('in the first price of a session whose end no pulse saw closes the market', async () => {
    const spans = [
      { fromMs: noon, toMs: noon + 5000 },
      { fromMs: noon + 5001, toMs: noon + 600_000 },
    ]
    const { heard, tell, pass } = await accepting({ spans })
    tell(100_000)
    pass(6000)
    tell(105_000)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'closed'])
  })
})

describe('a row of a replay', () => {
  test('before the last accepted one is dropped, one before the held one is not', async () => {
    const { heard, tellRow } = await accepting({ governedBy: 'feed' })
    tellRow(100_000, 0)
    tellRow(100_001, 500)
    tellRow(100_002, 499)
    tellRow(105_000, 900)
    tellRow(100_003, 700)
    tellRow(100_004, 699)
    assert.deepEqual(heard(), ['open', 'quote 100000', 'quote 100001', 'stale', 'open', 'quote 100003'])
  })
})

describe('a silent feed', () => {
  test('makes a market stale until its own next quote: a heartbeat is not enough', async () => {
    const { heard, tell, say, pass, pulse } = await accepting({})
    tell(100_000)
    pass(15_001)
    pulse()
    assert.deepEqual(heard().slice(2), ['stale'])
    say('heartbeat')
    pulse()
    assert.deepEqual(heard().slice(3), [])
    tell(100_001)
    assert.deepEqual(heard().slice(3), ['open', 'quote 100001'])
  })

  test('does so also when it speaks again before a pulse has seen the silence', async () => {
    const { heard, tell, say, pass, pulse } = await accepting({})
    tell(100_000)
    pass(15_001)
    say('heartbeat')
    pulse()
    assert.deepEqual(heard().slice(2), ['stale'])
  })
})

describe('without new numbers', () => {
  test('prices are let go before the last ones are used up, so that a market can still turn stale', async () => {
    const { heard, tell, pass, pulse } = await accepting({ numbers: 20 })
    for (let count = 0; count < 30; count++) {
      tell(100_000 + count)
      pass(1000)
    }
    const quotes = heard().filter((what) => what !== 'open').length
    assert.ok(quotes > 10 && quotes < 20)
    pass(600_000)
    tell(100_500)
    pulse()
    assert.equal(heard().at(-1), 'stale')
    assert.equal(heard().length, quotes + 2)
  })

  test('what was missed is not counted for each price that is let go', async () => {
    const history = createSteadyHistory(always)
    const { track, tell, pass, time } = await accepting({ history, numbers: 20 })
    for (let count = 0; count < 40; count++) {
      const [tick] = steadyTicks(always, time.nowMs, time.nowMs)
      tell(tick?.bid ?? 0)
      pass(30_000)
    }
    const last = track.quote()?.timeMs ?? 0
    assert.deepEqual(track.minutes(), history.minutes(euro.id, noon - 1.5 * dayMs, last))
  })
})

describe('a time ahead of our clock', () => {
  test('counts as now, so that it does not move the time of other markets', async () => {
    const { track, tell, pass } = await accepting({})
    tell(100_000, noon + 30_000)
    assert.equal(track.quote()?.timeMs, noon)
    pass(500)
    tell(100_001, noon + 30_500)
    assert.equal(track.quote()?.timeMs, noon + 500)
  })

  test('does not fall behind the last quote when our clock is set back', async () => {
    const { track, tell, time } = await accepting({})
    tell(100_000)
    time.nowMs -= 20_000
    tell(100_001, noon + 250)
    assert.deepEqual([track.quote()?.bid, track.quote()?.timeMs], [100_001, noon])
  })
})
