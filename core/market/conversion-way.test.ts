import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConversionRoutes } from '#core/market/conversion-way.ts'
import { seeded } from '#test/margin/priced.ts'

const wayOf = createConversionRoutes(['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY', 'GER40'].map(seeded))

describe('the market that converts a currency', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['EUR', 'EURUSD multiply 1 at 5'],
    ['GBP', 'GBPUSD multiply 1 at 5'],
    ['GBX', 'GBPUSD multiply 100 at 5'],
    ['JPY', 'USDJPY divide 1 at 3'],
    // It needs none.
    ['USD', undefined],
    // By markets that are not here.
    ['AUD', undefined],
    ['HKD', undefined],
    // By none there is.
    ['XXX', undefined],
  ]
  for (const [currency, way] of rows)
    it(`of ${currency}: ${way ?? 'none'}`, () => assert.equal(shown(currency), way))

  it('is the same whenever it is asked for', () => {
    assert.equal(wayOf('JPY'), wayOf('JPY'))
    assert.equal(shown('JPY'), 'USDJPY divide 1 at 3')
    assert.equal(shown('HKD'), undefined)
  })
})

function shown(currency: string): string | undefined {
  const way = wayOf(currency)
  if (way === undefined) return undefined
  const { marketId, precision, conversion } = way
  assert.equal(marketId, seeded(conversion.marketCode).id)
  return `${conversion.marketCode} ${conversion.by} ${conversion.divisor} at ${precision}`
}
