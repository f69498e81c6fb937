import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/open-spans.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { price } from '#core/money/price.ts'
import { markets } from '#db/seed/markets.ts'
import type { Feed, FeedHistory } from '#server/feed/feed.ts'
import { createMarketTrack } from '#server/market-data/market-track.ts'
import { createAcceptance } from '#server/market-data/quotes/acceptance.ts'
import { createSequence } from '#server/market-data/quotes/sequence.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createSteadyHistory, steadyTicks } from '#test/market-data/steady-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const always: OpenSpans = [{ fromMs: 0, toMs: noon + 10 * dayMs }]
const euro = markets.find(({ code }) => code === 'EURUSD') ?? assert.fail()

type Setting = {
  readonly spans?: OpenSpans
  readonly governedBy?: Feed['governedBy']
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
    feed: { governedBy, history },
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

  test('is held back after a start, too, where nobody knows what was missed', async () => {
    const { heard, tell, track, pass } = await accepting({})
    track.restore(stored(100_000, noon - 60_000))
    tell(105_000)
    assert.deepEqual(heard(), [])
    pass(500)
    tell(105_001)
    assert.deepEqual(heard(), ['open', 'quote 105001'])
  })

  test('is none from one run of a replay to the next, which begins anew', async () => {
    const { heard, tell, track, pass } = await accepting({ governedBy: 'feed' })
    track.restore(stored(100_000, noon - 60_000))
    tell(150_000)
    pass(500)
    tell(100_000)
    assert.deepEqual(heard(), ['open', 'quote 150000'])
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
