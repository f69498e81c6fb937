import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { assets, quoted } from '#server/feed/sim/instruments.ts'
import { compositionOf } from '#server/feed/sim/sim-model.ts'

const marketOf = (code: string, precision: number, reference: number) => ({
  id: 1,
  code,
  pricePrecision: precision,
  referencePrice: price(reference),
  jumpLimitPpm: 30_000,
})
const weightsOf = (code: string) =>
  new Map(
    compositionOf(marketOf(code, 5, 100_000), []).components.map(({ process, weight }) => [process, weight]),
  )

describe('compositionOf', () => {
  for (const [code, { correlations }] of [...assets, ...quoted]) {
    test(`leaves ${code} some variance of its own`, () => {
      const shared = Object.values(correlations).reduce((sum, share) => sum + share * share, 0)
      assert.ok(shared < 1, String(shared))
    })
  }

  test('knows every seeded market', () => {
    for (const { code } of markets) {
      const hasOwnProcess = weightsOf(code).has(code)
      assert.equal(hasOwnProcess, quoted.has(code), code)
    }
  })

  test('subtracts the shared factors of a pair', () => {
    const [eurusd, usdjpy, eurjpy] = [weightsOf('EURUSD'), weightsOf('USDJPY'), weightsOf('EURJPY')]
    assert.deepEqual([...eurjpy.keys()].sort(), ['EUR', 'JPY', 'factor dollar', 'factor risk'])
    for (const [process, weight] of eurjpy) {
      assert.ok(Math.abs(weight - (eurusd.get(process) ?? 0) - (usdjpy.get(process) ?? 0)) < 1e-15, process)
    }
  })

  test('gives an unknown code one process of its own', () => {
    assert.deepEqual([...weightsOf('NEWUSD').keys()], ['NEWUSD'])
    assert.ok(Math.abs((weightsOf('NEWUSD').get('NEWUSD') ?? 0) - 0.006) < 1e-12)
  })
})

describe('the level of a cross', () => {
  const eurusd = marketOf('EURUSD', 5, 110_000)
  const usdjpy = marketOf('USDJPY', 3, 150_000)
  const eurjpy = marketOf('EURJPY', 3, 1)

  test('is the ratio of its two currencies in dollars', () => {
    assert.ok(Math.abs(compositionOf(eurjpy, [eurusd, usdjpy, eurjpy]).level - 165_000) < 1e-6)
  })

  test('is its own reference price if one currency has no dollar market', () => {
    assert.equal(compositionOf(eurjpy, [eurusd, eurjpy]).level, 1)
  })
})
