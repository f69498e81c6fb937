import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFlushLoop } from '#server/live/flush-loop.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

const limits = { flushEveryMs: 250, socketsPerTurn: 4, longestTurnMs: 2 }

/** Sockets of which each takes so long to be told, and who was told in which turn. */
function flushing(tookMs: readonly number[]) {
  const timers = createFakeTimers()
  const turns: number[][] = []
  const next: (() => void)[] = []
  let nowMs = 0
  let flushes = 0
  const connections = new Set(
    tookMs.map((ms, index) => ({
      flush() {
        turns.at(-1)?.push(index)
        nowMs += ms
      },
    })),
  )
  const stop = startFlushLoop({
    clock: { elapsed: () => nowMs },
    timers: { ...timers, soon: (run) => hold(next, run) },
    topics: {
      prepareFlush() {
        flushes += 1
      },
    },
    connections,
    limits,
  })
  function turn(run: (() => void) | undefined): void {
    turns.push([])
    run?.()
  }
  return {
    turns,
    stop,
    flushes: () => flushes,
    waiting: () => next.length,
    due: () => turn(() => timers.advance(limits.flushEveryMs)),
    goOn: () => turn(next.shift()),
  }
}

function hold(next: (() => void)[], run: () => void): () => void {
  next.push(run)
  return () => void (next.includes(run) && next.splice(next.indexOf(run), 1))
}

/** All turns of one flush. */
function turnsOf(tookMs: readonly number[]): readonly (readonly number[])[] {
  const { turns, due, goOn, waiting } = flushing(tookMs)
  due()
  while (waiting() > 0) goOn()
  return turns
}

test('a turn ends after so many sockets, when they are quick', () => {
  assert.deepEqual(turnsOf([0, 0, 0, 0, 0, 0, 0, 0, 0]), [[0, 1, 2, 3], [4, 5, 6, 7], [8]])
})

test('a turn ends once it has taken too long, and everyone is told all the same', () => {
  assert.deepEqual(turnsOf([1, 1, 1, 0, 1, 1, 0]), [
    [0, 1],
    [2, 3, 4],
    [5, 6],
  ])
})

test('one who takes longer than a turn may is told alone', () => {
  assert.deepEqual(turnsOf([5, 5, 0]), [[0], [1], [2]])
})

test('nobody to tell is no turn more', () => {
  assert.deepEqual(turnsOf([]), [[]])
})

test('what comes due during a flush begins right after it, once, however often it did', () => {
  const { turns, due, goOn, flushes, waiting } = flushing([5, 5])
  due()
  due()
  due()
  assert.equal(flushes(), 1)
  goOn()
  assert.deepEqual([flushes(), waiting()], [1, 1])
  goOn()
  goOn()
  assert.deepEqual([flushes(), waiting()], [2, 0])
  assert.deepEqual(turns, [[0], [], [], [1], [0], [1]])
})

test('one that would begin right after another and is due again begins at once, and not twice', () => {
  const { turns, due, goOn, flushes, waiting } = flushing([5, 5])
  due()
  due()
  goOn()
  due()
  assert.deepEqual([flushes(), waiting()], [2, 1])
  goOn()
  assert.deepEqual([flushes(), waiting()], [2, 0])
  assert.deepEqual(turns, [[0], [], [1], [0], [1]])
})

test('nothing begins after the end', () => {
  for (const untilThen of [1, 2]) {
    const { stop, due, goOn, waiting } = flushing([5, 5])
    due()
    due()
    if (untilThen === 2) goOn()
    stop()
    assert.equal(waiting(), 0)
  }
})
