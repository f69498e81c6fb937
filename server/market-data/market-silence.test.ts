// A market that is silent for its own limit goes stale, whatever its source sends meanwhile.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { FeedEvent } from '#server/feed/feed.ts'
import type { MarketDataService } from '#server/market-data/market-data.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createQuietMarketData, quietSource } from '#test/market-data/quiet-market-data.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const pulseMs = 250

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(async () => await database.drop())

/** Market data whose source sends a heartbeat with every pulse. Time passes only through `pass`. */
async function createWatched() {
  const timers = createFakeTimers(noon)
  const published: MarketEvent[] = []
  const marketData: MarketDataService = await createQuietMarketData(database, timers.clock, (event) =>
    published.push(event),
  )
  const send = (content: { kind: 'heartbeat' } | Omit<Extract<FeedEvent, { kind: 'tick' }>, 'source'>) =>
    marketData.onFeedEvent({ source: quietSource, ...content })
  timers.every(pulseMs, () => {
    send({ kind: 'heartbeat' })
    marketData.refreshStates()
  })
  const marketOf = (code: string): Market =>
    marketData.markets.find((market) => market.code === code) ?? assert.fail(code)
  return {
    pass: timers.advance,
    refreshStates: marketData.refreshStates,
    beat: () => send({ kind: 'heartbeat' }),
    quote(code: string, moved = 0) {
      const { id, referencePrice } = marketOf(code)
      const bid = referencePrice + moved
      send({ kind: 'tick', marketId: id, bid, ask: bid + 5, timeMs: timers.clock.now() })
    },
    events: (code: string) =>
      published.flatMap((event) => {
        if (event.marketId !== marketOf(code).id) return []
        return [event.kind === 'quote' ? 'quote' : event.state]
      }),
    seqs: () => published.map(({ seq }) => seq),
  }
}

const limits: readonly (readonly [category: string, code: string, seconds: number])[] = [
  ['a forex major', 'EURUSD', 15],
  ['a forex major with another base', 'USDJPY', 15],
  ['a forex cross', 'EURJPY', 30],
  ['a metal', 'XAUUSD', 30],
  ['an energy', 'USOIL', 60],
  ['an index', 'US30', 60],
  ['a coin', 'BTCUSD', 60],
  ['a share', 'AAPL', 300],
  ['a thin currency pair', 'USDMXN', 300],
]

describe('a silent market goes stale although its source is heard', () => {
  for (const [category, code, seconds] of limits) {
    test(`${category} after ${seconds} s, and only its own quote brings it back`, async () => {
      const { pass, beat, quote, events, refreshStates, seqs } = await createWatched()
      const other = code === 'EURUSD' ? 'GBPUSD' : 'EURUSD'
      quote(code)
      pass(seconds * 1000)
      assert.deepEqual(events(code), ['open', 'quote'], 'at its limit it is still open')
      pass(pulseMs)
      assert.deepEqual(events(code), ['open', 'quote', 'stale'])
      beat()
      quote(other)
      refreshStates()
      pass(1000)
      assert.deepEqual(
        events(code),
        ['open', 'quote', 'stale'],
        'a heartbeat and another quote do not revive it',
      )
      quote(code, 1)
      assert.deepEqual(events(code).slice(3), ['open', 'quote'])
      assert.deepEqual(
        seqs(),
        seqs().toSorted((one, next) => one - next),
        'the messages are in tick order',
      )
    })
  }

  test('is stale in between if its next quote arrives before the state was refreshed', async () => {
    const { pass, quote, events } = await createWatched()
    quote('EURJPY')
    pass(30_000)
    pass(pulseMs - 1)
    assert.deepEqual(events('EURJPY'), ['open', 'quote'])
    quote('EURJPY', 1)
    assert.deepEqual(events('EURJPY'), ['open', 'quote', 'stale', 'open', 'quote'])
  })

  test('every quote starts its limit again', async () => {
    const { pass, quote, events } = await createWatched()
    for (let at = 0; at < 10; at++) {
      quote('EURUSD', at)
      pass(14_900)
    }
    assert.deepEqual(new Set(events('EURUSD')), new Set(['open', 'quote']))
  })
})
