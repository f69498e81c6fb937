import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { drawCode, randomBelow, readTypedCode } from '#server/codes/one-time-code.ts'
import { systemRandom } from '#server/platform/random.ts'

describe('sent code', () => {
  describe('a code', () => {
    test('is six digits, whatever the chance', () => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (bytes) => {
          fc.pre((bytes[0] ?? 0) < 255)
          assert.match(drawCode({ bytes: () => bytes }), /^[0-9]{6}$/)
        }),
      )
    })

    test('keeps its leading zeros', () => {
      assert.equal(drawCode({ bytes: () => Buffer.from([0, 0, 0, 42]) }), '000042')
    })

    test('begins with every digit', () => {
      const first = new Set(Array.from({ length: 500 }, () => drawCode(systemRandom)[0]))
      assert.equal(first.size, 10)
    })
  })

  const typed: readonly (readonly [string, string, string])[] = [
    ['plain digits', '004217', '004217'],
    ['spaces around them', ' \t004217\n', '004217'],
    ['a space within them', '004 217', '004217'],
    ['digits of full width', '００４２１７', '004217'],
    ['Arabic digits', '٠٠٤٢١٧', '004217'],
    ['Persian digits', '۰۰۴۲۱۷', '004217'],
    ['Devanagari digits', '००४२१७', '004217'],
    ['Thai digits', '๐๐๔๒๑๗', '004217'],
    ['marks of direction that were copied with them', '\u200f\u2067004217\u2069', '004217'],
    ['a byte order mark and a wide space', '\ufeff004217\u3000', '004217'],
    ['a letter', '00421O', '00421O'],
    ['nothing', '', ''],
    ['far too much', '0'.repeat(65), ''],
  ]

  describe('a code as it was typed', () => {
    for (const [name, text, expected] of typed) {
      test(`may have ${name}`, () => assert.equal(readTypedCode(text), expected))
    }

    test('is never something else than was typed in plain digits', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 999_999 }), (number) => {
          const code = String(number).padStart(6, '0')
          assert.equal(readTypedCode(code), code)
        }),
      )
    })
  })
})

describe('random below', () => {
  /** Gives these numbers, one draw each. */
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

  describe('a number below a bound', () => {
    test('is one', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 1_000_000 }), (bound) => {
          const drawn = randomBelow(systemRandom, bound)
          assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn < bound)
        }),
      )
    })

    test('favours none: draws past the last whole round are passed over', () => {
      const lastFair = Math.floor(2 ** 32 / 1_000_000) * 1_000_000 - 1
      const random = scripted(lastFair + 1, 2 ** 32 - 1, lastFair)
      assert.equal(randomBelow(random, 1_000_000), 999_999)
      assert.equal(random.left(), 0)
    })

    test('comes about equally often, whichever it is', () => {
      const counts = new Array<number>(10).fill(0)
      for (let drawn = 0; drawn < 20_000; drawn += 1) {
        const number = randomBelow(systemRandom, 10)
        counts[number] = (counts[number] ?? 0) + 1
      }
      // Six standard deviations either way: a fair source misses that once in half a billion.
      for (const count of counts) assert.ok(Math.abs(count - 2000) < 255, counts.join(' '))
    })

    test('is not waited for without end when chance is broken', () => {
      assert.throws(() => randomBelow({ bytes: (count) => Buffer.alloc(count, 255) }, 1_000_000), /broken/)
    })
  })
})
