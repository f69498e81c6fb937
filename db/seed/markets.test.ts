import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countryFrom } from '#core/calendar/country.ts'
import { currenciesOfMarket } from '#core/calendar/market-currencies.ts'
import type { Market } from '#core/market/market.ts'
import { mulDiv } from '#core/money/mul-div.ts'
import { categories, categoryIds } from '#db/seed/categories.ts'
import { markets } from '#db/seed/markets.ts'

const trillion = 10 ** 12

function market(code: string): Market {
  const found = markets.find((one) => one.code === code)
  assert.ok(found, code)
  return found
}

/** Value of one unit of the currency in trillionths of a US dollar, by the reference prices. */
function worthOf(currency: string): number {
  if (currency === 'USD') return trillion
  const direct = markets.find(({ code }) => code === `${currency}USD`)
  if (direct !== undefined) return mulDiv(direct.referencePrice, trillion, 10 ** direct.pricePrecision)
  const { referencePrice, pricePrecision } = market(`USD${currency}`)
  return mulDiv(10 ** pricePrecision, trillion, referencePrice)
}

describe('the market seed', () => {
  it('has currencies for which the calendar can have events', () => {
    const codes = new Map<number, string>(categories.map(({ id, code }) => [id, code]))
    for (const one of markets) {
      const currencies = currenciesOfMarket({ ...one, category: codes.get(one.categoryId) ?? '' })
      for (const currency of currencies.filter((listed) => listed !== 'CNH'))
        assert.ok(countryFrom('', currency), `${one.code}: ${currency}`)
    }
  })

  it('has the expected number of markets per category', () => {
    const counts = categories.map(({ id, code }) => [
      code,
      markets.filter((one) => one.categoryId === id).length,
    ])
    assert.deepEqual(Object.fromEntries(counts), {
      forex_majors: 7,
      forex_crosses: 19,
      metals: 5,
      energies: 3,
      indices: 11,
      crypto: 7,
      shares: 17,
    })
  })

  it('uses the category as the hundreds of each market id', () => {
    for (const { id, code } of categories) assert.equal(categoryIds[code], id)
    for (const { id, categoryId } of markets) assert.equal(Math.floor(id / 100), categoryId)
  })

  it('has cross rates within one point of the rates implied by the majors', () => {
    const crosses = markets.filter(({ code, categoryId }) => categoryId === 2 && !code.startsWith('USD'))
    assert.equal(crosses.length, 14)
    for (const { code, referencePrice, pricePrecision } of crosses) {
      const made = mulDiv(worthOf(code.slice(0, 3)), 10 ** pricePrecision, worthOf(code.slice(3)))
      assert.ok(Math.abs(made - referencePrice) <= 1, `${code}: ${referencePrice}, but ${made}`)
    }
  })

  it('offers a leverage of 100 on every currency pair except USDHKD, which cannot be traded', () => {
    const pairs = markets.filter(({ categoryId }) => categoryId <= 2)
    const without = pairs.filter(({ leverages }) => !leverages.includes(100))
    assert.deepEqual(
      without.map(({ code, leverages }) => [code, leverages]),
      [['USDHKD', []]],
    )
  })

  it('has one market with fixed margin, NGAS', () => {
    const fixed = markets.filter(({ marginMode }) => marginMode === 'fixed')
    assert.deepEqual(
      fixed.map(({ code }) => code),
      ['NGAS'],
    )
  })

  it('makes markets stale after the limit of their category, and thin ones later', () => {
    const codesByLimit = new Map<number, string[]>()
    for (const { code, staleAfterMs } of markets)
      codesByLimit.set(staleAfterMs, [...(codesByLimit.get(staleAfterMs) ?? []), code])
    const codesOf = (...ids: readonly number[]) =>
      markets.filter(({ categoryId }) => ids.includes(categoryId)).map(({ code }) => code)
    const thin = ['USDCNH', 'USDSGD', 'USDHKD', 'USDMXN', 'USDZAR']
    assert.deepEqual(Object.fromEntries(codesByLimit), {
      15000: ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'USDCAD', 'AUDUSD', 'NZDUSD'],
      30000: codesOf(2, 3).filter((code) => !thin.includes(code)),
      60000: codesOf(4, 5, 6),
      300000: [...thin, ...codesOf(7)],
    })
  })

  it('displays a pair with a slash and names the logo after the code', () => {
    assert.deepEqual([market('EURUSD').showCode, market('EURUSD').names.hk], ['EUR/USD', '歐元/美元'])
    assert.equal(market('SAP.DE').logo, '/logos/SAP.DE.svg')
  })
})
