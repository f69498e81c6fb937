import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  formatLots,
  formatMicros,
  formatMicrosRounded,
  formatPrice,
  formatRate,
  lots,
  micros,
  parseLots,
  parseMicros,
  parsePrice,
  parseRate,
  price,
  rate,
} from '#core/money/amounts.ts'
import { add, subtract } from '#core/money/safe-integer.ts'

describe('amounts and their units', () => {
  test('money is micro-dollars', () => {
    assert.deepEqual(parseMicros('100000'), { ok: true, amount: 100_000_000_000 })
    assert.equal(formatMicros(micros(542_175_000)), '542.175000')
    assert.equal(formatMicrosRounded(micros(542_175_000), 2), '542.18')
  })

  test('a price is in steps of its market', () => {
    assert.deepEqual(parsePrice('1.08427', 5), { ok: true, amount: 108_427 })
    assert.equal(formatPrice(price(154_281), 3), '154.281')
  })

  test('lots are hundredths', () => {
    assert.deepEqual(parseLots('0.5'), { ok: true, amount: 50 })
    assert.deepEqual(parseLots('0.505'), { ok: false, problem: 'too_precise' })
    assert.equal(formatLots(lots(50)), '0.50')
  })

  test('a rate is in billionths', () => {
    assert.deepEqual(parseRate('0.006481'), { ok: true, amount: 6_481_000 })
    assert.equal(formatRate(rate(1_000_000_000)), '1.000000000')
  })

  test('an amount must be a safe integer', () => {
    for (const make of [micros, price, lots, rate]) {
      assert.throws(() => make(0.1), RangeError)
      assert.throws(() => make(2 ** 53), RangeError)
      assert.throws(() => make(Number.NaN), RangeError)
    }
  })

  test('sums and differences throw on overflow', () => {
    assert.equal(add(micros(1), micros(2)), 3)
    assert.equal(subtract(micros(1), micros(2)), -1)
    assert.throws(() => add(micros(Number.MAX_SAFE_INTEGER), micros(1)), RangeError)
    assert.throws(() => subtract(micros(Number.MIN_SAFE_INTEGER), micros(1)), RangeError)
  })

  test('units are not assignable to each other', () => {
    const balance = micros(5)
    // @ts-expect-error a price is not money
    assert.throws(() => formatMicros(price(0.5)))
    // @ts-expect-error a bare number is not money
    assert.equal(add<typeof balance>(balance, 1), 6)
  })
})
