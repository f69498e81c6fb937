import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createKeyStreams } from '#server/feed/sim/key-stream.ts'
import { createRandomProcess } from '#server/feed/sim/random-process.ts'
import { activities, createVarianceClock, dayMinutes } from '#server/feed/sim/trading-activity.ts'
import { createVolatility, createVolatilityRegimes } from '#server/feed/sim/volatility.ts'
import { seedOf } from '#test/feed/seeded-sim.ts'

const streams = createKeyStreams(seedOf('processes'))
const volatility = createVolatility(
  createVarianceClock(activities.currencies),
  createVolatilityRegimes('others', streams),
)
const processOf = (name: string) => createRandomProcess({ name, streams, volatility, stepsPerSlot: 4 })
/** A Thursday: 1 January 2026. */
const newYear = 20_454

/** How far the slope of a regression through 0 is from 0, in its standard errors. Luck alone stays below 4. */
function slopeScore(pairs: readonly (readonly [known: number, move: number])[]): number {
  const sum = (of: (known: number, move: number) => number) =>
    pairs.reduce((total, [known, move]) => total + of(known, move), 0)
  const squares = sum((known) => known * known)
  const slope = sum((known, move) => known * move) / squares
  const noise = sum((known, move) => (move - slope * known) ** 2) / pairs.length
  return slope / Math.sqrt(noise / squares)
}

const days = Array.from({ length: 25 }, (_, at) => processOf(`process ${at}`)).flatMap((process) =>
  Array.from({ length: 300 }, (_, at) => {
    const { values, jump } = process.day(newYear + at)
    const [start = 0, end = 0] = [values[0], values[dayMinutes]]
    const jumped = jump && {
      size: jump.size,
      before: (values[jump.minute] ?? 0) - start,
      after: end - (values[jump.minute + 1] ?? 0),
    }
    // New Year's Day was a Thursday.
    return { move: end - start, isWorking: ![2, 3].includes(at % 7) && at > 0, jumped }
  }),
)
const jumps = days.flatMap(({ jumped }) => jumped ?? [])

describe('a random process', () => {
  test('ends each day where it starts the next, forwards and backwards', () => {
    const process = processOf('EUR')
    for (const first of [newYear - 800, newYear, newYear + 800]) {
      for (let day = first; day < first + 300; day++) {
        const apart = (process.day(day).values[dayMinutes] ?? 0) - (process.day(day + 1).values[0] ?? 0)
        assert.ok(Math.abs(apart) < 1e-12, `${day} ${apart}`)
      }
    }
  })

  test('is the same whatever was asked before', () => {
    const one = processOf('EUR')
    const other = processOf('EUR')
    for (const day of [newYear + 3000, newYear - 3000, newYear]) other.day(day)
    assert.deepEqual(one.day(newYear), other.day(newYear))
  })

  test('moves by about 1 on a working day', () => {
    const moves = days.filter(({ isWorking }) => isWorking).map(({ move }) => move)
    const variance = moves.reduce((sum, move) => sum + move * move, 0) / moves.length
    assert.ok(variance > 0.9 && variance < 1.2, String(variance))
  })

  test('has a direction each day that the day before does not tell', () => {
    const score = slopeScore(days.slice(1).map(({ move }, at) => [days[at]?.move ?? 0, move]))
    assert.ok(Math.abs(score) < 4, String(score))
  })

  test('goes on from a jump as if there had been none', () => {
    assert.ok(jumps.length > 500, String(jumps.length))
    const score = slopeScore(jumps.map(({ size, after }) => [size, after]))
    assert.ok(Math.abs(score) < 4, String(score))
  })

  test('does not announce a jump', () => {
    const score = slopeScore(jumps.map(({ size, before }) => [before, size]))
    assert.ok(Math.abs(score) < 4, String(score))
  })

  // Many processes, because one that has wandered far is a single observation.
  const far = Array.from({ length: 200 }, (_, at) => {
    const process = processOf(`far ${at}`)
    const startOf = (day: number) => process.day(newYear + day).values[0] ?? 0
    const now = startOf(200)
    return { known: now - startOf(-200), moveAfter: (count: number) => startOf(200 + count) - now }
  })
  for (const count of [10, 60, 250]) {
    test(`is not pulled back to its level in the next ${count} days`, () => {
      const score = slopeScore(far.map(({ known, moveAfter }) => [known, moveAfter(count)]))
      assert.ok(Math.abs(score) < 4, String(score))
    })
  }
})
