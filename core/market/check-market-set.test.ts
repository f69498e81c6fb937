import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkMarketSet, type MarketSet } from '#core/market/check-market-set.ts'
import type { Category, Market } from '#core/market/market.ts'
import { categories } from '#db/seed/categories.ts'
import { hours } from '#db/seed/hours.ts'
import { markets } from '#db/seed/markets.ts'

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
  it('can be offered when it is the seed', () => assert.deepEqual(problemsOf({}), []))

  const rows: readonly (readonly [string, Partial<MarketSet>, readonly string[]])[] = [
    ['has at least one market', { markets: [] }, ['there is no market.']],
    [
      'has no two markets of one id',
      { markets: withChanged('AAPL', { id: 101 }) },
      ['market 101 (AAPL): its id is there twice.'],
    ],
    [
      'has no two markets of one code',
      { markets: withChanged('AAPL', { code: 'MSFT' }) },
      ['market 702 (MSFT): its code is there twice.'],
    ],
    [
      'names what is wrong with a market',
      { markets: withChanged('AAPL', { hours: 'moon' }) },
      ['market 701 (AAPL): hours must be known hours, but it is "moon".'],
    ],
    [
      'has a category for each market',
      { markets: withChanged('AAPL', { categoryId: 8 }) },
      ['market 701 (AAPL): categoryId must be one of the categories, but it is 8.'],
    ],
    [
      'has a conversion for each quote currency',
      { markets: withChanged('AAPL', { quoteCurrency: 'XXX' }) },
      ['market 701 (AAPL): quoteCurrency XXX has no conversion to USD.'],
    ],
    [
      'has the market that converts a quote currency',
      { markets: without('USDHKD', '0700.HK', '9988.HK') },
      ['market 510 (HKG33): quoteCurrency HKD is converted by USDHKD, which is not there.'],
    ],
    [
      'has a market to divide by that is quoted in the currency it converts',
      { markets: withChanged('USDMXN', { quoteCurrency: 'ZAR' }).map(asPeso) },
      ['market 701 (AAPL): quoteCurrency MXN is converted by USDMXN, which should be quoted in MXN.'],
    ],
    [
      'has a market to multiply by that is quoted in US dollars',
      { markets: withChanged('NZDUSD', { quoteCurrency: 'JPY' }) },
      ['market 213 (AUDNZD): quoteCurrency NZD is converted by NZDUSD, which should be quoted in USD.'],
    ],
    [
      'has no two categories of one id',
      { categories: withCategory({ id: firstCategory.id }) },
      ['category 1: its id is there twice.'],
    ],
    [
      'has no two categories of one code',
      { categories: withCategory({ code: 'shares' }) },
      ['category "shares": its code is there twice.'],
    ],
    [
      'names what is wrong with a category',
      { categories: withCategory({ id: 0, code: 'Bonds', names: { en: 'Bonds', hk: '' } }) },
      [
        'category 0 ("Bonds"): its id must be a whole number above 0.',
        'category 0 ("Bonds"): its code must be words in lower case.',
        'category 0 ("Bonds"): its names must be there in both languages.',
      ],
    ],
  ]
  for (const [title, change, expected] of rows)
    it(title, () => assert.deepEqual(problemsOf(change), expected))
})

function asPeso(market: Market): Market {
  return market.code === 'AAPL' ? { ...market, quoteCurrency: 'MXN' } : market
}
