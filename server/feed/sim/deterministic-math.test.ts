import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  deriveKey,
  exponential,
  gaussian,
  hashText,
  mixBits,
  uniform,
} from '#server/feed/sim/deterministic-math.ts'
import { fc } from '#test/fast-check.ts'

describe('hash-based random numbers', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => deriveKey(hashText('seed'), index))
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length

  test('keys have fixed values', () => {
    assert.equal(mixBits(1), -2_032_993_677)
    assert.equal(hashText('EURUSD'), 329_556_044)
    assert.equal(deriveKey(7, 9), -140_368_466)
  })

  test('similar texts have different hashes', () => {
    const texts = Array.from({ length: 5000 }, (_, index) => `EUR${index}`)
    assert.equal(new Set(texts.map(hashText)).size, texts.length)
    assert.notEqual(hashText('ab'), hashText('ba'))
  })

  test('uniform values fill 0 to 1 evenly', () => {
    const tenths = new Array<number>(10).fill(0)
    for (const key of many)
      tenths[Math.floor(uniform(key) * 10)] = (tenths[Math.floor(uniform(key) * 10)] ?? 0) + 1
    for (const count of tenths) assert.ok(Math.abs(count - many.length / 10) < 400, String(tenths))
  })

  test('gaussian values have mean 0, deviation 1 and bounded tails', () => {
    const drawn = many.map(gaussian)
    assert.ok(Math.abs(mean(drawn)) < 0.01)
    assert.ok(Math.abs(mean(drawn.map((value) => value * value)) - 1) < 0.02)
    assert.ok(drawn.every((value) => Math.abs(value) < 3.46))
  })

  test('neighbouring keys are uncorrelated', () => {
    const drawn = many.map(gaussian)
    const together = mean(drawn.slice(1).map((value, index) => value * (drawn[index] ?? 0)))
    assert.ok(Math.abs(together) < 0.015, String(together))
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
