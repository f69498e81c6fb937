import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchingStep, newTotpSecret } from '#server/operators/sign-in/totp.ts'
import { systemRandom } from '#server/platform/random.ts'

/** "12345678901234567890", the secret of the examples in RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of an authenticator', () => {
  // RFC 6238, appendix B, for SHA-1; the last six of its eight digits.
  const examples = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const
  for (const [seconds, code] of examples) {
    it(`are those of the standard, ${seconds} seconds after the epoch`, () => {
      assert.equal(matchingStep(secret, code, seconds * 1000), Math.floor(seconds / 30))
    })
  }

  it('name the step they belong to, not the one it is now', () => {
    assert.equal(matchingStep(secret, '081804', 1111111109_000 + 30_000), 37037036)
    assert.equal(matchingStep(secret, '081804', 1111111109_000 - 30_000), 37037036)
    assert.equal(matchingStep(secret, '081804', 1111111109_000 + 60_000), undefined)
  })

  for (const code of ['', '28708', '2870820', '287083', '２８７０８２', '28708é'])
    it(`are not "${code}"`, () => {
      assert.equal(matchingStep(secret, code, 59_000), undefined)
    })

  it('come from secrets of 160 random bits', () => {
    assert.match(newTotpSecret(systemRandom), /^[A-Z2-7]{32}$/)
    assert.notEqual(newTotpSecret(systemRandom), newTotpSecret(systemRandom))
  })
})
