import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Backoff, backoffMs } from '#server/platform/backoff.ts'

const backoff: Backoff = { freeFailures: 5, firstMs: 1000, longestMs: 900_000, resetAfterMs: 3_600_000 }

describe('exponential backoff', () => {
  it('has no wait for the free failures, then doubles it up to the longest', () => {
    const waits = [0, 1, 4, 5, 6, 7, 8, 14, 15, 16].map((failures) => backoffMs(failures, backoff))
    assert.deepEqual(waits, [0, 0, 0, 1000, 2000, 4000, 8000, 512_000, 900_000, 900_000])
  })

  it('stays at the longest wait for any higher count', () => {
    for (const failures of [35, 36, 1100, 2_147_483_647, Number.MAX_SAFE_INTEGER])
      assert.equal(backoffMs(failures, backoff), 900_000)
  })

  it('waits after the first failure if none is free', () => {
    assert.deepEqual(
      [0, 1, 2].map((failures) => backoffMs(failures, { ...backoff, freeFailures: 1 })),
      [0, 1000, 2000],
    )
  })
})
