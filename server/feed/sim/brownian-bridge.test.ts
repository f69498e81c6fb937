import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addMoves,
  divideVariance,
  evenBridgeBound,
  fillBridge,
  fillEvenBridge,
} from '#server/feed/sim/brownian-bridge.ts'
import { normal } from '#server/feed/sim/deterministic-math.ts'
import { createKeyStreams, wordAt } from '#server/feed/sim/key-stream.ts'
import { fc } from '#test/fast-check.ts'
import { seedOf } from '#test/feed/seeded-sim.ts'

const steps = 1440
const evenClock = Float64Array.from({ length: steps + 1 }, (_, step) => step)
const streams = createKeyStreams(seedOf('bridge'))
const sum = (numbers: Float64Array) => numbers.reduce((total, number) => total + number, 0)
const divided = (name: string, clustering = 0.95, clock = evenClock) =>
  divideVariance({ clock, regimes: streams(name, 2 * steps), clustering }, 1)

describe('a divided variance', () => {
  test('keeps its sum and leaves some to every step', () => {
    const variances = divided('one')
    assert.ok(Math.abs(sum(variances) - 1) < 1e-12)
    assert.ok(variances.every((variance) => variance > 0))
  })

  test('follows the clock alone without clustering', () => {
    const clock = Float64Array.from({ length: steps + 1 }, (_, step) => step * step + step)
    const whole = clock[steps] ?? 0
    divided('two', 0, clock).forEach((variance, step) => {
      const expected = ((clock[step + 1] ?? 0) - (clock[step] ?? 0)) / whole
      assert.ok(Math.abs(variance / expected - 1) < 1e-9)
    })
  })
})

describe('a bridge', () => {
  const filled = (name: string, end: number) => {
    const values = new Float64Array(steps + 1)
    values[steps] = end
    fillBridge(values, divided('regimes'), streams(name, 2 * steps))
    return values
  }

  test('keeps the values at both ends', () => {
    const values = filled('ends', 2)
    assert.deepEqual([values[0], values[steps]], [0, 2])
  })

  // With a normal move from end to end, the steps must be independent: no part of the path tells a later one.
  test('to a normal move has uncorrelated parts, each with its own variance', () => {
    const variances = divided('regimes')
    const cuts = [0, 100, 500, 501, 900, 1440]
    const expected = cuts.slice(1).map((cut, at) => sum(variances.slice(cuts[at], cut)))
    const draws = 4000
    const products = expected.map(() => expected.map(() => 0))
    for (let draw = 0; draw < draws; draw++) {
      const values = filled(`path ${draw}`, normal(wordAt(streams(`end ${draw}`, 2), 0)))
      const moves = cuts.slice(1).map((cut, at) => (values[cut] ?? 0) - (values[cuts[at] ?? 0] ?? 0))
      moves.forEach((one, row) => {
        moves.forEach((other, column) => {
          const line = products[row] ?? []
          line[column] = (line[column] ?? 0) + one * other
        })
      })
    }
    expected.forEach((one, row) => {
      expected.forEach((other, column) => {
        const correlation = (products[row]?.[column] ?? 0) / draws / Math.sqrt(one * other)
        assert.ok(Math.abs(correlation - (row === column ? 1 : 0)) < 0.08, `${row} ${column} ${correlation}`)
      })
    })
  })
})

describe('an even bridge', () => {
  /** From 0 to `end`, with a deviation of 1 over all its steps. */
  function filled(bytes: Uint8Array, count: number, end: number): Float64Array {
    const [values, moves] = [new Float64Array(count + 1), new Float64Array(count)]
    addMoves(moves, 1 / Math.sqrt(count), bytes, 0)
    fillEvenBridge(values, 0, count, end, moves)
    return values
  }

  test('keeps its ends and stays within its bound', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 40, maxLength: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: -5, max: 5 }),
        (bytes, count, end) => {
          const values = filled(bytes, count, end)
          assert.deepEqual([values[0], values[count]], [0, end])
          values.forEach((value, at) => {
            assert.ok(Math.abs(value - (end * at) / count) <= evenBridgeBound(count) + 1e-9)
          })
        },
      ),
    )
  })

  test('of two processes is the sum of their bridges', () => {
    const [one, other] = [new Uint8Array([1, 99, 200, 7]), new Uint8Array([250, 3, 3, 90])]
    const moves = new Float64Array(4)
    addMoves(moves, 0.5, one, 0)
    addMoves(moves, 0.5, other, 0)
    const together = new Float64Array(5)
    fillEvenBridge(together, 0, 4, 3, moves)
    const [first, second] = [filled(one, 4, 1), filled(other, 4, 2)]
    together.forEach((value, at) => {
      assert.ok(Math.abs(value - (first[at] ?? 0) - (second[at] ?? 0)) < 1e-12)
    })
  })

  test('starts within a longer list of values', () => {
    const values = new Float64Array([9, 2, 0, 0, 0, 9])
    fillEvenBridge(values, 1, 3, 5, new Float64Array(6))
    assert.deepEqual([...values], [9, 2, 3, 4, 5, 9])
  })

  test('reaches its bound', () => {
    const values = filled(new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0]), 8, 0)
    assert.ok(Math.abs((values[4] ?? 0) - evenBridgeBound(8)) < 1e-12)
  })
})
