import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkMarket, checkMarketSet, type MarketSet } from '#core/market/check-markets.ts'
import type { Category, Market } from '#core/market/market.ts'
import { lots, micros, price, rate } from '#core/money/amounts.ts'
import { categories } from '#db/seed/categories.ts'
import { hours } from '#db/seed/hours.ts'
import { markets } from '#db/seed/markets.ts'

describe('checkMarketSet', () => {
  const known = new Set(Object.keys(hours))
  const [firstCategory] = categories

  function problemsOf(change: Partial<MarketSet>): readonly string[] {
    return checkMarketSet({ categories, markets, ...change }, known)
  }

  function without(...codes: readonly string[]): readonly Market[] {
    return markets.filter(({ code }) => !codes.includes(code))
  }

  function withChanged(code: string, change: Partial<Market>): readonly Market[] {
    return markets.map((market) => (market.code === code ? { ...market, ...change } : market))
  }

  function withCategory(change: Partial<Category>): readonly Category[] {
    return [...categories, { id: 8, code: 'bonds', names: { en: 'Bonds', hk: '債券' }, ...change }]
  }

  describe('a set of markets', () => {
    it('is valid for the seed', () => assert.deepEqual(problemsOf({}), []))

    const rows: readonly (readonly [string, Partial<MarketSet>, readonly string[]])[] = [
      ['must have at least one market', { markets: [] }, ['no market is defined.']],
      [
        'must not have two markets with the same id',
        { markets: withChanged('AAPL', { id: 101 }) },
        ['market 101 (AAPL): duplicate id.'],
      ],
      [
        'must not have two markets with the same code',
        { markets: withChanged('AAPL', { code: 'MSFT' }) },
        ['market 702 (MSFT): duplicate code.'],
      ],
      [
        'reports the problems of a market',
        { markets: withChanged('AAPL', { hours: 'moon' }) },
        ['market 701 (AAPL): hours must name a known schedule, but it is "moon".'],
      ],
      [
        'must have a category for each market',
        { markets: withChanged('AAPL', { categoryId: 8 }) },
        ['market 701 (AAPL): categoryId must be one of the categories, but it is 8.'],
      ],
      [
        'must have a conversion for each quote currency',
        { markets: withChanged('AAPL', { quoteCurrency: 'XXX' }) },
        ['market 701 (AAPL): quoteCurrency XXX has no conversion to USD.'],
      ],
      [
        'must have the market that converts a quote currency',
        { markets: without('USDHKD', '0700.HK', '9988.HK') },
        ['market 510 (HKG33): quoteCurrency HKD is converted by USDHKD, which is missing.'],
      ],
      [
        'must divide by a market quoted in the converted currency',
        { markets: withChanged('USDMXN', { quoteCurrency: 'ZAR' }).map(asPeso) },
        ['market 701 (AAPL): quoteCurrency MXN is converted by USDMXN, which should be quoted in MXN.'],
      ],
      [
        'must multiply by a market quoted in US dollars',
        { markets: withChanged('NZDUSD', { quoteCurrency: 'JPY' }) },
        ['market 213 (AUDNZD): quoteCurrency NZD is converted by NZDUSD, which should be quoted in USD.'],
      ],
      [
        'must not have two categories with the same id',
        { categories: withCategory({ id: firstCategory.id }) },
        ['category 1: duplicate id.'],
      ],
      [
        'must not have two categories with the same code',
        { categories: withCategory({ code: 'shares' }) },
        ['category "shares": duplicate code.'],
      ],
      [
        'reports the problems of a category',
        { categories: withCategory({ id: 0, code: 'Bonds', names: { en: 'Bonds', hk: '' } }) },
        [
          'category 0 ("Bonds"): its id must be a whole number above 0.',
          'category 0 ("Bonds"): its code must be words in lower case.',
          'category 0 ("Bonds"): its names must not be empty in either language.',
        ],
      ],
    ]
    for (const [title, change, expected] of rows)
      it(title, () => assert.deepEqual(problemsOf(change), expected))
  })

  function asPeso(market: Market): Market {
    return market.code === 'AAPL' ? { ...market, quoteCurrency: 'MXN' } : market
  }
})

describe('checkMarket', () => {
  const sound: Market = {
    id: 101,
    code: 'EURUSD',
    showCode: 'EUR/USD',
    names: { en: 'Euro / US Dollar', hk: '歐元/美元' },
    categoryId: 1,
    logo: '/logos/EURUSD.svg',
    quoteCurrency: 'USD',
    pricePrecision: 5,
    unitsPerLot: 100_000,
    lotStep: lots(5),
    leastLots: lots(10),
    mostLots: lots(10_000),
    leverages: [1, 10, 100],
    marginMode: 'leverage',
    feePerLot: micros(3_000_000),
    feeShare: rate(3_000_000),
    hours: 'forex',
    jumpLimitPpm: 10_000,
    staleAfterMs: 600_000,
    referencePrice: price(114_500),
  }

  const known = { categoryIds: new Set([1]), hours: new Set(['forex']) }

  type Change = { readonly [Field in keyof Market]?: unknown }

  function problemsOf(change: Change): readonly string[] {
    return checkMarket({ ...sound, ...change } as Market, known)
  }

  /** Price × lots × units is exactly 2^51. */
  const atTheLimit: Change = {
    unitsPerLot: 2 ** 20,
    lotStep: 1,
    leastLots: 1,
    mostLots: 2 ** 11,
    referencePrice: 2 ** 20,
  }

  /** The fixed margin is exactly a billion dollars: a million lots of 1,000 units. */
  const fixedAtTheLimit: Change = {
    marginMode: 'fixed',
    unitsPerLot: 1000,
    lotStep: 1,
    mostLots: 100_000_000,
    referencePrice: 1,
  }

  describe('the terms of a market', () => {
    const fine: readonly (readonly [string, Change])[] = [
      ['typical terms', {}],
      ['a code with dots', { code: '0700.HK' }],
      ['no leverage on offer', { leverages: [] }],
      ['the fixed margin mode', { marginMode: 'fixed' }],
      ['no decimals', { pricePrecision: 0 }],
      ['no fees', { feePerLot: 0, feeShare: 0 }],
      ['a single size of order', { leastLots: 5, mostLots: 5 }],
      ['the maximum price × lots × units', atTheLimit],
      ['the maximum fixed margin', fixedAtTheLimit],
      // 100 lots × ten million dollars = a billion, the limit.
      ['the maximum fee', { feePerLot: 10 ** 13 }],
    ]
    for (const [title, change] of fine) it(`accept ${title}`, () => assert.deepEqual(problemsOf(change), []))

    /** Each market is wrong in one field, and gives exactly one problem. */
    const wrong: readonly (readonly [keyof Market, unknown, Change?])[] = [
      ['id', 0],
      ['id', 1.5],
      ['id', 2 ** 31],
      ['code', ''],
      ['code', 'eurusd'],
      ['code', 'EURUSD.5min'],
      ['code', 'EUR/USD'],
      ['code', 'EURUSD.'],
      ['code', '.HK'],
      ['code', 'A..B'],
      ['code', 'ABCDEFGHIJKLMNOPQRSTU'],
      ['showCode', ' '],
      ['names', { en: '', hk: '歐元' }],
      ['names', { en: 'Euro', hk: '' }],
      ['categoryId', 2],
      ['logo', 'logos/EURUSD.svg'],
      ['logo', '//elsewhere.example/a.svg'],
      ['logo', '/logos/../secret'],
      ['quoteCurrency', 'usd'],
      ['quoteCurrency', 'USDT'],
      ['pricePrecision', -1],
      ['pricePrecision', 9],
      ['pricePrecision', 2.5],
      ['unitsPerLot', 0],
      ['unitsPerLot', 0.5],
      ['lotStep', 0],
      ['lotStep', Number.NaN],
      ['leastLots', 0],
      ['leastLots', 12],
      ['mostLots', 5],
      ['mostLots', 10_001],
      ['mostLots', 2 ** 11 + 1, atTheLimit],
      ['mostLots', 100_000_001, fixedAtTheLimit],
      ['leverages', [0]],
      ['leverages', [1, 1]],
      ['leverages', [10, 1]],
      ['leverages', [1, 2.5]],
      ['leverages', [1, 1001]],
      ['marginMode', 'free'],
      ['feePerLot', -1],
      ['feePerLot', 0.5],
      ['feePerLot', 10 ** 13 + 1],
      ['feeShare', -1],
      ['feeShare', 1_000_000_001],
      ['hours', 'moon'],
      ['jumpLimitPpm', 0],
      ['jumpLimitPpm', 500_001],
      ['staleAfterMs', 4999],
      ['staleAfterMs', 600_001],
      ['referencePrice', 0],
      ['referencePrice', 1.5],
    ]
    for (const [field, value, change] of wrong)
      it(`refuse ${field} ${JSON.stringify(value)}`, () => {
        const problems = problemsOf({ ...change, [field]: value })
        assert.equal(problems.length, 1)
        const subject = field === 'id' || field === 'code' ? 'market ' : 'market 101 (EURUSD): '
        assert.ok(problems[0]?.startsWith(subject) && problems[0].includes(`: ${field} must `), problems[0])
      })

    it('are all reported at once, with their values', () => {
      assert.deepEqual(problemsOf({ pricePrecision: 9, hours: 'moon', leverages: [2, 1] }), [
        'market 101 (EURUSD): pricePrecision must be a whole number from 0 to 8, but it is 9.',
        'market 101 (EURUSD): leverages must be whole numbers from 1 to 1000, each above the one before, but it is [2,1].',
        'market 101 (EURUSD): hours must name a known schedule, but it is "moon".',
      ])
    })
  })
})
