import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomKey } from '#browser/platform/random.ts'

test('a key has two hex digits per byte, also for small bytes', () => {
  assert.equal(
    randomKey((bytes) => bytes.map((_, at) => at)),
    '000102030405060708090a0b0c0d0e0f',
  )
})
