import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import {
  isAtMost,
  minus,
  plus,
  product,
  quotient,
  ratio,
  readTyped,
  rounded,
} from '#test/trading-day/oracle/exact-numbers.ts'

describe('an exact fraction', () => {
  test('rounds halves to even, on both sides of zero', () => {
    const halves = [-5n, -3n, -1n, 1n, 3n, 5n].map((over) => rounded(ratio(over, 2n)))
    assert.deepEqual(halves, [-2n, -2n, 0n, 0n, 2n, 2n])
  })

  test('rounds other fractions to the nearest', () => {
    const fractions = [ratio(-7n, 3n), ratio(-5n, 3n), ratio(5n, 3n), ratio(7n, 3n), ratio(8n, -4n)]
    assert.deepEqual(fractions.map(rounded), [-2n, -2n, 2n, 2n, -2n])
  })

  test('rounds by at most a half', () => {
    const under = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), under, (over, under) => {
        const twiceOff = 2n * (rounded(ratio(over, under)) * under - over)
        assert.ok(twiceOff >= -under && twiceOff <= under)
      }),
    )
  })

  test('adds, multiplies, divides and compares fractions', () => {
    const [half, third] = [ratio(1n, 2n), ratio(1n, 3n)]
    assert.equal(rounded(product(plus(half, third), ratio(6n))), 5n)
    assert.equal(rounded(product(minus(third, half), ratio(6n))), -1n)
    assert.equal(rounded(product(quotient(third, half), ratio(3n))), 2n)
    assert.ok(isAtMost(third, half) && isAtMost(half, half) && !isAtMost(half, third))
    assert.throws(() => ratio(1n, 0n))
  })
})

describe('a typed decimal', () => {
  const readable = [
    ['1', 100n],
    ['0.5', 50n],
    ['12.34', 1_234n],
    ['1.500', 150n],
    ['007', 700n],
    ['0', 0n],
    ['-1.5', -150n],
    ['123456789012345678901', 12_345_678_901_234_567_890_100n],
  ] as const

  for (const [typed, hundredths] of readable) {
    test(`${typed} is ${hundredths} hundredths`, () => assert.equal(readTyped(typed, 2), hundredths))
  }

  for (const typed of [
    '',
    ' ',
    ' 1',
    '1 ',
    '.5',
    '5.',
    '1,5',
    '1e2',
    '+1',
    '--1',
    '0x10',
    '١',
    'NaN',
    '1.005',
  ]) {
    test(`"${typed}" is not a plain decimal of hundredths`, () =>
      assert.equal(readTyped(typed, 2), undefined))
  }
})
