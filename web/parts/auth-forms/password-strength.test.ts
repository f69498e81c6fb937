import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { passwordProblem } from '#core/user/password-rule.ts'
import { fc } from '#test/fast-check.ts'
import { passwordStrength, type Strength, strengths } from '#web/parts/auth-forms/password-strength.ts'

describe('the strength of a password', () => {
  const table: readonly (readonly [string, Strength])[] = [
    ['', 'none'],
    ['a1', 'short'],
    ['abcdefgh', 'short'],
    ['12345678', 'short'],
    ['password1', 'weak'],
    ['Passw0rd2024', 'weak'],
    ['aaaaaaaa1', 'weak'],
    ['abcdefgh1', 'weak'],
    ['abcd1234', 'weak'],
    ['qwerty123', 'weak'],
    ['kestrel7', 'fair'],
    ['tr7kw9qz', 'fair'],
    ['Tr7kw9qz!x', 'good'],
    ['correct horse 1', 'strong'],
    ['Vq7-mK2x_Lp9w', 'strong'],
    ['黃昏的渡輪碼頭1號', 'good'],
  ]
  for (const [password, strength] of table) {
    test(`of "${password}" is ${strength}`, () => assert.equal(passwordStrength(password), strength))
  }

  test('is below weak exactly if the password rule rejects it for any reason but being too long', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 90 }), (password) => {
        const fault = passwordProblem(password)
        const isTaken = fault === undefined || fault === 'too_long'
        assert.equal(strengths.indexOf(passwordStrength(password)) >= strengths.indexOf('weak'), isTaken)
      }),
    )
  })
})
