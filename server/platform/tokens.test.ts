import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemRandom } from '#server/platform/random.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'

describe('a token', () => {
  it('is 256 random bits in base64url', () => {
    const requested: number[] = []
    const random = { bytes: (count: number) => new Uint8Array(count).fill(requested.push(count) + 250) }
    assert.equal(newToken(random), `${'-_v7'.repeat(10)}-_s`)
    assert.deepEqual(requested, [32])
    assert.match(newToken(systemRandom), /^[\w-]{43}$/)
    assert.notEqual(newToken(systemRandom), newToken(systemRandom))
  })

  it('is hashed with SHA-256', () => {
    // The first SHA-256 example of FIPS 180-2.
    assert.equal(
      hashToken('abc').toString('hex'),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})
