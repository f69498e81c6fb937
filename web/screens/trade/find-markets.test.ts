import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { findMarkets } from '#web/screens/trade/find-markets.ts'

const market = (id: number, showCode: string, name: string, categoryId: number): ListedMarket => ({
  id,
  code: showCode.replace('/', ''),
  showCode,
  name,
  categoryId,
  logo: '',
  precision: 5,
  quoteCurrency: 'USD',
  terms: {
    ...{ lotStep: 0.01, leastLots: 0.01, mostLots: 100, unitsPerLot: 100_000 },
    ...{ feeRate: 3, feeMode: 'per_lot' },
    hasFixedMargin: false,
    leverages: [100],
  },
})

const markets = [
  market(1, 'EUR/USD', 'Euro / US Dollar', 1),
  market(2, 'USD/JPY', 'US Dollar / Japanese Yen', 1),
  market(3, 'XAU/USD', '黃金', 2),
]

const cases: readonly (readonly [typed: string, category: number | undefined, found: readonly number[]])[] = [
  ['', undefined, [1, 2, 3]],
  ['', 1, [1, 2]],
  ['eur', undefined, [1]],
  ['eurusd', undefined, [1]],
  ['EUR/U', undefined, [1]],
  [' usd ', undefined, [1, 2, 3]],
  ['us dollar', undefined, [1, 2]],
  ['黃金', undefined, [3]],
  ['ＥＵＲ', undefined, [1]],
  ['usd', 2, [3]],
  ['nothing', undefined, []],
]

for (const [typed, category, found] of cases) {
  test(`“${typed}” in ${category ?? 'every category'} finds ${found.join() || 'nothing'}`, () => {
    assert.deepEqual(
      findMarkets(markets, typed, category).map(({ id }) => id),
      found,
    )
  })
}
