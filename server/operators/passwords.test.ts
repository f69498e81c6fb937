import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passwordProblem } from '#core/account/password-rule.ts'
import { makeFirstPassword } from '#server/operators/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'

describe('a first password', () => {
  it('keeps the rule of passwords, is never the same, and has nothing that looks like something else', () => {
    const made = Array.from({ length: 200 }, () => makeFirstPassword(systemRandom))
    assert.equal(new Set(made).size, 200)
    for (const password of made) {
      assert.equal(passwordProblem(password), undefined)
      assert.doesNotMatch(password, /[01ilo]/)
    }
  })

  it('is made of all the chance it is given', () => {
    const password = (byte: number) =>
      makeFirstPassword({ bytes: (count) => new Uint8Array(count).fill(byte) })
    assert.equal(password(0), 'aaa2-aaa2-aaa2-aaa2-aaa2')
    assert.notEqual(password(1), password(0))
  })
})
