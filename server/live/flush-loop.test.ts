import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFlushLoop } from '#server/live/flush-loop.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

const limits = { flushEveryMs: 250, socketsPerSlice: 4, maxSliceMs: 2 }

/** Sockets that take the given times to flush, and a list of the sockets flushed in each slice. */
function flushing(tookMs: readonly number[]) {
  const timers = createFakeTimers()
  const slices: number[][] = []
  const next: (() => void)[] = []
  let nowMs = 0
  let flushes = 0
  const connections = new Set(
    tookMs.map((ms, index) => ({
      flush() {
        slices.at(-1)?.push(index)
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
  function runSlice(run: (() => void) | undefined): void {
    slices.push([])
    run?.()
  }
  return {
    slices,
    stop,
    flushes: () => flushes,
    pendingSlices: () => next.length,
    due: () => runSlice(() => timers.advance(limits.flushEveryMs)),
    nextSlice: () => runSlice(next.shift()),
  }
}

function hold(next: (() => void)[], run: () => void): () => void {
  next.push(run)
  return () => void (next.includes(run) && next.splice(next.indexOf(run), 1))
}

/** Runs all slices of one flush. */
function slicesOf(tookMs: readonly number[]): readonly (readonly number[])[] {
  const { slices, due, nextSlice, pendingSlices } = flushing(tookMs)
  due()
  while (pendingSlices() > 0) nextSlice()
  return slices
}

test('a slice ends after the maximum number of sockets', () => {
  assert.deepEqual(slicesOf([0, 0, 0, 0, 0, 0, 0, 0, 0]), [[0, 1, 2, 3], [4, 5, 6, 7], [8]])
})

test('a slice ends when it takes too long, and the next one continues', () => {
  assert.deepEqual(slicesOf([1, 1, 1, 0, 1, 1, 0]), [
    [0, 1],
    [2, 3, 4],
    [5, 6],
  ])
})

test('a socket slower than a whole slice is flushed alone', () => {
  assert.deepEqual(slicesOf([5, 5, 0]), [[0], [1], [2]])
})

test('a flush without sockets needs no further slice', () => {
  assert.deepEqual(slicesOf([]), [[]])
})

test('several flushes due during a flush become one right after it', () => {
  const { slices, due, nextSlice, flushes, pendingSlices } = flushing([5, 5])
  due()
  due()
  due()
  assert.equal(flushes(), 1)
  nextSlice()
  assert.deepEqual([flushes(), pendingSlices()], [1, 1])
  nextSlice()
  nextSlice()
  assert.deepEqual([flushes(), pendingSlices()], [2, 0])
  assert.deepEqual(slices, [[0], [], [], [1], [0], [1]])
})

test('a flush due before its scheduled start begins at once and only once', () => {
  const { slices, due, nextSlice, flushes, pendingSlices } = flushing([5, 5])
  due()
  due()
  nextSlice()
  due()
  assert.deepEqual([flushes(), pendingSlices()], [2, 1])
  nextSlice()
  assert.deepEqual([flushes(), pendingSlices()], [2, 0])
  assert.deepEqual(slices, [[0], [], [1], [0], [1]])
})

test('no flush starts after the loop is stopped', () => {
  for (const untilThen of [1, 2]) {
    const { stop, due, nextSlice, pendingSlices } = flushing([5, 5])
    due()
    due()
    if (untilThen === 2) nextSlice()
    stop()
    assert.equal(pendingSlices(), 0)
  }
})
