import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LiveState } from '#web/live/keep-connected.ts'
import { createLiveness, livenessBounds } from '#web/markets/quotes/liveness.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'
import { createValueStore } from '#web/platform/value-store.ts'

function surroundings(first: LiveState) {
  const state = createValueStore<LiveState>(first)
  const timers = createFakeTimers()
  return { state, timers, isLive: createLiveness(state, timers) }
}

describe('whether prices flow', () => {
  test('is not doubted in the first moments of a page', () => {
    const { state, timers, isLive } = surroundings('down')
    state.set('connecting')
    timers.advance(livenessBounds.firstMs - 1)
    assert.equal(isLive.getSnapshot(), true)
    state.set('up')
    timers.advance(60_000)
    assert.equal(isLive.getSnapshot(), true)
  })

  test('is denied where the first connection does not come', () => {
    const { state, timers, isLive } = surroundings('connecting')
    timers.advance(livenessBounds.firstMs)
    assert.equal(isLive.getSnapshot(), false)
    state.set('down')
    state.set('connecting')
    assert.equal(isLive.getSnapshot(), false)
    state.set('up')
    assert.equal(isLive.getSnapshot(), true)
    assert.deepEqual(timers.pending(), [])
  })

  test('is denied a moment after a connection was lost, however often it is tried again', () => {
    const { state, timers, isLive } = surroundings('up')
    state.set('down')
    timers.advance(livenessBounds.lostMs / 2)
    state.set('connecting')
    state.set('down')
    assert.equal(isLive.getSnapshot(), true)
    timers.advance(livenessBounds.lostMs / 2)
    assert.equal(isLive.getSnapshot(), false)
    state.set('up')
    assert.equal(isLive.getSnapshot(), true)
    state.set('down')
    timers.advance(livenessBounds.lostMs)
    assert.equal(isLive.getSnapshot(), false)
  })

  test('is not denied for a gap that nobody could have read', () => {
    const { state, timers, isLive } = surroundings('up')
    const told: boolean[] = []
    isLive.subscribe(() => told.push(isLive.getSnapshot()))
    state.set('down')
    timers.advance(livenessBounds.lostMs - 1)
    state.set('up')
    timers.advance(60_000)
    assert.deepEqual(told, [])
  })
})
