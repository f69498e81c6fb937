import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passwordProblem } from '#core/user/password-rule.ts'
import { generateTemporaryPassword } from '#server/operators/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'

describe('a temporary password', () => {
  it('satisfies the password rule, is unique and has no look-alike characters', () => {
    const made = Array.from({ length: 200 }, () => generateTemporaryPassword(systemRandom))
    assert.equal(new Set(made).size, 200)
    for (const password of made) {
      assert.equal(passwordProblem(password), undefined)
      assert.doesNotMatch(password, /[01ilo]/)
    }
  })

  it('depends on its random source', () => {
    const password = (byte: number) =>
      generateTemporaryPassword({ bytes: (count) => new Uint8Array(count).fill(byte) })
    assert.equal(password(0), 'aaa2-aaa2-aaa2-aaa2-aaa2')
    assert.notEqual(password(1), password(0))
  })
})
