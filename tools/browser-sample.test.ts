import assert from 'node:assert/strict'
import { globSync, statSync } from 'node:fs'
import { describe, test } from 'node:test'
import { mainJourneys, splitBrowserTests } from '#tools/browser-sample.ts'

const files = globSync('test/browser/**/*.test.ts')
const seeds = [0, 1, 2, 7, 134_077_372]

describe('the sample of browser tests', () => {
  for (const seed of seeds)
    test(`and the rest contain every file once, with seed ${seed}`, () => {
      const { sampled, leftOut } = splitBrowserTests(files, seed)
      assert.deepEqual([...sampled, ...leftOut].sort(), [...files].sort())
    })

  test('contains the main journeys, which exist', () => {
    const missing = mainJourneys.filter((file) => !files.includes(file))
    assert.deepEqual(missing, [])
  })

  test('covers every file within a few commits', () => {
    const few = Array.from({ length: 20 }, (_, seed) => seed)
    const covered = new Set(few.flatMap((seed) => splitBrowserTests(files, seed).sampled))
    assert.deepEqual(
      files.filter((file) => !covered.has(file)),
      [],
    )
  })

  test('has about the same size with every seed', () => {
    const sizes = seeds.map((seed) =>
      splitBrowserTests(files, seed).sampled.reduce((sum, file) => sum + statSync(file).size, 0),
    )
    assert.ok(Math.max(...sizes) < 1.25 * Math.min(...sizes), sizes.join(', '))
  })
})
