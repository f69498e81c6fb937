// The browser tests take longer than the ten minutes of `npm test`. It runs a sample, and `npm run test:looks` the rest.
import { statSync } from 'node:fs'
import { sampleOf } from '#test/sampling.ts'

/** Journeys through the real server that every sample contains. */
export const mainJourneys: readonly string[] = [
  'test/browser/authentication/user-journey.test.ts',
  'test/browser/account/real-server.test.ts',
  'test/browser/desk/real-server.test.ts',
  'test/browser/trading-journeys/trading-journey.test.ts',
  'test/browser/trading-journeys/fills.test.ts',
]

/** One in this many of the other files is sampled. */
const filesPerSample = 16

export type SplitTests = { readonly sampled: readonly string[]; readonly leftOut: readonly string[] }

/** Every commit has its own seed and thus its own sample. */
export function splitBrowserTests(files: readonly string[], seed: number): SplitTests {
  // Sorted by size, so that all samples take about the same time.
  const others = files
    .filter((file) => !mainJourneys.includes(file))
    .sort((one, other) => statSync(other).size - statSync(one).size)
  const chosen = new Set(sampleOf(others, Math.ceil(others.length / filesPerSample), seed))
  return {
    sampled: [...mainJourneys, ...chosen],
    leftOut: others.filter((file) => !chosen.has(file)),
  }
}
