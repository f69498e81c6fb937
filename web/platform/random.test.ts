import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFraction, randomKey } from '#web/platform/random.ts'

test('a key has 32 hex characters and is unique', () => {
  const keys = Array.from({ length: 1_000 }, randomKey)
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/)
  assert.equal(new Set(keys).size, keys.length)
})

test('a fraction is in [0, 1)', () => {
  for (let i = 0; i < 1_000; i += 1) {
    const fraction = randomFraction()
    assert.ok(fraction >= 0 && fraction < 1)
  }
})
