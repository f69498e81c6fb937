// Large tables of cases: `npm test` takes a sample, `npm run test:looks` takes every case.
import { propertySeed } from '#test/fast-check.ts'

/** A sample of the cases, chosen by the seed of the commit; all of them in an exhaustive run. */
export function sampled<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return isExhaustive() ? cases : sampleOf(cases, count, propertySeed())
}

/** Runs of a property that takes long: a third of them, and all in an exhaustive run. */
export function sampledRuns(count: number): number {
  return isExhaustive() ? count : Math.ceil(count / 3)
}

/** Evenly spread over the cases, so that neighbours, which are often alike, are not taken together. */
export function sampleOf<Case>(cases: readonly Case[], count: number, seed: number): readonly Case[] {
  if (count >= cases.length) return cases
  const step = cases.length / count
  const offset = seed % cases.length
  return Array.from(
    { length: count },
    (_, at) => cases[(offset + Math.floor(at * step)) % cases.length] as Case,
  )
}

function isExhaustive(): boolean {
  return process.env['EXHAUSTIVE'] === '1'
}
