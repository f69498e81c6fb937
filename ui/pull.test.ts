import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phaseOfPull, pullCloseMs, pullDistance } from '#ui/pull.ts'

test('a pull follows the finger, slower, and stops somewhere', () => {
  assert.deepEqual([-10, 0, 40, 100, 1000].map(pullDistance), [0, 0, 18, 45, 96])
})

test('a pull is ready once it is long enough', () => {
  assert.deepEqual([0, 18, 55, 56].map(phaseOfPull), ['idle', 'pulling', 'pulling', 'ready'])
})

test('the indicator closes after 500 ms', () => assert.equal(pullCloseMs, 500))
