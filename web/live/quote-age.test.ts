import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import type { ConnectionStatus } from '#web/live/connection-status.ts'
import { createQuoteAge } from '#web/live/quote-age.ts'

function createFixture() {
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

test('has no age and no timer while the connection is up', () => {
  const { timers, age } = createFixture()
  timers.advance(5_000)
  assert.equal(age.getSnapshot(), undefined)
  assert.deepEqual(timers.pending(), [])
})

test('counts full seconds since the last quotes while the connection is gone', () => {
  const { timers, state, age } = createFixture()
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

test('counts from a market list fetched after the last quotes', () => {
  const { timers, state, at, age } = createFixture()
  state.set('gone')
  timers.advance(20_000)
  at.listedMs = timers.now()
  timers.advance(1_000)
  assert.equal(age.getSnapshot(), 1)
})

test('has no age without quotes, until a market list is fetched', () => {
  const { timers, state, at, age } = createFixture()
  at.quotesMs = undefined
  state.set('gone')
  assert.equal(age.getSnapshot(), undefined)
  at.listedMs = timers.now()
  timers.advance(1_000)
  assert.equal(age.getSnapshot(), 1)
})
