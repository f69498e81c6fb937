import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { drawCode, readTypedCode } from '#server/codes/sent-code.ts'
import { systemRandom } from '#server/platform/random.ts'

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
