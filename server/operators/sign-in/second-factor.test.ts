import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { generateRecoveryCodes, parseSecondFactor } from '#server/operators/sign-in/second-factor.ts'
import { fc } from '#test/fast-check.ts'

describe('parsing a typed second factor', () => {
  const table: readonly (readonly [string, ReturnType<typeof parseSecondFactor>])[] = [
    ['123456', { kind: 'totp', code: '123456' }],
    [' 123 456 ', { kind: 'totp', code: '123456' }],
    ['１２３４５６', { kind: 'totp', code: '123456' }],
    ['ABCD-EFGH-IJKL-MNOP', { kind: 'recovery', code: 'ABCDEFGHIJKLMNOP' }],
    ['abcd efgh ijkl mno7', { kind: 'recovery', code: 'ABCDEFGHIJKLMNO7' }],
    ['', undefined],
    ['12345', undefined],
    ['1234567', undefined],
    ['12345a', undefined],
    ['ABCD-EFGH-IJKL-MNO', undefined],
    ['ABCD-EFGH-IJKL-MNO0', undefined],
    ['١٢٣٤٥٦', undefined],
  ]
  for (const [text, factor] of table) {
    it(`reads "${text}" as ${factor === undefined ? 'nothing' : factor.kind}`, () => {
      assert.deepEqual(parseSecondFactor(text), factor)
    })
  }

  it('returns only six digits or sixteen base32 characters for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 32 }), (text) => {
        const factor = parseSecondFactor(text)
        if (factor !== undefined)
          assert.match(factor.code, factor.kind === 'totp' ? /^\d{6}$/ : /^[A-Z2-7]{16}$/)
      }),
    )
  })

  it('accepts every generated recovery code', () => {
    let next = 0
    const random = { bytes: (count: number) => Uint8Array.from({ length: count }, () => next++ % 256) }
    const codes = generateRecoveryCodes(random)
    assert.equal(codes[0], 'AAAQ-EAYE-AUDA-OCAJ')
    assert.equal(new Set(codes).size, 10)
    for (const code of codes)
      assert.deepEqual(parseSecondFactor(code), { kind: 'recovery', code: code.replaceAll('-', '') })
  })
})
