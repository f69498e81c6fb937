import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { coarseNormal, exponential, normal, uniform } from '#server/feed/sim/deterministic-math.ts'
import { fc } from '#test/fast-check.ts'

describe('distributions of random words', () => {
  const words = Array.from({ length: 65_536 }, (_, word) => word)
  const bytes = words.slice(0, 256)
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length

  test('uniform values fill 0 to 1 evenly, without its ends', () => {
    assert.ok(words.every((word) => uniform(word) > 0 && uniform(word) < 1))
    assert.equal(uniform(0) + uniform(65_535), 1)
    assert.ok(Math.abs(mean(words.map(uniform)) - 0.5) < 1e-12)
  })

  const cases = [
    { name: 'normal', values: words.map(normal), kurtosis: [2.995, 3], most: 4.4 },
    { name: 'coarse normal', values: bytes.map(coarseNormal), kurtosis: [2.8, 3], most: 3 },
  ] as const
  for (const { name, values, kurtosis, most } of cases) {
    test(`${name} values have mean 0, deviation 1, the right tails and a bound`, () => {
      assert.ok(Math.abs(mean(values)) < 1e-12)
      assert.ok(Math.abs(mean(values.map((value) => value ** 2)) - 1) < 1e-12)
      const fourth = mean(values.map((value) => value ** 4))
      assert.ok(fourth > kurtosis[0] && fourth < kurtosis[1], String(fourth))
      assert.ok(values.every((value) => Math.abs(value) < most))
      assert.deepEqual(
        values,
        values.toSorted((left, right) => left - right),
      )
    })
  }

  test('normal values have the known quantiles', () => {
    // Probabilities of the standard normal distribution.
    for (const [probability, value] of [
      [0.841344746, 1],
      [0.977249868, 2],
      [0.998650102, 3],
    ] as const) {
      assert.ok(Math.abs(normal(Math.round(probability * 65_536)) - value) < 0.01)
    }
  })

  test('values are fixed to the last bit', () => {
    assert.deepEqual(
      [normal(0), normal(40_000), coarseNormal(255)],
      [-4.324962892217736, 0.28025817548776505, 2.8929011198857912],
    )
  })
})

describe('exponential', () => {
  test('matches Math.exp except for the last bits', () => {
    fc.assert(
      fc.property(fc.double({ min: -20, max: 20, noNaN: true }), (x) => {
        assert.ok(Math.abs(exponential(x) / Math.exp(x) - 1) < 1e-14, String(x))
      }),
    )
  })

  test('has fixed values to the last bit', () => {
    assert.equal(exponential(0), 1)
    assert.equal(exponential(0.1), 1.1051709180756477)
    assert.equal(exponential(-1.75), 0.1737739434504451)
    assert.equal(exponential(3), 20.085536923187668)
  })
})
