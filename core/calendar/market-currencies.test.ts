import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { currenciesOfMarket } from '#core/calendar/market-currencies.ts'

describe('the currencies of a market', () => {
  for (const [name, market, currencies] of [
    ['are both of a forex pair', ['EURUSD', 'forex_majors', 'USD'], ['EUR', 'USD']],
    ['are the quote currency of a metal', ['XAUUSD', 'metals', 'USD'], ['USD']],
    ['are the pound for a share quoted in pence', ['HSBA.L', 'uk_shares', 'GBX'], ['GBP']],
    [
      'include those of China for the yuan outside it',
      ['USDCNH', 'forex_crosses', 'CNH'],
      ['USD', 'CNH', 'CNY'],
    ],
  ] as const) {
    test(name, () => {
      const [code, category, quoteCurrency] = market
      assert.deepEqual(currenciesOfMarket({ code, category, quoteCurrency }), currencies)
    })
  }
})
