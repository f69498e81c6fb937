import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { createVersionSequence } from '#web/portfolio/version-sequence.ts'

/** A sequence whose loaded version is 3. Each change is its own version. */
function loadedAt3() {
  const versions = createVersionSequence<number>()
  versions.loaded(3)
  return versions
}

test('the next change is applied, an earlier one ignored, and a later one kept', () => {
  const versions = loadedAt3()
  assert.deepEqual(versions.accept(3, 3), [])
  assert.deepEqual(versions.accept(5, 5), [])
  assert.equal(versions.isBehind(), true)
  assert.deepEqual(versions.accept(4, 4), [4, 5])
  assert.deepEqual([versions.version(), versions.isBehind()], [5, false])
})

test('changes before the first load are kept and applied to it', () => {
  const versions = createVersionSequence<number>()
  for (const version of [2, 3, 4]) assert.deepEqual(versions.accept(version, version), [])
  assert.deepEqual([versions.version(), versions.isBehind()], [undefined, true])
  assert.deepEqual(versions.loaded(2), [3, 4])
  assert.equal(versions.isBehind(), false)
})

test('an announced version is behind until it is applied', () => {
  const versions = loadedAt3()
  versions.announce(4)
  assert.equal(versions.isBehind(), true)
  versions.accept(4, 4)
  assert.equal(versions.isBehind(), false)
})

test('no more than a hundred changes are kept, and the rest is found missing', () => {
  const versions = createVersionSequence<number>()
  for (let version = 2; version <= 200; version += 1) versions.accept(version, version)
  assert.equal(versions.loaded(1).length, 100)
  assert.equal(versions.isBehind(), true)
  assert.deepEqual(versions.loaded(200), [])
  assert.equal(versions.isBehind(), false)
})

test('a reset forgets the applied version, kept changes and announcements', () => {
  const versions = loadedAt3()
  versions.accept(9, 9)
  versions.reset()
  assert.deepEqual(versions.loaded(1), [])
  assert.deepEqual([versions.version(), versions.isBehind()], [1, false])
})

test('changes are applied without a gap and never twice, for any order of arrivals and loads', () => {
  const step = fc.record({ version: fc.integer({ min: 1, max: 12 }), isLoad: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const versions = createVersionSequence<number>()
      let shown: number | undefined
      for (const { version, isLoad } of steps) {
        if (isLoad && version < (shown ?? 0)) continue
        if (isLoad) shown = version
        const following = isLoad ? versions.loaded(version) : versions.accept(version, version)
        for (const next of following) {
          assert.equal(next, (shown ?? assert.fail('nothing was loaded')) + 1)
          shown = next
        }
        assert.equal(versions.version(), shown)
      }
    }),
  )
})
