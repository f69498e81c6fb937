import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { createLoadingCount } from '#web/calls/loading-count.ts'

test('counts overlapping calls up and down to zero', () => {
  const loading = createLoadingCount()
  const seen: number[] = []
  loading.subscribe(() => seen.push(loading.getSnapshot()))
  loading.begin()
  loading.begin()
  loading.end()
  loading.end()
  assert.deepEqual(seen, [1, 2, 1, 0])
})

test('never drops below zero, and matched begins and ends cancel out', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), fc.nat(20), (steps, pairs) => {
      const loading = createLoadingCount()
      for (const begins of steps) {
        if (begins) loading.begin()
        else loading.end()
        assert.ok(loading.getSnapshot() >= 0)
      }
      const before = loading.getSnapshot()
      for (let i = 0; i < pairs; i += 1) loading.begin()
      for (let i = 0; i < pairs; i += 1) loading.end()
      assert.equal(loading.getSnapshot(), before)
    }),
  )
})
