import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import type { Feed, FeedSource } from '#server/feed/feed.ts'
import { createCachedMarket } from '#server/market-data/cached-market.ts'
import type { Gap } from '#server/market-data/candles/insert-past.ts'
import { createQuoteSequence } from '#server/market-data/quote-sequence.ts'
import { createSourceLiveness } from '#server/market-data/source-liveness.ts'
import { createTickProcessor } from '#server/market-data/tick-processor.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { fc } from '#test/fast-check.ts'
import { bitcoin, crypto, euro, forex, heartbeatOf, tickOf } from '#test/market-data/two-source-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const always: OpenSpans = [{ fromMs: 0, toMs: noon + 10 * dayMs }]
const sources = [
  { ...forex, id: 1, name: 'forex:1' },
  { ...crypto, id: 2, name: 'crypto:2' },
]
const marketIds = [euro, bitcoin]

async function createProcessor(stateSource: Feed['stateSource'] = 'calendar') {
  const time = { nowMs: noon }
  const clock = { now: () => time.nowMs, elapsed: () => time.nowMs }
  const published: MarketEvent[] = []
  const metrics = createMetrics()
  const gaps: Gap[] = []
  const cachedMarkets = new Map(
    markets
      .filter(({ id }) => marketIds.includes(id))
      .map((market) => [market.id, createCachedMarket(market)]),
  )
  const liveness = createSourceLiveness(sources, clock)
  const allocateBlock = async (size: number) => size
  const processor = createTickProcessor({
    clock,
    metrics,
    liveness,
    feed: { stateSource, lastQuoteAt: undefined },
    backfill: { add: (_, gap) => void gaps.push(gap) },
    spansOf: () => always,
    cachedMarkets,
    sequence: await createQuoteSequence({ allocateBlock, clock, log: createLog('silent') }),
    markUnsaved: () => undefined,
    publish: (event) => published.push(event),
  })
  return {
    ...processor,
    gaps,
    liveness,
    cachedMarkets,
    metrics,
    /** Events of one market. */
    events: (marketId: number) =>
      published.flatMap((event) => {
        if (event.marketId !== marketId) return []
        return [event.kind === 'quote' ? `${event.source} ${event.bid}` : event.state]
      }),
    states: () => marketIds.map((id) => cachedMarkets.get(id)?.state()),
    /** Advances the time and refreshes the states every second. */
    pass(ms: number, each: () => void = () => undefined) {
      for (const endMs = time.nowMs + ms; time.nowMs < endMs; ) {
        time.nowMs = Math.min(endMs, time.nowMs + 1000)
        each()
        processor.refreshStates()
      }
    },
    /** Advances the time without refreshing the states. */
    skip(ms: number) {
      time.nowMs += ms
    },
    tick: (source: FeedSource, marketId: number, bid: number) =>
      processor.onFeedEvent(tickOf(source, marketId, bid, time.nowMs)),
    beat: (source: FeedSource) => processor.onFeedEvent(heartbeatOf(source)),
    declare: (kind: 'closed' | 'stale', source: FeedSource, marketId: number) =>
      processor.onFeedEvent({ kind, source: source.key, marketId }),
  }
}

/** Both markets open, each from its own source. */
async function createOpenMarkets(stateSource?: Feed['stateSource']) {
  const processor = await createProcessor(stateSource)
  processor.tick(forex, euro, 100_000)
  processor.tick(crypto, bitcoin, 9_000_000)
  return processor
}

describe('a silent source', () => {
  test('makes only its own markets stale, although another source sends heartbeats', async () => {
    const { pass, beat, states } = await createOpenMarkets()
    pass(15_000, () => beat(crypto))
    assert.deepEqual(states(), ['open', 'open'])
    pass(1, () => beat(crypto))
    assert.deepEqual(states(), ['stale', 'open'])
  })

  test('is not hidden by ticks of another source', async () => {
    const { pass, tick, states, events } = await createOpenMarkets()
    let bid = 9_000_000
    pass(16_000, () => tick(crypto, bitcoin, ++bid))
    assert.deepEqual(states(), ['stale', 'open'])
    tick(forex, euro, 100_001)
    assert.deepEqual(events(euro), ['open', 'forex:1 100000', 'stale', 'open', 'forex:1 100001'])
  })

  test('that resumes with a heartbeat makes only its own markets stale', async () => {
    const { pass, skip, beat, states } = await createOpenMarkets()
    pass(10_000, () => beat(crypto))
    skip(6_000)
    beat(forex)
    assert.deepEqual(states(), ['stale', 'open'])
  })

  test('keeps its markets open while it sends heartbeats itself, each up to its own limit', async () => {
    const { pass, beat, states } = await createOpenMarkets()
    const bothBeat = () => {
      beat(forex)
      beat(crypto)
    }
    pass(15_000, bothBeat)
    assert.deepEqual(states(), ['open', 'open'])
    pass(45_000, bothBeat)
    assert.deepEqual(states(), ['stale', 'open'])
    pass(1, bothBeat)
    assert.deepEqual(states(), ['stale', 'stale'])
  })

  test('is reported by the metric of its own name', async () => {
    const { pass, beat, metrics, liveness } = await createOpenMarkets()
    pass(16_000, () => beat(crypto))
    const { values } = await metrics.feedSourceUp.get()
    assert.deepEqual(
      values.map(({ labels, value }) => [labels.source, value]),
      [
        ['forex:1', 0],
        ['crypto:2', 1],
      ],
    )
    assert.deepEqual(liveness.statuses(), [
      { name: 'forex:1', isLive: false },
      { name: 'crypto:2', isLive: true },
    ])
  })

  test('does not make markets stale that only the feed declares stale', async () => {
    const { pass, states } = await createOpenMarkets('feed')
    pass(60_000)
    assert.deepEqual(states(), ['open', 'open'])
  })
})

describe('a market whose ticks change their source', () => {
  test('belongs to the new source from its first accepted tick on', async () => {
    const { pass, tick, beat, states } = await createOpenMarkets()
    tick(crypto, euro, 100_001)
    let bid = 100_001
    pass(20_000, () => tick(crypto, euro, ++bid))
    assert.deepEqual(states(), ['open', 'open'])
    pass(20_000, () => beat(forex))
    assert.deepEqual(states(), ['stale', 'stale'])
  })

  test('stays open if the previous source is live', async () => {
    const { tick, events } = await createOpenMarkets()
    tick(crypto, euro, 100_001)
    assert.deepEqual(events(euro), ['open', 'forex:1 100000', 'crypto:2 100001'])
  })

  test('is stale in between if the previous source was silent', async () => {
    const { pass, skip, beat, tick, events } = await createOpenMarkets()
    pass(10_000, () => beat(crypto))
    skip(6_000)
    tick(crypto, euro, 100_001)
    assert.deepEqual(events(euro), ['open', 'forex:1 100000', 'stale', 'open', 'crypto:2 100001'])
  })

  test('may have missed ticks of the new source, which reports a gap', async () => {
    const { skip, beat, tick, gaps } = await createOpenMarkets()
    for (let count = 0; count < 4; count++) {
      skip(2000)
      beat(forex)
      beat(crypto)
    }
    tick(forex, euro, 100_001)
    assert.equal(gaps.length, 2, 'only those of the start')
    for (let count = 0; count < 4; count++) {
      skip(2000)
      beat(crypto)
    }
    tick(crypto, euro, 100_002)
    assert.deepEqual(gaps.slice(2), [{ fromMs: noon + 8001, untilMs: noon + 15_999 }])
  })

  test('is not affected by a pause of the other source', async () => {
    const { skip, beat, tick, gaps } = await createOpenMarkets()
    for (let count = 0; count < 4; count++) {
      skip(4000)
      beat(crypto)
    }
    beat(forex)
    tick(crypto, bitcoin, 9_000_001)
    assert.equal(gaps.length, 2)
    tick(forex, euro, 100_001)
    assert.deepEqual(gaps.slice(2), [{ fromMs: noon + 1, untilMs: noon + 15_999 }])
  })

  test('does not change it with a held, an old or an invalid tick', async () => {
    const { pass, beat, tick, states, cachedMarkets } = await createOpenMarkets()
    tick(crypto, euro, 100_000.5)
    tick(crypto, euro, 150_000)
    assert.equal(cachedMarkets.get(euro)?.quote()?.source, 'forex:1')
    tick(forex, euro, 100_002)
    pass(16_000, () => beat(crypto))
    assert.deepEqual(states(), ['stale', 'open'])
  })

  test('holds back a jump between the prices of two sources until it is confirmed', async () => {
    const { skip, tick, events } = await createOpenMarkets()
    tick(crypto, euro, 105_000)
    skip(500)
    tick(crypto, euro, 105_001)
    skip(500)
    tick(crypto, euro, 105_002)
    assert.deepEqual(events(euro), ['open', 'forex:1 100000', 'stale', 'open', 'crypto:2 105002'])
  })

  test('cannot be declared closed or stale by the other source', async () => {
    const { declare, states, tick } = await createOpenMarkets('feed')
    declare('closed', crypto, euro)
    declare('stale', forex, bitcoin)
    assert.deepEqual(states(), ['open', 'open'])
    declare('stale', forex, euro)
    declare('closed', crypto, bitcoin)
    assert.deepEqual(states(), ['stale', 'closed'])
    tick(crypto, euro, 100_001)
    declare('closed', forex, euro)
    assert.deepEqual(states(), ['open', 'closed'])
  })
})

describe('after a start', () => {
  test('a market with a restored quote belongs to the source of it', async () => {
    const { cachedMarkets, declare } = await createProcessor('feed')
    const cached = cachedMarkets.get(euro) ?? assert.fail()
    const [bid, ask] = [price(100_000), price(100_008)]
    cached.restore({ marketId: euro, bid, ask, timeMs: noon, seq: 1, source: 'forex:1' })
    declare('stale', crypto, euro)
    assert.equal(cached.feedState, undefined)
    declare('stale', forex, euro)
    assert.equal(cached.feedState, 'stale')
  })

  test('any source can declare the state of a market without a quote', async () => {
    const { cachedMarkets, declare } = await createProcessor('feed')
    declare('stale', crypto, euro)
    assert.equal(cachedMarkets.get(euro)?.feedState, 'stale')
  })
})

/** A step of a random run: a source sends a tick of a market or a heartbeat, or time passes. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('tick' as const), source: fc.nat(1), market: fc.nat(1) }),
  fc.record({ kind: fc.constant('beat' as const), source: fc.nat(1) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 9_000 }) }),
)

/** EURUSD and BTCUSD. */
const ownLimitsMs = [15_000, 60_000]

test('a market is open exactly while it and the source of its last quote are heard, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const { tick, beat, skip, refreshStates, states, cachedMarkets } = await createProcessor()
      let nowMs = noon
      const heardMs = [noon, noon]
      const quotedMs = [noon, noon]
      const owners: (number | undefined)[] = [undefined, undefined]
      const wasSilent = [false, false]
      const noteSilences = () => {
        for (const [at, owner] of owners.entries()) {
          if (owner === undefined) continue
          const isSourceSilent = nowMs - (heardMs[owner] ?? 0) > 15_000
          if (isSourceSilent || nowMs - (quotedMs[at] ?? 0) > (ownLimitsMs[at] ?? 0)) wasSilent[at] = true
        }
      }
      for (const given of steps) {
        if (given.kind === 'pass') {
          skip(given.ms)
          nowMs += given.ms
        } else {
          const source = [forex, crypto][given.source] ?? assert.fail()
          noteSilences()
          heardMs[given.source] = nowMs
          if (given.kind === 'beat') beat(source)
          else {
            tick(source, marketIds[given.market] ?? 0, given.market === 0 ? 100_000 : 9_000_000)
            owners[given.market] = given.source
            quotedMs[given.market] = nowMs
            wasSilent[given.market] = false
          }
        }
        refreshStates()
        noteSilences()
        const expected = owners.map((owner, at) => {
          if (owner === undefined) return 'closed'
          return wasSilent[at] ? 'stale' : 'open'
        })
        assert.deepEqual(states(), expected)
        for (const [at, owner] of owners.entries()) {
          const { name } = sources[owner ?? -1] ?? { name: undefined }
          assert.equal(cachedMarkets.get(marketIds[at] ?? 0)?.quote()?.source, name)
        }
      }
    }),
  )
})
