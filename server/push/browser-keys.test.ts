import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { describe, test } from 'node:test'
import { parseAuthSecret, parseBrowserKey } from '#server/push/browser-keys.ts'

const ecdh = createECDH('prime256v1')
const point = ecdh.generateKeys()
const [x, y] = [point.subarray(1, 33), point.subarray(33)]
const encoded = (...bytes: readonly Uint8Array[]) => Buffer.concat(bytes).toString('base64url')
const compressed = ecdh.getPublicKey('base64url', 'compressed')
const hybrid = Buffer.from(ecdh.getPublicKey('hex', 'hybrid'), 'hex')

describe('the public key of a browser', () => {
  test('on the curve, with or without padding -> the key without padding', () => {
    assert.equal(parseBrowserKey(encoded(point)), encoded(point))
    assert.equal(parseBrowserKey(`${encoded(point)}=`), encoded(point))
  })

  const invalid: readonly (readonly [string, string])[] = [
    [
      'a point beside the curve',
      encoded(
        point.subarray(0, 1),
        x,
        y.map((byte) => byte ^ 1),
      ),
    ],
    ['a compressed point', compressed],
    ['a hybrid point', encoded(hybrid)],
    ['zeros', encoded(new Uint8Array(65))],
    ['a point at infinity, filled up', encoded(Buffer.from([4]), new Uint8Array(64))],
    ['a key that is too long', encoded(point, new Uint8Array(1))],
    ['nothing', ''],
  ]
  for (const [name, text] of invalid)
    test(`${name} -> refused`, () => assert.equal(parseBrowserKey(text), undefined))
})

describe('the secret of a browser', () => {
  test('of 16 bytes -> accepted, of 15 or 17 -> refused', () => {
    const sized = (length: number) => parseAuthSecret(encoded(new Uint8Array(length).fill(9)))
    assert.deepEqual(
      [15, 16, 17].map((length) => sized(length) !== undefined),
      [false, true, false],
    )
  })
})
