import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopBoundsMs, stopTimeoutMs } from '#server/platform/stop-bounds.ts'

test('all steps of a stop fit into the promised minute', () => {
  const sum = Object.values(stopBoundsMs).reduce((total, boundMs) => total + boundMs, 0)
  assert.equal(stopTimeoutMs, 60_000)
  assert.ok(sum <= stopTimeoutMs, `${sum} ms`)
})
