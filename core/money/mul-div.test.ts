import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareRatios, mulDiv, mulDivWide, mulDivWithin } from '#core/money/mul-div.ts'
import { fc } from '#test/fast-check.ts'
import { rounded } from '#test/margin/fraction.ts'

const safe = fc.maxSafeInteger()
const positive = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

/** Rounds half to even with BigInt, independently of the code under test. */
function oracle(a: number, b: number, divisor: number): bigint {
  const numerator = 2n * BigInt(a) * BigInt(b) + BigInt(divisor)
  const denominator = 2n * BigInt(divisor)
  let floor = numerator / denominator
  if (numerator % denominator !== 0n && numerator < 0n) floor -= 1n
  const tie = numerator % denominator === 0n
  return tie && floor % 2n !== 0n ? floor - 1n : floor
}

function agrees(a: number, b: number, divisor: number): void {
  const expected = oracle(a, b, divisor)
  const fits = expected >= BigInt(Number.MIN_SAFE_INTEGER) && expected <= BigInt(Number.MAX_SAFE_INTEGER)
  if (fits) assert.equal(mulDiv(a, b, divisor), Number(expected))
  else assert.throws(() => mulDiv(a, b, divisor), RangeError)
}

describe('mulDiv', () => {
  const table: readonly (readonly [number, number, number, number])[] = [
    // Columns: a, b, divisor, result.
    [1, 1, 2, 0],
    [3, 1, 2, 2],
    [5, 1, 2, 2],
    [-1, 1, 2, 0],
    [-3, 1, 2, -2],
    [-5, 1, 2, -2],
    [7, 1, 4, 2],
    [0, -5, 3, 0],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [Number.MIN_SAFE_INTEGER, 3, 3, Number.MIN_SAFE_INTEGER],
    // 8 steps of 0.00001 × 0.50 lots × 100,000 units = 4 USD.
    [8 * 50 * 100_000, 1_000_000_000, 10 ** (5 + 2 + 9 - 6), 4_000_000],
  ]
  for (const [a, b, divisor, result] of table) {
    test(`${a} × ${b} ÷ ${divisor} is ${result}`, () => assert.equal(mulDiv(a, b, divisor), result))
  }

  test('agrees with BigInt for any safe integers', () => {
    fc.assert(
      fc.property(safe, safe, positive, (a, b, divisor) => agrees(a, b, divisor)),
      { numRuns: 2000 },
    )
  })

  test('agrees with BigInt on exact halves', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 1_000_000 }), (odd, divisor) => {
        agrees(2 * odd + 1, divisor, 2 * divisor)
      }),
    )
  })

  test('agrees with BigInt on powers of ten, which are cancelled first', () => {
    const power = fc.integer({ min: 0, max: 15 }).map((exponent) => 10 ** exponent)
    fc.assert(
      fc.property(safe, fc.integer({ min: -999, max: 999 }), power, power, (a, small, up, down) => {
        if (Number.isSafeInteger(small * up)) agrees(a, small * up, down)
      }),
      { numRuns: 2000 },
    )
  })

  test('agrees with BigInt at the limits of trading: price × lots × units up to 2^51, times a rate', () => {
    const notional = fc.integer({ min: -(2 ** 51), max: 2 ** 51 })
    const rate = fc.integer({ min: 1, max: 10_000_000_000 })
    const precision = fc.integer({ min: 0, max: 8 })
    fc.assert(
      fc.property(notional, rate, precision, (product, perUnit, decimals) => {
        agrees(product, perUnit, 10 ** (decimals + 2 + 9 - 6))
      }),
      { numRuns: 2000 },
    )
  })

  test('throws on a result out of range', () => {
    assert.throws(() => mulDiv(Number.MAX_SAFE_INTEGER, 2, 1), /is not a safe integer/)
    assert.throws(() => mulDiv(Number.MIN_SAFE_INTEGER, 3, 2), /is not a safe integer/)
  })

  test('throws on an unsafe integer and a divisor of zero or less', () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      assert.throws(() => mulDiv(wrong, 1, 1), RangeError)
      assert.throws(() => mulDiv(1, wrong, 1), RangeError)
      assert.throws(() => mulDiv(1, 1, wrong), RangeError)
    }
    assert.throws(() => mulDiv(1, 1, 0), /above zero/)
    assert.throws(() => mulDiv(1, 1, -1), /above zero/)
  })

  test('never returns −0', () => {
    assert.ok(Object.is(mulDiv(-1, 1, 3), 0))
    assert.ok(Object.is(mulDiv(0, -1, 3), 0))
  })
})

describe('mulDivWide', () => {
  const largest = Number.MAX_SAFE_INTEGER
  const table: readonly (readonly [readonly number[], readonly number[], number])[] = [
    // Columns: factors, divisors, result.
    [[], [], 1],
    [[1], [2], 0],
    [[3], [2], 2],
    [[-3], [2], -2],
    [[5], [2, 1], 2],
    [[0, -5], [3], 0],
    [[largest, largest, 3], [largest, largest], 3],
    [[largest, largest, -1], [largest], -largest],
    // Quotients of exactly 1.5 and 2.5, and slightly above. The products need more than 53 bits to tell them apart.
    [[largest, 1_000_000_001, 3], [largest, 2_000_000_002], 2],
    [[largest, 1_000_000_002, 3], [largest, 2_000_000_001], 2],
    [[largest, 1_000_000_001, 5], [largest, 2_000_000_002], 2],
    [[largest, 1_000_000_002, 5], [largest, 2_000_000_002], 3],
    [[largest, largest, 0], [1], 0],
    // The divisor 2^53 + 3 would become 2^53 + 4 as a double, and the quotient exactly 0.5. The true quotient is
    // larger.
    [[4_503_599_627_370_498], [5, 1_801_439_850_948_199], 1],
  ]
  for (const [factors, divisors, result] of table) {
    test(`${factors.join(' × ') || 'nothing'} ÷ ${divisors.join(' ÷ ') || 'nothing'} is ${result}`, () => {
      assert.ok(Object.is(mulDivWide(factors, divisors), result))
    })
  }

  test('agrees with BigInt for any factors and divisors, and throws where mulDivWithin is undefined', () => {
    const factors = fc.array(fc.oneof(safe, fc.integer()), { maxLength: 4 })
    const divisors = fc.array(fc.oneof(positive, fc.integer({ min: 1, max: 1000 })), { maxLength: 3 })
    fc.assert(
      fc.property(factors, divisors, (above, below) => agreesWide(above, below)),
      { numRuns: 2000 },
    )
  })

  test('agrees with BigInt on exact halves of large terms', () => {
    const odd = fc.integer().map((any) => 2 * any + 1)
    fc.assert(
      fc.property(odd, positive, positive, (half, a, b) => agreesWide([half, a, b], [2, a, b])),
      { numRuns: 2000 },
    )
  })

  test('mulDivWide throws and mulDivWithin is undefined on a result out of range', () => {
    assert.throws(() => mulDivWide([largest, 2], [1]), /is not a safe integer/)
    assert.throws(() => mulDivWide([-largest, largest], [largest - 1]), /is not a safe integer/)
    assert.equal(mulDivWithin([largest, 2], [1]), undefined)
    assert.equal(mulDivWithin([largest, 2], [2]), largest)
    assert.equal(mulDivWithin([-largest, 2], [1]), undefined)
  })

  test('both throw on an unsafe integer and a divisor of zero or less', () => {
    for (const divide of [mulDivWide, mulDivWithin]) {
      for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
        assert.throws(() => divide([1, wrong], [1]), RangeError)
        assert.throws(() => divide([1], [1, wrong]), RangeError)
      }
      assert.throws(() => divide([1], [0]), /above zero/)
      assert.throws(() => divide([1], [2, -1]), /above zero/)
    }
  })

  function agreesWide(factors: readonly number[], divisors: readonly number[]): void {
    const expected = rounded({ over: product(factors), under: product(divisors) })
    if (Number.isSafeInteger(Number(expected))) {
      assert.ok(Object.is(mulDivWide(factors, divisors), Number(expected)))
      return
    }
    assert.throws(() => mulDivWide(factors, divisors), RangeError)
    assert.equal(mulDivWithin(factors, divisors), undefined)
  }

  function product(terms: readonly number[]): bigint {
    return terms.reduce((all, term) => all * BigInt(term), 1n)
  }
})

describe('compareRatios', () => {
  test('agrees with BigInt cross-multiplication', () => {
    fc.assert(
      fc.property(safe, positive, safe, positive, (a, b, c, d) => {
        const difference = BigInt(a) * BigInt(d) - BigInt(c) * BigInt(b)
        const expected = difference === 0n ? 0 : difference < 0n ? -1 : 1
        assert.equal(compareRatios(a, b, c, d), expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('expanded ratios are equal', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1 }), fc.integer({ min: 1, max: 2 ** 20 }), (a, b, k) => {
        assert.equal(compareRatios(a, b, a * k, b * k), 0)
      }),
    )
  })

  test('throws on a denominator of zero or less', () => {
    assert.throws(() => compareRatios(1, 0, 1, 1), /above zero/)
    assert.throws(() => compareRatios(1, 1, 1, -1), /above zero/)
  })
})
