import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskedDestination } from '#core/funds/masked-destination.ts'
import { fc } from '#test/fast-check.ts'

const cases: readonly (readonly [string, string])[] = [
  ['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', 'TQn9****bLSE'],
  ['GB33 BUKB 2020 1555 5555 55', 'GB33****5555'],
  ['1234567890123456', '1234****3456'],
  ['12345678', '12****78'],
  ['1234', '1****4'],
  ['123', '****'],
  ['', '****'],
]

for (const [destination, masked] of cases) {
  test(`shows "${destination}" as "${masked}"`, () => {
    assert.equal(maskedDestination(destination), masked)
  })
}

test('shows at most half of any destination, and never more than eight characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '7', ' ', '帳'), maxLength: 100 }), (destination) => {
      const hidden = destination.replace(/\s/g, '').length
      const shown = maskedDestination(destination).replace('****', '').length
      assert.ok(shown <= Math.min(8, hidden / 2))
    }),
  )
})
