import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEncryption } from '#server/platform/encryption.ts'
import { systemRandom } from '#server/platform/random.ts'
import { fc } from '#test/fast-check.ts'

const encryption = createEncryption(new Uint8Array(32).fill(7), systemRandom)
const other = createEncryption(new Uint8Array(32).fill(8), systemRandom)

describe('encryption', () => {
  it('decrypts any text it encrypted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        assert.equal(encryption.decrypt(encryption.encrypt(text)), text),
      ),
    )
  })

  it('decrypts and hashes alike in another instance with the same key', () => {
    const again = createEncryption(new Uint8Array(32).fill(7), systemRandom)
    assert.equal(again.decrypt(encryption.encrypt('second factor')), 'second factor')
    assert.deepEqual(again.keyedHash('code', '1'), encryption.keyedHash('code', '1'))
  })

  it('hides the text and gives a different ciphertext each time', () => {
    const [one, two] = [encryption.encrypt('second factor'), encryption.encrypt('second factor')]
    assert.notDeepEqual(one, two)
    assert.ok(!one.includes('second'))
  })

  it('refuses another key', () => {
    assert.throws(() => other.decrypt(encryption.encrypt('second factor')))
  })

  it('refuses a ciphertext with any byte changed or missing', () => {
    const encrypted = encryption.encrypt('second factor')
    for (const place of encrypted.keys()) {
      const changed = Buffer.from(encrypted)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      assert.throws(() => encryption.decrypt(changed), `byte ${place}`)
    }
    for (let length = 0; length < encrypted.length; length += 1)
      assert.throws(() => encryption.decrypt(encrypted.subarray(0, length)), `${length} bytes`)
  })

  it('refuses a key that does not have 32 bytes', () => {
    for (const length of [0, 16, 31, 33])
      assert.throws(() => createEncryption(new Uint8Array(length), systemRandom), /32 bytes/)
  })
})

describe('keyed hash', () => {
  it('has 32 bytes and differs for other parts or another key', () => {
    const hash = encryption.keyedHash('code', '123456')
    assert.equal(hash.length, 32)
    assert.deepEqual(encryption.keyedHash('code', '123456'), hash)
    const others = [
      encryption.keyedHash('code', '123457'),
      encryption.keyedHash('code1', '23456'),
      encryption.keyedHash('code,123456'),
      encryption.keyedHash('code","123456'),
      encryption.keyedHash('code', '123456', ''),
      other.keyedHash('code', '123456'),
    ]
    assert.equal(new Set([hash, ...others].map((one) => one.toString('hex'))).size, 7)
  })
})
