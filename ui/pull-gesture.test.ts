import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pullCloseMs, pullDistance, pullPhase } from '#ui/pull-gesture.ts'

test('follows the finger at reduced speed up to a maximum', () => {
  assert.deepEqual([-10, 0, 40, 100, 1000].map(pullDistance), [0, 0, 18, 45, 96])
})

test('is ready beyond the threshold', () => {
  assert.deepEqual([0, 18, 55, 56].map(pullPhase), ['idle', 'pulling', 'pulling', 'ready'])
})

test('closes the indicator after 500 ms', () => assert.equal(pullCloseMs, 500))
