import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createKeyStreams } from '#server/feed/sim/key-stream.ts'
import { createMarketPath } from '#server/feed/sim/market-path.ts'
import { createRandomProcess } from '#server/feed/sim/random-process.ts'
import { compositionOf } from '#server/feed/sim/sim-model.ts'
import { activities, createVarianceClock, dayMinutes } from '#server/feed/sim/trading-activity.ts'
import { createVolatility, createVolatilityRegimes } from '#server/feed/sim/volatility.ts'
import { seedOf } from '#test/feed/seeded-sim.ts'

const streams = createKeyStreams(seedOf('paths'))
const volatility = createVolatility(
  createVarianceClock(activities.currencies),
  createVolatilityRegimes('others', streams),
)
const newYear = 20_454

/** How far the mean growth of many prices over 20 days is from 0, in its standard errors. */
function growthScore(weight: number, drift: number): number {
  const growths = Array.from({ length: 400 }, (_, at) => {
    const process = createRandomProcess({ name: `growing ${at}`, streams, volatility, stepsPerSlot: 1 })
    const { valueAtStart } = createMarketPath([{ process, weight, drift }], 1)
    const valueOn = (day: number) => valueAtStart(day * dayMinutes)
    return Math.exp(valueOn(newYear + 20) - valueOn(newYear)) - 1
  })
  const mean = growths.reduce((sum, growth) => sum + growth, 0) / growths.length
  const variance = growths.reduce((sum, growth) => sum + (growth - mean) ** 2, 0) / growths.length
  return mean / Math.sqrt(variance / growths.length)
}

describe('the mean of a price', () => {
  test('rises without the drift', () => {
    assert.ok(growthScore(0.2, 0) > 4, String(growthScore(0.2, 0)))
  })

  for (const [name, weight] of [
    ['price', 0.2],
    ['price that falls when its process rises', -0.2],
  ] as const) {
    test(`neither rises nor falls with it, for a ${name}`, () => {
      const score = growthScore(weight, -(weight * weight) / 2)
      assert.ok(Math.abs(score) < 3, String(score))
    })
  }

  test('in dollars is that of each side of a pair', () => {
    const driftsOf = (code: string) =>
      new Map(compositionOf(code).components.map(({ process, drift }) => [process, drift]))
    const [eurusd, usdjpy, eurjpy] = [driftsOf('EURUSD'), driftsOf('USDJPY'), driftsOf('EURJPY')]
    for (const [process, drift] of eurusd) assert.ok(drift < 0, process)
    for (const [process, drift] of usdjpy) assert.ok(drift > 0, process)
    for (const [process, drift] of eurjpy) {
      const sum = (eurusd.get(process) ?? 0) + (usdjpy.get(process) ?? 0)
      assert.ok(Math.abs(drift - sum) < 1e-15, process)
    }
  })
})

describe('the points of a minute', () => {
  const components = ['one', 'two'].map((name) => ({
    process: createRandomProcess({ name, streams, volatility, stepsPerSlot: 4 }),
    weight: 0.01,
    drift: -0.00005,
  }))
  const path = createMarketPath(components, 4)

  test('start at the end of the minute before, and end at the start of the next, to the last bit', () => {
    for (let minute = newYear * dayMinutes; minute < (newYear + 40) * dayMinutes; minute += 7) {
      const { points } = path.minute(minute)
      assert.equal(points[0], path.valueAtStart(minute))
      const [, at] = [0, minute % dayMinutes]
      if (at < dayMinutes - 1) assert.equal(points.at(-1), path.valueAtStart(minute + 1))
    }
  })

  test('stay within the bounds around the ends of the minute and of its slots', () => {
    for (let minute = newYear * dayMinutes; minute < (newYear + 40) * dayMinutes; minute += 7) {
      const { points, deviation } = path.minute(minute)
      if (path.recentJumps(minute).length > 0) continue
      const [high, low] = [Math.max(...points), Math.min(...points)]
      const [start = 0, end = 0] = [points[0], points.at(-1)]
      const slots = path.slotRange(minute)
      assert.ok(
        high <= slots.high + path.stepBound * deviation && low >= slots.low - path.stepBound * deviation,
      )
      const bound = (path.slotBound + path.stepBound) * deviation
      assert.ok(high <= Math.max(start, end) + bound && low >= Math.min(start, end) - bound)
    }
  })
})

describe('the recent jumps of a price', () => {
  const day = newYear + 20
  const processes = ['one', 'two'].map((name) =>
    createRandomProcess({ name, streams, volatility, stepsPerSlot: 4 }),
  )
  /** Two processes that jump at these times of this day, in minutes, by these sizes. Each has half of the variance. */
  function jumpsAt(minute: number, ...jumps: readonly (readonly [at: number, size: number])[]) {
    const components = processes.map((process, which) => {
      const [at, size] = jumps[which] ?? [0, 0]
      const jump = { minute: Math.floor(at), within: at % 1, size }
      return { process: { ...process, day: () => ({ ...process.day(day), jump }) }, weight: 0.01, drift: 0 }
    })
    const found = createMarketPath(components, 4).recentJumps(day * dayMinutes + minute)
    return found.map(({ minutesAgo, point, size }) => [minutesAgo, point, Number(size.toFixed(3))])
  }

  const table: readonly (readonly [
    shown: string,
    minute: number,
    jumps: Parameters<typeof jumpsAt>[1][],
    found: number[][],
  ])[] = [
    [
      'are those of both processes',
      601,
      [
        [600.5, 0.2],
        [601.25, -0.4],
      ],
      [
        [1, 25, 0.141],
        [0, 13, 0.283],
      ],
    ],
    [
      'are one if they are at the same point',
      600,
      [
        [600.5, 0.2],
        [600.505, 0.4],
      ],
      [[0, 25, 0.424]],
    ],
    [
      'cancel each other at the same point',
      600,
      [
        [600.5, 0.2],
        [600.505, -0.2],
      ],
      [[0, 25, 0]],
    ],
    [
      'do not show a later one',
      600,
      [
        [601.5, 0.2],
        [602.5, 0.4],
      ],
      [],
    ],
    [
      'are forgotten after three minutes',
      603,
      [
        [599.9, 0.2],
        [600, 0.4],
      ],
      [[3, 1, 0.283]],
    ],
  ]
  for (const [shown, minute, jumps, found] of table) {
    test(shown, () => assert.deepEqual(jumpsAt(minute, ...jumps), found))
  }
})
