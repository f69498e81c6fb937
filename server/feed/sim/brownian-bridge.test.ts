import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillBridge } from '#server/feed/sim/brownian-bridge.ts'

const steps = 1440
const evenClock = Float64Array.from({ length: steps + 1 }, (_, step) => step)

function drawn(key: number, clustering = 0.95, clock = evenClock) {
  const values = new Float64Array(steps + 1)
  const variances = new Float64Array(steps)
  values[steps] = 2
  fillBridge({ values, variances, clock, key, volatilityKey: key + 1, clustering }, 0, steps, 1)
  return { values, variances }
}

const sum = (numbers: Float64Array) => numbers.reduce((total, number) => total + number, 0)

test('a bridge keeps the values at both ends', () => {
  const { values } = drawn(1)
  assert.equal(values[0], 0)
  assert.equal(values[steps], 2)
})

test('a bridge divides the whole variance between its steps', () => {
  const { variances } = drawn(2)
  assert.ok(Math.abs(sum(variances) - 1) < 1e-12)
  assert.ok(variances.every((variance) => variance > 0))
})

test('a bridge without clustering divides the variance by the clock alone', () => {
  const clock = Float64Array.from({ length: steps + 1 }, (_, step) => step * step + step)
  const { variances } = drawn(3, 0, clock)
  const whole = clock[steps] ?? 0
  variances.forEach((variance, step) => {
    const expected = ((clock[step + 1] ?? 0) - (clock[step] ?? 0)) / whole
    assert.ok(Math.abs(variance / expected - 1) < 1e-9)
  })
})

test('a bridge moves by as much as its variance', () => {
  let squares = 0
  for (let key = 0; key < 200; key++) {
    const { values } = drawn(1000 + key)
    for (let step = 0; step < steps; step++) squares += ((values[step + 1] ?? 0) - (values[step] ?? 0)) ** 2
  }
  // The drift from 0 to 2 adds 4 ÷ 1440 to each day's variance of 1.
  assert.ok(Math.abs(squares / 200 - 1) < 0.03, String(squares / 200))
})
