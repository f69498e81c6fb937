import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveState } from '#browser/live/reconnecting-connection.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import { connectionStatusBounds, createConnectionMonitor } from '#web/live/connection-status.ts'
import type { LiveSignal } from '#web/live/live.ts'

/** A connection monitor with a socket and network that the test controls. */
function createFixture({ isOnline = true } = {}) {
  const timers = createFakeTimers(1_000)
  const socket = createValueStore<LiveState>('down')
  const network = { isOnline }
  const topics = { hasSubscriber: true }
  let wakes = 0
  let signal: (signal: LiveSignal) => void = () => undefined
  const monitor = createConnectionMonitor({
    live: {
      state: socket,
      onSignal(handler) {
        signal = handler
        return () => undefined
      },
      hasSubscriber: () => topics.hasSubscriber,
      wake() {
        wakes += 1
      },
    },
    timers,
    now: timers.now,
    isOnline: () => network.isOnline,
  })
  const statuses: string[] = []
  monitor.subscribe(() => statuses.push(monitor.getSnapshot()))
  return {
    monitor,
    timers,
    socket,
    topics,
    statuses,
    network,
    signal: (next: LiveSignal) => signal(next),
    wakes: () => wakes,
    /** Opens the socket and requests `DAY_MARKET` if a screen shows quotes. */
    connect() {
      socket.set('connecting')
      socket.set('up')
      if (topics.hasSubscriber) signal('quotes_requested')
    },
    up() {
      this.connect()
      signal('quotes')
      assert.equal(monitor.getSnapshot(), 'up')
      statuses.length = 0
    },
  }
}

test('is opening until the first quotes, whatever the socket and pongs do', () => {
  const { monitor, connect, signal, timers, statuses } = createFixture()
  assert.equal(monitor.getSnapshot(), 'opening')
  connect()
  signal('pong')
  assert.equal(monitor.getSnapshot(), 'opening')
  signal('quotes')
  assert.deepEqual(statuses, ['up'])
  assert.deepEqual(timers.pending(), [])
})

test('is gone after three seconds without quotes', () => {
  const { monitor, connect, timers } = createFixture()
  connect()
  timers.advance(connectionStatusBounds.openingMs - 1)
  assert.equal(monitor.getSnapshot(), 'opening')
  timers.advance(1)
  assert.equal(monitor.getSnapshot(), 'gone')
})

test('stays opening when the first connection fails', () => {
  const { monitor, socket } = createFixture()
  socket.set('connecting')
  socket.set('down')
  assert.equal(monitor.getSnapshot(), 'opening')
})

test('is gone from the start on a page opened offline', () => {
  const { monitor, timers } = createFixture({ isOnline: false })
  assert.equal(monitor.getSnapshot(), 'gone')
  assert.deepEqual(timers.pending(), [])
})

test('a closed socket: gone at once, up with quotes on the new connection', () => {
  const page = createFixture()
  page.up()
  page.socket.set('down')
  assert.deepEqual(page.statuses, ['gone'])
  page.connect()
  page.signal('pong')
  page.timers.advance(60_000)
  assert.deepEqual(page.statuses, ['gone'])
  page.signal('quotes')
  assert.deepEqual(page.statuses, ['gone', 'up'])
})

test('offline: gone even if quotes arrive, up with a signal after going online', () => {
  const page = createFixture()
  page.up()
  page.network.isOnline = false
  page.monitor.networkChanged()
  assert.equal(page.monitor.getSnapshot(), 'gone')
  page.signal('quotes')
  page.signal('pong')
  assert.equal(page.monitor.getSnapshot(), 'gone')
  page.network.isOnline = true
  page.monitor.networkChanged()
  assert.equal(page.monitor.getSnapshot(), 'gone')
  assert.equal(page.wakes(), 1)
  page.signal('pong')
  assert.deepEqual(page.statuses, ['gone', 'up'])
})

for (const signal of ['quotes', 'pong'] as const) {
  test(`a failed call: gone at once, checks the connection, up with ${signal}`, () => {
    const page = createFixture()
    page.up()
    page.monitor.callFailed()
    assert.deepEqual(page.statuses, ['gone'])
    assert.equal(page.wakes(), 1)
    page.signal(signal)
    assert.deepEqual(page.statuses, ['gone', 'up'])
  })
}

test('a failed call on a connection without quotes stays gone after a pong', () => {
  const page = createFixture()
  page.up()
  page.socket.set('down')
  page.connect()
  page.monitor.callFailed()
  page.signal('pong')
  assert.deepEqual(page.statuses, ['gone'])
  page.signal('quotes')
  assert.deepEqual(page.statuses, ['gone', 'up'])
})

test('a missed ping: gone only if nothing else was received', () => {
  const page = createFixture()
  page.up()
  page.timers.advance(4_000)
  page.signal('quotes')
  page.timers.advance(4_000)
  page.signal('ping_missed')
  assert.deepEqual(page.statuses, [])
  page.timers.advance(5_000)
  page.signal('ping_missed')
  assert.deepEqual(page.statuses, ['gone'])
  page.signal('pong')
  assert.deepEqual(page.statuses, ['gone', 'up'])
})

test('a page shown after a long silence is gone until the server answers', () => {
  const page = createFixture()
  page.up()
  page.timers.advance(connectionStatusBounds.silentMs - 1)
  page.monitor.pageShown()
  assert.deepEqual(page.statuses, [])
  page.timers.advance(60_000)
  page.monitor.pageShown()
  assert.deepEqual(page.statuses, ['gone'])
  page.signal('pong')
  assert.deepEqual(page.statuses, ['gone', 'up'])
})

test('a page without quotes is up with the socket, and opening once quotes are requested', () => {
  const page = createFixture()
  page.topics.hasSubscriber = false
  page.connect()
  assert.deepEqual(page.statuses, ['up'])
  page.topics.hasSubscriber = true
  page.signal('quotes_requested')
  assert.deepEqual(page.statuses, ['up', 'opening'])
  page.signal('quotes')
  assert.deepEqual(page.statuses, ['up', 'opening', 'up'])
  page.signal('quotes_requested')
  page.timers.advance(connectionStatusBounds.openingMs)
  assert.equal(page.monitor.getSnapshot(), 'gone')
})

test('a flapping connection is never up between a drop and the next quotes', () => {
  const page = createFixture()
  page.up()
  for (let drop = 0; drop < 3; drop += 1) {
    page.socket.set('down')
    page.monitor.callFailed()
    page.connect()
    page.socket.set('down')
    page.connect()
    assert.equal(page.monitor.getSnapshot(), 'gone')
    page.signal('quotes')
  }
  assert.deepEqual(page.statuses, ['gone', 'up', 'gone', 'up', 'gone', 'up'])
  assert.deepEqual(page.timers.pending(), [])
})

test('quotesAtMs is the time of the last quotes, not of a pong', () => {
  const page = createFixture()
  assert.equal(page.monitor.quotesAtMs(), undefined)
  page.up()
  page.timers.advance(2_000)
  page.signal('pong')
  assert.equal(page.monitor.quotesAtMs(), 1_000)
  page.signal('quotes')
  assert.equal(page.monitor.quotesAtMs(), 3_000)
})
