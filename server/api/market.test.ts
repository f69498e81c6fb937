import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import {
  abbreviatedKline,
  categories,
  type KlinePoint,
  kline,
  type TradeItem,
  tradeList,
} from '#contract/calls/market.ts'
import type { Outcome } from '#contract/outcome.ts'
import { languages } from '#i18n/languages.ts'
import { readAbbreviatedKline, readCategories, readKline, readTradeList } from '#server/api/market.ts'
import { type Caller, createWebServer, serveCalls, type WebServer } from '#server/gateway/gateway.ts'
import type { MarketDataService } from '#server/market-data/market-data.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createQuietMarketData, quietSource } from '#test/market-data/quiet-market-data.ts'

const noon = Date.UTC(2026, 10, 4, 12)
let nowMs = noon
let feeType: 1 | 2 = 1
let database: TestDatabase
let marketData: MarketDataService
let app: WebServer

before(async () => {
  database = await createTestDatabase()
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const parts = { clock, log: createLog('silent'), metrics: createMetrics() }
  marketData = await createQuietMarketData(database, clock)
  const translatorFor = createTranslators()
  app = await createWebServer({
    ...parts,
    translatorFor,
    timers: systemTimers,
    random: systemRandom,
    webOrigins: [],
    trustedProxies: [],
  })
  const settings = { get: () => feeType } as unknown as Parameters<typeof readTradeList>[0]['settings']
  const runOnce = (_: unknown, work: () => Promise<Outcome<unknown>>) => work()
  serveCalls(app, { translatorFor, runOnce, countryOf: () => undefined }, [
    readTradeList({ marketData, settings, clock }),
    readCategories(marketData),
    readKline(marketData),
    readAbbreviatedKline(marketData, clock),
  ])
  quote('EURUSD', 108_420, noon - 90_000)
  quote('EURUSD', 108_500, noon - 60_000)
  quote('EURUSD', 108_427, noon)
})

after(async () => {
  await app.close()
  await database.drop()
})

function idOf(code: string): number {
  const market = marketData.markets.find((candidate) => candidate.code === code)
  assert.ok(market)
  return market.id
}

function quote(code: string, bid: number, timeMs: number): void {
  marketData.onFeedEvent({
    kind: 'tick',
    source: quietSource,
    marketId: idOf(code),
    bid,
    ask: bid + 8,
    timeMs,
  })
}

async function get<Data>(url: string, lang = 'en'): Promise<{ code: number; msg: string; data: Data }> {
  const { body, statusCode } = await app.inject({ url, headers: { lang } })
  assert.equal(statusCode, 200)
  return JSON.parse(body)
}

async function listed(query = '', lang = 'en'): Promise<readonly TradeItem[]> {
  const { code, data } = await get<readonly TradeItem[]>(`${tradeList.path}${query}`, lang)
  assert.equal(code, 1)
  assert.ok(Compile(tradeList.answer).Check(data))
  return data
}

async function listedEuro(lang = 'en'): Promise<TradeItem> {
  const euro = (await listed('', lang)).find(({ Code }) => Code === 'EURUSD')
  assert.ok(euro)
  return euro
}

describe('trade_list', () => {
  test('lists every market with its terms and figures', async () => {
    assert.equal((await listed()).length, marketData.markets.length)
    const euro = await listedEuro()
    assert.deepEqual(
      { ...euro, HasForexMultiple: euro.HasForexMultiple.map(({ Value }) => Value) },
      {
        Id: idOf('EURUSD'),
        Code: 'EURUSD',
        ShowCode: 'EUR/USD',
        Name: 'Euro / US Dollar',
        Logo: '/logos/EURUSD.svg',
        CategoryId: 1,
        NameShowTrans: 'Forex majors',
        MarketStatus: 1,
        NextOpen: null,
        PricePrecision: 5,
        ForexQuotations: { Open: 1.0842, Close: 1.08427, Change: 0.01 },
        Bid: 1.08427,
        Ask: 1.08435,
        High: 1.085,
        Low: 1.0842,
        Volume: 3,
        QuoteCurrency: 'USD',
        Pip: 0.01,
        ForexMinCont: 0.01,
        MaxCont: 100,
        ForexContNum: 100_000,
        ForexFeeRate: euro.ForexFeeRate,
        ForexFeeType: 1,
        MarginMode: 2,
        HasForexMultiple: [1, 10, 25, 50, 100, 200, 400, 500],
      },
    )
  })

  test('lists a market without a quote as closed and without figures', async () => {
    const pound = (await listed()).find(({ Code }) => Code === 'GBPUSD')
    assert.deepEqual(pound?.ForexQuotations, { Open: null, Close: null, Change: null })
    assert.equal(pound?.MarketStatus, 0)
    assert.equal(pound?.Bid, null)
  })

  test('lists margin mode, leverages and lot steps as seeded', async () => {
    const items = new Map((await listed()).map((item) => [item.Code, item]))
    assert.equal(items.get('NGAS')?.MarginMode, 1)
    assert.deepEqual(items.get('USDHKD')?.HasForexMultiple, [])
    assert.equal(items.get('US30')?.Pip, 0.1)
    assert.equal(items.get('AAPL')?.Pip, 1)
  })

  const searches: readonly (readonly [string, string, readonly string[]])[] = [
    ['eurusd', 'en', ['EURUSD']],
    ['EUR/US', 'en', ['EURUSD']],
    ['japanese', 'en', ['USDJPY', 'EURJPY', 'GBPJPY', 'AUDJPY', 'CADJPY', 'CHFJPY', 'NZDJPY']],
    ['黃金', 'hk', ['XAUUSD']],
    ['黃金', 'en', ['XAUUSD']],
    ['gold', 'hk', ['XAUUSD']],
    ['  aapl ', 'en', ['AAPL']],
    ['no such market', 'en', []],
    ['%', 'en', []],
  ]
  for (const [text, lang, codes] of searches) {
    test(`finds "${text}" in ${lang}`, async () => {
      const found = await listed(`?searchCurrency=${encodeURIComponent(text)}`, lang)
      assert.deepEqual(new Set(found.map(({ Code }) => Code)), new Set(codes))
    })
  }

  test('uses the language of the caller and falls back to English names', async () => {
    assert.equal((await listedEuro('hk')).Name, '歐元/美元')
    assert.equal((await listedEuro('de')).Name, 'Euro / US Dollar')
  })

  test('shows a new quote and fee type after 100 ms', async () => {
    const { ForexFeeRate: perLot, ForexFeeType } = await listedEuro()
    quote('EURUSD', 108_430, noon)
    feeType = 2
    nowMs += 100
    const euro = await listedEuro()
    assert.equal(euro.Bid, 1.0843)
    assert.notEqual(euro.ForexFeeRate, perLot)
    assert.deepEqual([ForexFeeType, euro.ForexFeeType], [1, 2])
    feeType = 1
  })

  test('is compressed for clients that accept gzip', async () => {
    const headers = { lang: 'en', 'accept-encoding': 'gzip, deflate, br' }
    const gzipped = await app.inject({ url: tradeList.path, headers })
    const plain = await app.inject({ url: tradeList.path, headers: { lang: 'en', 'accept-encoding': 'br' } })
    assert.equal(gzipped.headers['content-encoding'], 'gzip')
    assert.equal(gzipped.headers.vary, 'accept-encoding')
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(String(gunzipSync(gzipped.rawPayload)), plain.body)
    assert.ok(gzipped.rawPayload.length * 4 < plain.rawPayload.length)
  })

  test('refuses a search that is too long', async () => {
    const { code, data } = await get<{ reason: string }>(`${tradeList.path}?searchCurrency=${'x'.repeat(65)}`)
    assert.equal(code, 0)
    assert.equal(data.reason, 'invalid_input')
  })
})

describe('getCategories', () => {
  test('lists the categories in order, in the language of the caller', async () => {
    const { data } = await get<readonly { Id: number; NameShowTrans: string }[]>(categories.path, 'hk')
    assert.ok(Compile(categories.answer).Check(data))
    assert.deepEqual(
      data.map(({ Id }) => Id),
      [1, 2, 3, 4, 5, 6, 7],
    )
    assert.equal(data[2]?.NameShowTrans, '金屬')
  })
})

describe('kline', () => {
  const at = (query: string) => `${kline.path}?${query}`

  test('returns candles oldest first', async () => {
    const { data } = await get<readonly KlinePoint[]>(at(`forex_id=${idOf('EURUSD')}&period=5min`))
    assert.ok(Compile(kline.answer).Check(data))
    assert.deepEqual(
      data.map(({ Time, Open, High, Volume }) => [Time, Open, High, Volume]),
      [
        [noon - 300_000, 1.0842, 1.085, 2],
        [noon, 1.08427, 1.0843, 2],
      ],
    )
  })

  test('returns up to `limit` candles before a time', async () => {
    const query = `forex_id=${idOf('EURUSD')}&period=1min&before=${noon}&limit=1`
    const { data } = await get<readonly KlinePoint[]>(at(query))
    assert.deepEqual(
      data.map(({ Time }) => Time),
      [noon - 60_000],
    )
  })

  const invalid: readonly (readonly [string, string])[] = [
    ['period=1min', 'forex_id'],
    ['forex_id=999999&period=1min', 'forex_id'],
    ['forex_id=-1&period=1min', 'forex_id'],
    ['forex_id=1.5&period=1min', 'forex_id'],
    ['forex_id=101', 'period'],
    ['forex_id=101&period=2min', 'period'],
    ['forex_id=101&period=1min&limit=501', 'limit'],
    ['forex_id=101&period=1min&limit=0', 'limit'],
    ['forex_id=101&period=1min&before=-5', 'before'],
    ['forex_id=101&period=1min&before=9e99', 'before'],
  ]
  for (const [query, field] of invalid) {
    test(`refuses "${query}" because of ${field}`, async () => {
      const { code, data } = await get<{ reason: string; field: string }>(at(query))
      assert.equal(code, 0)
      assert.deepEqual([data.reason, data.field], ['invalid_input', field])
    })
  }
})

describe('abbreviated_cache_kline', () => {
  test('returns the sparklines of all or of the requested markets', async () => {
    const all = await get<Record<string, number[]>>(abbreviatedKline.path)
    assert.ok(Compile(abbreviatedKline.answer).Check(all.data))
    assert.equal(Object.keys(all.data).length, marketData.markets.length)
    const ids = `${idOf('EURUSD')},${idOf('GBPUSD')},999999`
    const some = await get<Record<string, number[]>>(`${abbreviatedKline.path}?forex_id=${ids}`)
    assert.deepEqual(some.data, { [idOf('EURUSD')]: [1.0842, 1.085, 1.0843], [idOf('GBPUSD')]: [] })
  })

  test('refuses an invalid list of ids', async () => {
    const { code } = await get(`${abbreviatedKline.path}?forex_id=1,two`)
    assert.equal(code, 0)
  })
})

test('the list of markets is built once for all languages with the same names', async () => {
  let built = 0
  const views = () => {
    built += 1
    return marketData.views()
  }
  const { answer } = readTradeList({
    marketData: { categories: marketData.categories, views },
    settings: { get: () => 1 } as unknown as Parameters<typeof readTradeList>[0]['settings'],
    clock: { now: () => nowMs, elapsed: () => nowMs },
  })
  for (const { code } of languages) await answer({}, { language: code } as Caller, undefined)
  assert.equal(built, 2)
})
