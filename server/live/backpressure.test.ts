import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBackpressure } from '#server/live/backpressure.ts'

const limits = { mostUnreadBytes: 100, stuckMs: 15_000 }

function paceOf() {
  const state = { unread: 0, nowMs: 0 }
  const clock = { now: () => state.nowMs, elapsed: () => state.nowMs }
  const pace = createBackpressure({ writer: { unsentBytes: () => state.unread }, clock, limits })
  return (nowMs: number, unread: number) => {
    Object.assign(state, { nowMs, unread })
    return pace.look()
  }
}

/** Each row: at which time, how much is unread, and what that makes of the client. */
const courses: Readonly<Record<string, readonly (readonly [number, number, string])[]>> = {
  'one that reads is ready': [
    [0, 0, 'ready'],
    [250, 100, 'ready'],
    [500, 99, 'ready'],
  ],
  'one that fell behind is ready again only when everything is read': [
    [0, 101, 'behind'],
    [250, 50, 'behind'],
    [500, 1, 'behind'],
    [750, 0, 'ready'],
    [1_000, 100, 'ready'],
  ],
  'one that reads nothing for too long is stuck': [
    [0, 101, 'behind'],
    [15_000, 101, 'behind'],
    [15_001, 101, 'stuck'],
  ],
  'one that asks without reading is stuck all the same': [
    [0, 101, 'behind'],
    [8_000, 105, 'behind'],
    [15_001, 110, 'stuck'],
  ],
  'one that reads a little is not stuck': [
    [0, 200, 'behind'],
    [14_000, 199, 'behind'],
    [28_000, 198, 'behind'],
    [43_001, 198, 'stuck'],
  ],
  'one that falls behind again has its time again': [
    [0, 101, 'behind'],
    [14_000, 0, 'ready'],
    [14_250, 101, 'behind'],
    [29_000, 101, 'behind'],
  ],
}

for (const [name, course] of Object.entries(courses)) {
  test(name, () => {
    const look = paceOf()
    for (const [nowMs, unread, pace] of course) assert.equal(look(nowMs, unread), pace, `at ${nowMs}`)
  })
}
