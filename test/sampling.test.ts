import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { sampleOf } from '#test/sampling.ts'

test('takes as many different cases as asked for, or all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 250 }),
      fc.nat(),
      (size, count, seed) => {
        const cases = Array.from({ length: size }, (_, at) => at)
        const taken = sampleOf(cases, count, seed)
        assert.equal(taken.length, Math.min(size, count))
        assert.equal(new Set(taken).size, taken.length)
      },
    ),
  )
})

test('takes every case in some commit', () => {
  const taken = Array.from({ length: 10 }, (_, seed) => sampleOf([...'abcdefghij'], 3, seed)).flat()
  assert.equal(new Set(taken).size, 10)
})
