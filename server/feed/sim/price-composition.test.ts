import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { markets } from '#db/seed/markets.ts'
import { assets, quoted } from '#server/feed/sim/instruments.ts'
import { compositionOf, createSimModel, isComposed, type ModelledMarket } from '#server/feed/sim/sim-model.ts'
import { seedOf } from '#test/feed/seeded-sim.ts'

const weightsOf = (code: string) =>
  new Map(compositionOf(code).components.map(({ process, weight }) => [process, weight]))

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

  test('gives an unknown code a process of its own and a common factor', () => {
    const weights = weightsOf('NEWUSD')
    assert.deepEqual([...weights.keys()], ['factor risk', 'NEWUSD'])
    assert.ok(Math.abs(Math.hypot(...weights.values()) - 0.006) < 1e-12)
  })
})

describe('isComposed', () => {
  const cases: readonly (readonly [code: string, codes: readonly string[], isComposed: boolean])[] = [
    ['EURJPY', ['EURUSD', 'USDJPY', 'EURJPY'], true],
    ['EURJPY', ['EURUSD', 'EURJPY'], false],
    ['EURUSD', ['EURUSD', 'USDJPY', 'EURJPY'], false],
    ['USDJPY', ['EURUSD', 'USDJPY', 'EURJPY'], false],
    ['TSLA', ['TSLA', 'EURUSD'], false],
    ['NEWUSD', ['NEWUSD', 'EURUSD'], false],
  ]
  for (const [code, codes, expected] of cases) {
    test(`is ${expected} for ${code} among ${codes.join(', ')}`, () => {
      assert.equal(isComposed(code, new Set(codes)), expected)
    })
  }
})

describe('the price of a cross', () => {
  const minute = 29_900_000
  const marketOf = (id: number, code: string, pricePrecision: number, bid: number) => ({
    id,
    code,
    pricePrecision,
    origin: { timeMs: minute * minuteMs, bid },
  })
  const eurusd = marketOf(1, 'EURUSD', 5, 110_000)
  const usdjpy = marketOf(2, 'USDJPY', 3, 150_000)
  const eurjpy = marketOf(3, 'EURJPY', 3, 1000)
  const bidOf = (markets: readonly ModelledMarket[]) =>
    createSimModel({ seed: seedOf('cross'), ticksPerSecond: 2, markets })
      .get(3)
      ?.candle(minute).open

  test('is the ratio of its two currencies in dollars', () => {
    assert.ok(Math.abs((bidOf([eurusd, usdjpy, eurjpy]) ?? 0) - 165_000) < 10)
  })

  test('follows its own origin if one currency has no dollar market', () => {
    assert.equal(bidOf([eurusd, eurjpy]), 1000)
  })

  test('needs no origin of its own if both currencies have a dollar market', () => {
    const bare = { ...eurjpy, origin: undefined }
    assert.equal(bidOf([eurusd, usdjpy, bare]), bidOf([eurusd, usdjpy, eurjpy]))
    assert.throws(() => bidOf([eurusd, bare]), /EURJPY has no origin/)
  })

  test('is right wherever the origins of its currencies are in time', () => {
    const later = { ...usdjpy, origin: { timeMs: (minute + 7777) * minuteMs, bid: 150_000 } }
    const model = createSimModel({
      seed: seedOf('cross'),
      ticksPerSecond: 2,
      markets: [eurusd, later, eurjpy],
    })
    const openOf = (id: number) => model.get(id)?.candle(minute).open ?? 0
    assert.ok(Math.abs(openOf(3) - (openOf(1) * openOf(2)) / 100_000) < 2)
  })
})
