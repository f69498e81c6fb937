import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { MarketEvent } from '#core/market/quote.ts'
import { createMarketData, loadMarkets } from '#server/market-data/market-data.ts'
import { registerSources } from '#server/market-data/sources.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { bitcoin, crypto, euro, forex, tickOf, twoSourceFeed } from '#test/market-data/two-source-feed.ts'

const noon = Date.UTC(2026, 10, 4, 12)

let database: TestDatabase
let listed: Awaited<ReturnType<typeof loadMarkets>>
let published: MarketEvent[] = []
let metrics = createMetrics()

before(async () => {
  database = await createTestDatabase()
  listed = await loadMarkets(database.pool)
})

after(() => database.drop())

beforeEach(async () => {
  published = []
  metrics = createMetrics()
  await database.query('truncate last_quotes, minute_candles, day_candles')
})

function open(sources = [forex, crypto]) {
  return createMarketData({
    ...listed,
    pool: database.pool,
    timers: systemTimers,
    log: createLog('silent'),
    clock: { now: () => noon, elapsed: () => 0 },
    metrics,
    spansOf: () => [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }],
    feed: twoSourceFeed('two sources', { sources }),
    publish: (event) => published.push(event),
    publishPastFilled: () => undefined,
  })
}

const sourcesPublished = () => published.flatMap((event) => (event.kind === 'quote' ? [event.source] : []))

describe('the sources of a feed', () => {
  test('keep their names across starts, in any order', async () => {
    const names = async (given: readonly (typeof forex)[]) =>
      (await registerSources(database.pool, given)).map(({ name }) => name)
    const [first, second] = await names([forex, crypto])
    assert.match(first ?? '', /^forex:\d+$/)
    assert.match(second ?? '', /^crypto:\d+$/)
    assert.deepEqual(await names([crypto, forex]), [second, first])
  })

  const refused = [
    ['none', []],
    ['more than 16', Array.from({ length: 17 }, (_, at) => ({ kind: 'one', key: `of many ${at}` }))],
    ['two with the same key', [forex, { ...crypto, key: forex.key }]],
    ['a kind with a space', [{ kind: 'a provider', key: 'spaced' }]],
    ['a kind of 21 characters', [{ kind: 'a'.repeat(21), key: 'long' }]],
  ] as const
  for (const [name, given] of refused) {
    test(`are refused: ${name}`, async () => {
      await assert.rejects(registerSources(database.pool, given), /source/)
    })
  }
})

describe('a quote', () => {
  test('names its source, not the feed', async () => {
    const marketData = await open()
    marketData.onFeedEvent(tickOf(forex, euro, 100_000, noon))
    marketData.onFeedEvent(tickOf(crypto, bitcoin, 9_000_000, noon))
    const [first, second] = sourcesPublished()
    assert.match(first ?? '', /^forex:\d+$/)
    assert.match(second ?? '', /^crypto:\d+$/)
    assert.equal(marketData.view(bitcoin)?.quote?.source, second)
  })

  test('of a source that the feed does not have is dropped and counted', async () => {
    const marketData = await open([forex])
    marketData.onFeedEvent(tickOf(crypto, bitcoin, 9_000_000, noon))
    assert.deepEqual(published, [])
    assert.equal(marketData.view(bitcoin)?.quote, undefined)
    const { values } = await metrics.ticks.get()
    assert.deepEqual(
      values.map(({ labels, value }) => [labels.outcome, value]),
      [['unknown_source', 1]],
    )
  })

  test('is restored with its source, the newest one if several sources sent one', async () => {
    const marketData = await open()
    marketData.onFeedEvent(tickOf(crypto, euro, 100_000, noon - 2000))
    await marketData.save()
    marketData.onFeedEvent(tickOf(forex, euro, 100_010, noon - 1000))
    marketData.onFeedEvent(tickOf(crypto, bitcoin, 9_000_000, noon))
    await marketData.save()
    const expected = [marketData.view(euro)?.quote, marketData.view(bitcoin)?.quote]
    const again = await open([crypto, forex])
    assert.deepEqual([again.view(euro)?.quote, again.view(bitcoin)?.quote], expected)
    assert.match(expected[0]?.source ?? '', /^forex:/)
  })

  test('of a source that the feed no longer has is not restored', async () => {
    const marketData = await open()
    marketData.onFeedEvent(tickOf(crypto, euro, 100_000, noon - 2000))
    await marketData.save()
    marketData.onFeedEvent(tickOf(forex, euro, 100_010, noon - 1000))
    await marketData.save()
    const again = await open([crypto])
    assert.equal(again.view(euro)?.quote?.bid, 100_000)
    assert.match(again.view(euro)?.quote?.source ?? '', /^crypto:/)
  })
})

describe('the candles of a market', () => {
  test('continue when its ticks come from another source', async () => {
    const marketData = await open()
    marketData.onFeedEvent(tickOf(forex, euro, 100_000, noon - 1000))
    marketData.onFeedEvent(tickOf(crypto, euro, 100_020, noon - 500))
    await marketData.save()
    const again = await open()
    const [minute] = await again.candles({ marketId: euro, period: '1min', limit: 1 })
    assert.deepEqual([minute?.open, minute?.close, minute?.volume], [100_000, 100_020, 2])
  })
})
