import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestIds } from '#server/gateway/request-log.ts'
import { systemRandom } from '#server/platform/random.ts'

test('request ids differ across many draws', () => {
  const next = createRequestIds(systemRandom)
  const ids = Array.from({ length: 2000 }, next)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[0-9a-f]{20}$/)
})

test('every random byte is used in exactly one id', () => {
  let drawn = 0
  function nextByte(): number {
    drawn += 1
    return drawn % 251
  }
  const counting = { bytes: (count: number) => Uint8Array.from({ length: count }, nextByte) }
  const next = createRequestIds(counting)
  const bytes = Array.from({ length: 600 }, () => [...Buffer.from(next(), 'hex')]).flat()
  assert.deepEqual(
    bytes,
    bytes.map((_, at) => (at + 1) % 251),
  )
})
