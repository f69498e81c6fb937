import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { generateTotpSecret, matchingTotpStep } from '#server/operators/sign-in/totp.ts'
import { systemRandom } from '#server/platform/random.ts'

/** The secret of the examples in RFC 6238, "12345678901234567890", in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('TOTP codes', () => {
  // RFC 6238, appendix B, SHA-1: the last six of eight digits.
  const examples = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const
  for (const [seconds, code] of examples) {
    it(`match RFC 6238 at ${seconds} seconds`, () => {
      assert.equal(matchingTotpStep(secret, code, seconds * 1000), Math.floor(seconds / 30))
    })
  }

  it('return their own time step within the window', () => {
    assert.equal(matchingTotpStep(secret, '081804', 1111111109_000 + 30_000), 37037036)
    assert.equal(matchingTotpStep(secret, '081804', 1111111109_000 - 30_000), 37037036)
    assert.equal(matchingTotpStep(secret, '081804', 1111111109_000 + 60_000), undefined)
  })

  for (const code of ['', '28708', '2870820', '287083', '２８７０８２', '28708é'])
    it(`do not match "${code}"`, () => {
      assert.equal(matchingTotpStep(secret, code, 59_000), undefined)
    })

  it('use random secrets of 160 bits', () => {
    assert.match(generateTotpSecret(systemRandom), /^[A-Z2-7]{32}$/)
    assert.notEqual(generateTotpSecret(systemRandom), generateTotpSecret(systemRandom))
  })
})
