import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomKey } from '#desk/platform/random.ts'

test('keys are 32 hex digits, and unique', () => {
  const keys = Array.from({ length: 50 }, randomKey)
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/)
  assert.equal(new Set(keys).size, keys.length)
})
