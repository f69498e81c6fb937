import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UsedKey } from '#server/engine/engine-store.ts'
import { createBloomFilter } from '#server/engine/intake/bloom-filter.ts'
import { createSeenKeys } from '#server/engine/intake/seen-keys.ts'
import { cacheTtlMs } from '#server/engine/state/idempotency-cache.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { buy, createEngineFixture, demo, keyed, orderOf, other } from '#test/engine/engine-fixture.ts'
import { fc } from '#test/fast-check.ts'
import { turn } from '#test/trading-day/engine-side.ts'

const userIds = fc.oneof(fc.nat(), fc.maxSafeNat())

describe('the Bloom filter', () => {
  test('contains every added key', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(userIds, fc.string()), { maxLength: 200 }), (keys) => {
        const filter = createBloomFilter(1024)
        for (const [userId, key] of keys) filter.add(userId, key)
        for (const [userId, key] of keys) assert.ok(filter.mayContain(userId, key))
      }),
    )
  })

  test('has few false positives, even for similar keys', () => {
    const filter = createBloomFilter(2 ** 20)
    for (let at = 0; at < 100_000; at += 1) filter.add(at % 50, `order-${at}`)
    const falsePositives = Array.from({ length: 20_000 }, (_, at) =>
      filter.mayContain(at % 50, `order-${200_000 + at}`),
    )
    assert.ok(falsePositives.filter(Boolean).length < 20_000 * 0.03)
  })

  test('distinguishes the same key of different users', () => {
    const filter = createBloomFilter()
    filter.add(1, 'the same')
    assert.deepEqual(
      [1, 2, 2 ** 32 + 1].map((userId) => filter.mayContain(userId, 'the same')),
      [true, false, false],
    )
  })
})

describe('seen keys', () => {
  const retentionMs = 1000
  const bounds = { chunkRows: 2, maxRows: 6 }

  function createFixture(stored: readonly UsedKey[]) {
    const time = createFakeTimers(10_000)
    let reads = 0
    let fault: Error | undefined
    const keysSince = async (since: Date, after: UsedKey | undefined, limit: number) => {
      reads += 1
      if (fault !== undefined) throw fault
      const first = after === undefined ? 0 : stored.indexOf(after) + 1
      return stored
        .slice(first)
        .filter(({ atMs }) => atMs >= since.getTime())
        .slice(0, limit)
    }
    const keys = createSeenKeys({ store: { keysSince }, clock: time.clock, retentionMs, bounds })
    const fail = (next: Error | undefined) => {
      fault = next
    }
    return { keys, time, fail, reads: () => reads }
  }
  const keyAt = (key: string, atMs = 9_500): UsedKey => ({ userId: 1, key, atMs })

  test('count no key as new until the stored ones are loaded, in chunks', async () => {
    const { keys, reads } = createFixture([keyAt('a'), keyAt('b'), keyAt('c')])
    assert.equal(keys.isNew(1, 'z'), false)
    await keys.load()
    assert.equal(reads(), 2)
    assert.deepEqual(
      ['a', 'b', 'c', 'z'].map((key) => keys.isNew(1, key)),
      [false, false, false, true],
    )
    await keys.load()
    assert.equal(reads(), 2)
  })

  test('count no key as new if there are too many to load', async () => {
    const { keys } = createFixture(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => keyAt(key)))
    await keys.load()
    assert.equal(keys.isNew(1, 'z'), false)
  })

  test('are loaded again after the retention time if there were too many', async () => {
    const { keys, time, reads } = createFixture(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => keyAt(key)))
    await keys.load()
    const readOnce = reads()
    time.advance(retentionMs)
    await keys.load()
    assert.equal(reads(), readOnce)
    time.advance(1)
    await keys.load()
    assert.deepEqual([reads(), keys.isNew(1, 'z')], [readOnce + 1, true])
  })

  test('are loaded again after a failure', async () => {
    const { keys, fail } = createFixture([keyAt('a')])
    fail(new Error('away'))
    await assert.rejects(keys.load(), /away/)
    assert.equal(keys.isNew(1, 'z'), false)
    fail(undefined)
    await keys.load()
    assert.deepEqual([keys.isNew(1, 'a'), keys.isNew(1, 'z')], [false, true])
  })

  test('are kept for the retention time, and forgotten some time later', async () => {
    const { keys, time } = createFixture([])
    await keys.load()
    time.advance(900)
    keys.add(1, 'a')
    time.advance(200)
    keys.add(1, 'b')
    assert.deepEqual([keys.isNew(1, 'a'), keys.isNew(1, 'b')], [false, false])
    time.advance(799)
    keys.add(1, 'c')
    assert.equal(keys.isNew(1, 'a'), false)
    time.advance(202)
    keys.add(1, 'd')
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => keys.isNew(1, key)),
      [true, false, false, false],
    )
  })

  test('count no key as new after stop', async () => {
    const { keys } = createFixture([])
    await keys.load()
    keys.stop()
    assert.equal(keys.isNew(1, 'z'), false)
  })
})

describe('lookups of keys', () => {
  async function createCountingFixture() {
    let reads = 0
    const fixture = await createEngineFixture((store) => ({
      ...store,
      outcomes: async (keys, since) => {
        reads += 1
        return await store.outcomes(keys, since)
      },
    }))
    await turn()
    const submit = async (...args: Parameters<typeof fixture.submit>) =>
      await fixture.settle(fixture.submit(...args))
    return { fixture, submit, reads: () => reads }
  }

  test('do not happen for a key that was never used', async () => {
    const { submit, reads } = await createCountingFixture()
    orderOf(await submit(demo, buy, keyed('first')))
    orderOf(await submit(demo, buy, keyed('second')))
    orderOf(await submit(other, buy, keyed('first')))
    assert.equal(reads(), 0)
  })

  test('find a key that the cache has dropped, so that its command is executed once', async () => {
    const { fixture, submit, reads } = await createCountingFixture()
    const first = orderOf(await submit(demo, buy, keyed('first')))
    fixture.time.advance(cacheTtlMs + 1)
    await fixture.settle(fixture.running().engine.sweep())
    assert.deepEqual(orderOf(await submit(demo, buy, keyed('first'))), first)
    assert.equal(reads(), 1)
  })

  test('find a key from before the start, so that its command is executed once', async () => {
    const { fixture, submit, reads } = await createCountingFixture()
    const first = orderOf(await submit(demo, buy, keyed('first')))
    fixture.time.advance(cacheTtlMs + 1)
    await fixture.restart()
    await turn()
    assert.deepEqual(orderOf(await submit(demo, buy, keyed('first'))), first)
    orderOf(await submit(demo, buy, keyed('second')))
    assert.equal(reads(), 1)
  })
})
