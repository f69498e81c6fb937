import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBackpressure } from '#server/live/backpressure.ts'

const limits = { slowAboveBytes: 100, stuckAfterMs: 15_000 }

function createCheck() {
  const state = { unsent: 0, nowMs: 0 }
  const clock = { now: () => state.nowMs, elapsed: () => state.nowMs }
  const backpressure = createBackpressure({ writer: { unsentBytes: () => state.unsent }, clock, limits })
  return (nowMs: number, unsent: number) => {
    Object.assign(state, { nowMs, unsent })
    return backpressure.check()
  }
}

/** Rows of time, unsent bytes and expected speed. */
const scenarios: Readonly<Record<string, readonly (readonly [number, number, string])[]>> = {
  'a client that reads is ready': [
    [0, 0, 'ready'],
    [250, 100, 'ready'],
    [500, 99, 'ready'],
  ],
  'a client that is behind is ready again only when nothing is unsent': [
    [0, 101, 'behind'],
    [250, 50, 'behind'],
    [500, 1, 'behind'],
    [750, 0, 'ready'],
    [1_000, 100, 'ready'],
  ],
  'a client that reads nothing for too long is stuck': [
    [0, 101, 'behind'],
    [15_000, 101, 'behind'],
    [15_001, 101, 'stuck'],
  ],
  'a client that sends commands without reading is stuck': [
    [0, 101, 'behind'],
    [8_000, 105, 'behind'],
    [15_001, 110, 'stuck'],
  ],
  'a client that reads a little is not stuck': [
    [0, 200, 'behind'],
    [14_000, 199, 'behind'],
    [28_000, 198, 'behind'],
    [43_001, 198, 'stuck'],
  ],
  'a client that falls behind again gets the full time again': [
    [0, 101, 'behind'],
    [14_000, 0, 'ready'],
    [14_250, 101, 'behind'],
    [29_000, 101, 'behind'],
  ],
}

for (const [name, scenario] of Object.entries(scenarios)) {
  test(name, () => {
    const check = createCheck()
    for (const [nowMs, unsent, expected] of scenario)
      assert.equal(check(nowMs, unsent), expected, `at ${nowMs}`)
  })
}
