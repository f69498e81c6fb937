import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectionStatus } from '#web/live/connection-status.ts'
import { createQuoteAge } from '#web/live/quote-age.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'
import { createValueStore } from '#web/platform/value-store.ts'

function stage() {
  const timers = createFakeTimers(10_000)
  const state = createValueStore<ConnectionStatus>('up')
  const at = { quotesMs: 10_000 as number | undefined, listedMs: undefined as number | undefined }
  const age = createQuoteAge({
    connection: { ...state, quotesAtMs: () => at.quotesMs },
    timers,
    now: timers.now,
    listedAtMs: () => at.listedMs,
  })
  return { timers, state, at, age }
}

test('there is no age while the line is up, and no timer', () => {
  const { timers, age } = stage()
  timers.advance(5_000)
  assert.equal(age.getSnapshot(), undefined)
  assert.deepEqual(timers.pending(), [])
})

test('while the line is gone the age counts full seconds since the last quotes', () => {
  const { timers, state, age } = stage()
  timers.advance(2_400)
  state.set('gone')
  assert.equal(age.getSnapshot(), 2)
  timers.advance(600)
  assert.equal(age.getSnapshot(), 3)
  timers.advance(60_000)
  assert.equal(age.getSnapshot(), 63)
  state.set('up')
  assert.equal(age.getSnapshot(), undefined)
  assert.deepEqual(timers.pending(), [])
})

test('a list that was fetched later makes the prices younger', () => {
  const { timers, state, at, age } = stage()
  state.set('gone')
  timers.advance(20_000)
  at.listedMs = timers.now()
  timers.advance(1_000)
  assert.equal(age.getSnapshot(), 1)
})

test('without any quotes there is no age, until the list has brought some', () => {
  const { timers, state, at, age } = stage()
  at.quotesMs = undefined
  state.set('gone')
  assert.equal(age.getSnapshot(), undefined)
  at.listedMs = timers.now()
  timers.advance(1_000)
  assert.equal(age.getSnapshot(), 1)
})
