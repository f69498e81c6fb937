import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marketOfItem, quoteOfItem, quoteOfRow } from '#contract/market-from-wire.ts'
import { quoteRowOf, tradeItemOf } from '#contract/market-wire.ts'
import type { MarketView } from '#core/market/market.ts'
import { lots, micros, price, rate } from '#core/money/amounts.ts'

const view: MarketView = {
  market: {
    id: 7,
    code: 'EURUSD',
    showCode: 'EUR/USD',
    names: { en: 'Euro / US Dollar', hk: '歐元兌美元' },
    categoryId: 1,
    logo: '/logos/EURUSD.svg',
    quoteCurrency: 'USD',
    pricePrecision: 5,
    unitsPerLot: 100_000,
    lotStep: lots(1),
    leastLots: lots(1),
    mostLots: lots(10_000),
    leverages: [100],
    marginMode: 'leverage',
    feePerLot: micros(3_000_000),
    feeShare: rate(1_000_000),
    hours: 'forex',
    jumpLimitPpm: 10_000,
    staleAfterMs: 600_000,
    referencePrice: price(108_000),
  },
  state: 'open',
  quote: { marketId: 7, bid: price(108_427), ask: price(108_435), timeMs: 1, seq: 1, source: 'sim:1' },
  day: {
    open: price(108_091),
    high: price(108_511),
    low: price(107_964),
    volume: 48_210,
    changeBasisPoints: 31,
  },
  nextOpenMs: undefined,
}
const category = { id: 1, code: 'forex_majors', names: { en: 'Forex majors', hk: '主要貨幣對' } }
const itemOf = (change: Partial<MarketView> = {}) =>
  tradeItemOf({ ...view, ...change }, category, 'hk', 'per_lot')

const quote = {
  state: 'open',
  bid: 1.08427,
  ask: 1.08435,
  open: 1.08091,
  high: 1.08511,
  low: 1.07964,
  changePercent: 0.31,
  volume: 48_210,
  nextOpenMs: undefined,
}

describe('a market encoded by the server and decoded by the browser', () => {
  test('keeps its names and terms', () => {
    assert.deepEqual(marketOfItem(itemOf()), {
      id: 7,
      code: 'EURUSD',
      showCode: 'EUR/USD',
      name: '歐元兌美元',
      logo: '/logos/EURUSD.svg',
      categoryId: 1,
      precision: 5,
      quoteCurrency: 'USD',
      terms: {
        lotStep: 0.01,
        leastLots: 0.01,
        mostLots: 100,
        unitsPerLot: 100_000,
        feeRate: 3,
        feeMode: 'per_lot',
        hasFixedMargin: false,
        leverages: [100],
      },
    })
  })

  test('keeps the fee rate and fee mode', () => {
    const { feeRate, feeMode } = marketOfItem(tradeItemOf(view, category, 'en', 'share_of_margin')).terms
    assert.deepEqual([feeRate, feeMode], [0.001, 'share_of_margin'])
  })

  test('has the same quote from the list and from a push', () => {
    const row = quoteRowOf(view)
    assert.ok(row !== undefined)
    assert.deepEqual(quoteOfItem(itemOf()), quote)
    assert.deepEqual(quoteOfRow(row, undefined), quote)
  })

  test('keeps a missing quote', () => {
    const { bid, ask, changePercent, volume } = quoteOfItem(itemOf({ quote: undefined, day: undefined }))
    assert.deepEqual([bid, ask, changePercent, volume], [null, null, null, 0])
  })

  for (const state of ['closed', 'open', 'stale'] as const) {
    test(`keeps the state ${state}`, () => {
      const row = quoteRowOf({ ...view, state })
      assert.ok(row !== undefined)
      assert.equal(quoteOfItem(itemOf({ state })).state, state)
      assert.equal(quoteOfRow(row, undefined).state, state)
    })
  }

  test('keeps the next opening time across pushes until it opens', () => {
    const closed = quoteRowOf({ ...view, state: 'closed' })
    const open = quoteRowOf(view)
    assert.ok(closed !== undefined && open !== undefined)
    assert.equal(quoteOfItem(itemOf({ state: 'closed', nextOpenMs: 9 })).nextOpenMs, 9)
    assert.equal(quoteOfRow(closed, 9).nextOpenMs, 9)
    assert.equal(quoteOfRow(open, 9).nextOpenMs, undefined)
  })

  test('treats an unknown status as closed', () => {
    assert.equal(quoteOfItem({ ...itemOf(), MarketStatus: 8 }).state, 'closed')
  })
})
