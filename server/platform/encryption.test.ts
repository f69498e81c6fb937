import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createEncryption } from '#server/platform/encryption.ts'
import { systemRandom } from '#server/platform/random.ts'

const sealing = createEncryption(new Uint8Array(32).fill(7), systemRandom)
const other = createEncryption(new Uint8Array(32).fill(8), systemRandom)

describe('sealing', () => {
  it('gives back what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        assert.equal(sealing.decrypt(sealing.encrypt(text)), text),
      ),
    )
  })

  it('lets another start with the same key open it', () => {
    const again = createEncryption(new Uint8Array(32).fill(7), systemRandom)
    assert.equal(again.decrypt(sealing.encrypt('second factor')), 'second factor')
    assert.deepEqual(again.keyedHash('code', '1'), sealing.keyedHash('code', '1'))
  })

  it('hides the text, and never looks the same twice', () => {
    const [one, two] = [sealing.encrypt('second factor'), sealing.encrypt('second factor')]
    assert.notDeepEqual(one, two)
    assert.ok(!one.includes('second'))
  })

  it('opens with no other key', () => {
    assert.throws(() => other.decrypt(sealing.encrypt('second factor')))
  })

  it('notices every changed byte, and a part that is missing', () => {
    const sealed = sealing.encrypt('second factor')
    for (const place of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      assert.throws(() => sealing.decrypt(changed), `byte ${place}`)
    }
    for (let length = 0; length < sealed.length; length += 1)
      assert.throws(() => sealing.decrypt(sealed.subarray(0, length)), `${length} bytes`)
  })

  it('takes a key of 32 bytes only', () => {
    for (const length of [0, 16, 31, 33])
      assert.throws(() => createEncryption(new Uint8Array(length), systemRandom), /32 bytes/)
  })
})

describe('a keyed hash', () => {
  it('has 32 bytes, and is the same only for the same parts and the same key', () => {
    const hash = sealing.keyedHash('code', '123456')
    assert.equal(hash.length, 32)
    assert.deepEqual(sealing.keyedHash('code', '123456'), hash)
    const others = [
      sealing.keyedHash('code', '123457'),
      sealing.keyedHash('code1', '23456'),
      sealing.keyedHash('code,123456'),
      sealing.keyedHash('code","123456'),
      sealing.keyedHash('code', '123456', ''),
      other.keyedHash('code', '123456'),
    ]
    assert.equal(new Set([hash, ...others].map((one) => one.toString('hex'))).size, 7)
  })
})
