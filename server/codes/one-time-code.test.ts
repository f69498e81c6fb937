import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { generateCode, normalizeTypedCode, randomBelow } from '#server/codes/one-time-code.ts'
import { systemRandom } from '#server/platform/random.ts'
import { fc } from '#test/fast-check.ts'

describe('a generated code', () => {
  test('is six digits for any random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (bytes) => {
        fc.pre((bytes[0] ?? 0) < 255)
        assert.match(generateCode({ bytes: () => bytes }), /^[0-9]{6}$/)
      }),
    )
  })

  test('keeps its leading zeros', () => {
    assert.equal(generateCode({ bytes: () => Buffer.from([0, 0, 0, 42]) }), '000042')
  })

  test('can begin with every digit', () => {
    const first = new Set(Array.from({ length: 500 }, () => generateCode(systemRandom)[0]))
    assert.equal(first.size, 10)
  })
})

const typed: readonly (readonly [string, string, string])[] = [
  ['ASCII digits', '004217', '004217'],
  ['surrounding spaces', ' \t004217\n', '004217'],
  ['an inner space', '004 217', '004217'],
  ['full-width digits', '００４２１７', '004217'],
  ['Arabic digits', '٠٠٤٢١٧', '004217'],
  ['Persian digits', '۰۰۴۲۱۷', '004217'],
  ['Devanagari digits', '००४२१७', '004217'],
  ['Thai digits', '๐๐๔๒๑๗', '004217'],
  ['copied direction marks', '\u200f\u2067004217\u2069', '004217'],
  ['a byte order mark and a wide space', '\ufeff004217\u3000', '004217'],
  ['a letter, to itself', '00421O', '00421O'],
  ['an empty string', '', ''],
  ['65 characters, to an empty string', '0'.repeat(65), ''],
]

describe('a typed code', () => {
  for (const [name, text, expected] of typed) {
    test(`normalizes ${name}`, () => assert.equal(normalizeTypedCode(text), expected))
  }

  test('of ASCII digits is unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (number) => {
        const code = String(number).padStart(6, '0')
        assert.equal(normalizeTypedCode(code), code)
      }),
    )
  })
})

/** A random source that returns these numbers in order. */
function scripted(...numbers: readonly number[]) {
  const left = [...numbers]
  return {
    bytes(count: number) {
      const bytes = Buffer.alloc(count)
      bytes.writeUInt32BE(left.shift() ?? assert.fail('drawn too often'))
      return bytes
    },
    left: () => left.length,
  }
}

describe('a random number below a bound', () => {
  test('is an integer in [0, bound)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (bound) => {
        const drawn = randomBelow(systemRandom, bound)
        assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn < bound)
      }),
    )
  })

  test('rejects draws beyond the last multiple of the bound', () => {
    const lastFair = Math.floor(2 ** 32 / 1_000_000) * 1_000_000 - 1
    const random = scripted(lastFair + 1, 2 ** 32 - 1, lastFair)
    assert.equal(randomBelow(random, 1_000_000), 999_999)
    assert.equal(random.left(), 0)
  })

  test('is uniformly distributed', () => {
    const counts = new Array<number>(10).fill(0)
    for (let drawn = 0; drawn < 20_000; drawn += 1) {
      const number = randomBelow(systemRandom, 10)
      counts[number] = (counts[number] ?? 0) + 1
    }
    // Six standard deviations: 6 × √(20,000 × 0.1 × 0.9) ≈ 255. A fair source fails about once in 50 million runs.
    for (const count of counts) assert.ok(Math.abs(count - 2000) < 255, counts.join(' '))
  })

  test('throws when the random source is broken', () => {
    assert.throws(() => randomBelow({ bytes: (count) => Buffer.alloc(count, 255) }, 1_000_000), /broken/)
  })
})
