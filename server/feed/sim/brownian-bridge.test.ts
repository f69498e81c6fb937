import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillBridge } from '#server/feed/sim/brownian-bridge.ts'

const marks = 1440
const evenClock = Float64Array.from({ length: marks + 1 }, (_, mark) => mark)

function drawn(key: number, burstiness = 0.95, clock = evenClock) {
  const values = new Float64Array(marks + 1)
  const variances = new Float64Array(marks)
  values[marks] = 2
  fillBridge({ values, variances, clock, key, volatilityKey: key + 1, clustering: burstiness }, 0, marks, 1)
  return { values, variances }
}

const sum = (numbers: Float64Array) => numbers.reduce((total, number) => total + number, 0)

test('its ends stay where they were', () => {
  const { values } = drawn(1)
  assert.equal(values[0], 0)
  assert.equal(values[marks], 2)
})

test('its variance is shared out and none is lost', () => {
  const { variances } = drawn(2)
  assert.ok(Math.abs(sum(variances) - 1) < 1e-12)
  assert.ok(variances.every((variance) => variance > 0))
})

test('without bursts the clock alone shares it out', () => {
  const clock = Float64Array.from({ length: marks + 1 }, (_, mark) => mark * mark + mark)
  const { variances } = drawn(3, 0, clock)
  const whole = clock[marks] ?? 0
  variances.forEach((variance, mark) => {
    const expected = ((clock[mark + 1] ?? 0) - (clock[mark] ?? 0)) / whole
    assert.ok(Math.abs(variance / expected - 1) < 1e-9)
  })
})

test('it moves as much as its variance says', () => {
  let squares = 0
  for (let key = 0; key < 200; key++) {
    const { values } = drawn(1000 + key)
    for (let mark = 0; mark < marks; mark++) squares += ((values[mark + 1] ?? 0) - (values[mark] ?? 0)) ** 2
  }
  // The drift from 0 to 2 adds 4 ÷ 1440 to each day's variance of 1.
  assert.ok(Math.abs(squares / 200 - 1) < 0.03, String(squares / 200))
})
