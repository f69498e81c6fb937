import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  deriveKey,
  exponential,
  gaussian,
  hashText,
  mixBits,
  uniform,
} from '#server/feed/sim/deterministic-math.ts'

describe('hash', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => deriveKey(hashText('seed'), index))
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length

  test('a key is the same for ever', () => {
    assert.equal(mixBits(1), -2_032_993_677)
    assert.equal(hashText('EURUSD'), 329_556_044)
    assert.equal(deriveKey(7, 9), -140_368_466)
  })

  test('texts that differ a little have keys of their own', () => {
    const texts = Array.from({ length: 5000 }, (_, index) => `EUR${index}`)
    assert.equal(new Set(texts.map(hashText)).size, texts.length)
    assert.notEqual(hashText('ab'), hashText('ba'))
  })

  test('even numbers fill 0 to 1 evenly', () => {
    const tenths = new Array<number>(10).fill(0)
    for (const key of many)
      tenths[Math.floor(uniform(key) * 10)] = (tenths[Math.floor(uniform(key) * 10)] ?? 0) + 1
    for (const count of tenths) assert.ok(Math.abs(count - many.length / 10) < 400, String(tenths))
  })

  test('a bell has mean 0, deviation 1 and no far tails', () => {
    const drawn = many.map(gaussian)
    assert.ok(Math.abs(mean(drawn)) < 0.01)
    assert.ok(Math.abs(mean(drawn.map((value) => value * value)) - 1) < 0.02)
    assert.ok(drawn.every((value) => Math.abs(value) < 3.46))
  })

  test('neighbours know nothing of each other', () => {
    const drawn = many.map(gaussian)
    const together = mean(drawn.slice(1).map((value, index) => value * (drawn[index] ?? 0)))
    assert.ok(Math.abs(together) < 0.015, String(together))
  })
})

describe('exponential', () => {
  test('it is e to the x, but for the last bits', () => {
    fc.assert(
      fc.property(fc.double({ min: -20, max: 20, noNaN: true }), (x) => {
        assert.ok(Math.abs(exponential(x) / Math.exp(x) - 1) < 1e-14, String(x))
      }),
    )
  })

  test('it is the same to the last bit everywhere', () => {
    assert.equal(exponential(0), 1)
    assert.equal(exponential(0.1), 1.1051709180756477)
    assert.equal(exponential(-1.75), 0.1737739434504451)
    assert.equal(exponential(3), 20.085536923187668)
  })
})
