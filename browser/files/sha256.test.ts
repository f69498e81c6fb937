import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256Of } from '#browser/files/sha256.ts'

test('is the SHA-256 of the bytes, as in FIPS 180-2', async () => {
  assert.equal(
    await sha256Of(new Blob(['abc'])),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
