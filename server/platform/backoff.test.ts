import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Backoff, backoffMs } from '#server/platform/backoff.ts'

const backOff: Backoff = { freeFailures: 5, firstMs: 1000, longestMs: 900_000, resetAfterMs: 3_600_000 }

describe('backing off', () => {
  it('lets a few failures pass, then doubles the wait up to the longest', () => {
    const waits = [0, 1, 4, 5, 6, 7, 8, 14, 15, 16].map((failures) => backoffMs(failures, backOff))
    assert.deepEqual(waits, [0, 0, 0, 1000, 2000, 4000, 8000, 512_000, 900_000, 900_000])
  })

  it('stays at the longest however many failures there were', () => {
    for (const failures of [35, 36, 1100, 2_147_483_647, Number.MAX_SAFE_INTEGER])
      assert.equal(backoffMs(failures, backOff), 900_000)
  })

  it('can make everyone wait from the first failure on', () => {
    assert.deepEqual(
      [0, 1, 2].map((failures) => backoffMs(failures, { ...backOff, freeFailures: 1 })),
      [0, 1000, 2000],
    )
  })
})
