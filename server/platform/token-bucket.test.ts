import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'

function handClock() {
  let ms = 0
  return { now: () => ms, elapsed: () => ms, pass: (by: number) => (ms += by) }
}

describe('token buckets', () => {
  test('allow a burst, then a steady rate', () => {
    const clock = handClock()
    const buckets = createTokenBuckets({ perSecond: 2, burst: 3 }, clock)
    assert.deepEqual(
      [1, 2, 3, 4].map(() => buckets.take('a').ok),
      [true, true, true, false],
    )
    clock.pass(500)
    assert.equal(buckets.take('a').ok, true)
    assert.equal(buckets.take('a').ok, false)
  })

  test('say after how many whole seconds to come back', () => {
    const buckets = createTokenBuckets({ perSecond: 0.1, burst: 1 }, handClock())
    buckets.take('a')
    assert.deepEqual(buckets.take('a'), { ok: false, retryAfterSeconds: 10 })
  })

  test('keep one caller from spending another’s', () => {
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, handClock())
    buckets.take('a')
    assert.equal(buckets.take('b').ok, true)
  })

  test('never save up more than the burst', () => {
    const clock = handClock()
    const buckets = createTokenBuckets({ perSecond: 10, burst: 2 }, clock)
    clock.pass(3_600_000)
    assert.deepEqual(
      [1, 2, 3].map(() => buckets.take('a').ok),
      [true, true, false],
    )
  })

  test('stay bounded under a flood of keys', () => {
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, handClock())
    for (let index = 0; index < 120_000; index++) assert.equal(buckets.take(`key ${index}`).ok, true)
  })
})
