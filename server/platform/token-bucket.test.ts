import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'

function manualClock() {
  let ms = 0
  return { now: () => ms, elapsed: () => ms, advance: (by: number) => (ms += by) }
}

describe('token buckets', () => {
  test('allow a burst, then a steady rate', () => {
    const clock = manualClock()
    const buckets = createTokenBuckets({ perSecond: 2, burst: 3 }, clock)
    assert.deepEqual(
      [1, 2, 3, 4].map(() => buckets.take('a').ok),
      [true, true, true, false],
    )
    clock.advance(500)
    assert.equal(buckets.take('a').ok, true)
    assert.equal(buckets.take('a').ok, false)
  })

  test('return the whole seconds until the next try', () => {
    const buckets = createTokenBuckets({ perSecond: 0.1, burst: 1 }, manualClock())
    buckets.take('a')
    assert.deepEqual(buckets.take('a'), { ok: false, retryAfterSeconds: 10 })
  })

  test('count each key separately', () => {
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, manualClock())
    buckets.take('a')
    assert.equal(buckets.take('b').ok, true)
  })

  test('never hold more than the burst', () => {
    const clock = manualClock()
    const buckets = createTokenBuckets({ perSecond: 10, burst: 2 }, clock)
    clock.advance(3_600_000)
    assert.deepEqual(
      [1, 2, 3].map(() => buckets.take('a').ok),
      [true, true, false],
    )
  })

  test('keep limiting a key that is used throughout a flood of other keys', () => {
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, manualClock())
    assert.equal(buckets.take('busy').ok, true)
    for (let index = 0; index < 120_000; index++) {
      buckets.take(`key ${index}`)
      if (index % 20_000 === 0) assert.equal(buckets.take('busy').ok, false, String(index))
    }
  })

  test('forget a key', () => {
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, manualClock())
    for (const others of [0, 25_000]) {
      buckets.take('closed')
      for (let index = 0; index < others; index++) buckets.take(`key ${index}`)
      buckets.forget('closed')
      assert.equal(buckets.take('closed').ok, true)
    }
  })

  test('admit every new key in a flood of keys', () => {
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, manualClock())
    for (let index = 0; index < 120_000; index++) assert.equal(buckets.take(`key ${index}`).ok, true)
  })
})
