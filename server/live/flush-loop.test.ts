import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFlushLoop } from '#server/live/flush-loop.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

const limits = { flushEveryMs: 250, socketsPerTurn: 4, longestTurnMs: 2 }

/** Sockets of which each takes so long to be told, and who was told in which turn. */
function flushing(tookMs: readonly number[]) {
  const timers = createFakeTimers()
  const turns: number[][] = []
  let nowMs = 0
  const next: (() => void)[] = []
  const connections = new Set(
    tookMs.map((ms, index) => ({
      flush() {
        turns.at(-1)?.push(index)
        nowMs += ms
      },
    })),
  )
  startFlushLoop({
    clock: { elapsed: () => nowMs },
    timers: { ...timers, soon: (run) => hold(next, run) },
    topics: { prepare: () => undefined },
    connections,
    limits,
  })
  function turn(run: (() => void) | undefined): void {
    turns.push([])
    run?.()
  }
  turn(() => timers.advance(limits.flushEveryMs))
  while (next.length > 0) turn(next.shift())
  return turns
}

function hold(next: (() => void)[], run: () => void): () => void {
  next.push(run)
  return () => undefined
}

test('a turn ends after so many sockets, when they are quick', () => {
  assert.deepEqual(flushing([0, 0, 0, 0, 0, 0, 0, 0, 0]), [[0, 1, 2, 3], [4, 5, 6, 7], [8]])
})

test('a turn ends once it has taken too long, and everyone is told all the same', () => {
  assert.deepEqual(flushing([1, 1, 1, 0, 1, 1, 0]), [
    [0, 1],
    [2, 3, 4],
    [5, 6],
  ])
})

test('one who takes longer than a turn may is told alone', () => {
  assert.deepEqual(flushing([5, 5, 0]), [[0], [1], [2]])
})

test('nobody to tell is no turn more', () => {
  assert.deepEqual(flushing([]), [[]])
})
