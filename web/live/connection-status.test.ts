import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionStatusBounds, createConnectionMonitor } from '#web/live/connection-status.ts'
import type { LiveSignal } from '#web/live/live.ts'
import type { LiveState } from '#web/live/reconnecting-connection.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'
import { createValueStore } from '#web/platform/value-store.ts'

/** A line whose socket and network the test moves by hand. */
function stage({ isOnline = true } = {}) {
  const timers = createFakeTimers(1_000)
  const socket = createValueStore<LiveState>('down')
  const network = { isOnline }
  const topics = { isWanted: true }
  let wakes = 0
  let sign: (sign: LiveSignal) => void = () => undefined
  const line = createConnectionMonitor({
    live: {
      state: socket,
      onSignal(handler) {
        sign = handler
        return () => undefined
      },
      hasSubscriber: () => topics.isWanted,
      wake() {
        wakes += 1
      },
    },
    timers,
    now: timers.now,
    isOnline: () => network.isOnline,
  })
  const told: string[] = []
  line.subscribe(() => told.push(line.getSnapshot()))
  return {
    line,
    timers,
    socket,
    topics,
    told,
    network,
    sign: (next: LiveSignal) => sign(next),
    wakes: () => wakes,
    /** The socket opens; `DAY_MARKET` is asked for on it if a screen wants it. */
    connect() {
      socket.set('connecting')
      socket.set('up')
      if (topics.isWanted) sign('asked')
    },
    up() {
      this.connect()
      sign('quotes')
      assert.equal(line.getSnapshot(), 'up')
      told.length = 0
    },
  }
}

test('at first it is opening, up with the first quotes, and no pong or opened socket is enough', () => {
  const { line, connect, sign, timers, told } = stage()
  assert.equal(line.getSnapshot(), 'opening')
  connect()
  sign('pong')
  assert.equal(line.getSnapshot(), 'opening')
  sign('quotes')
  assert.deepEqual(told, ['up'])
  assert.deepEqual(timers.pending(), [])
})

test('without quotes it is gone after the first three seconds', () => {
  const { line, connect, timers } = stage()
  connect()
  timers.advance(connectionStatusBounds.openingMs - 1)
  assert.equal(line.getSnapshot(), 'opening')
  timers.advance(1)
  assert.equal(line.getSnapshot(), 'gone')
})

test('a first connection that fails is not gone before its time', () => {
  const { line, socket } = stage()
  socket.set('connecting')
  socket.set('down')
  assert.equal(line.getSnapshot(), 'opening')
})

test('a page opened offline is gone from the start', () => {
  const { line, timers } = stage({ isOnline: false })
  assert.equal(line.getSnapshot(), 'gone')
  assert.deepEqual(timers.pending(), [])
})

test('a closed socket: gone at once, and back only with quotes on the new connection', () => {
  const page = stage()
  page.up()
  page.socket.set('down')
  assert.deepEqual(page.told, ['gone'])
  page.connect()
  page.sign('pong')
  page.timers.advance(60_000)
  assert.deepEqual(page.told, ['gone'])
  page.sign('quotes')
  assert.deepEqual(page.told, ['gone', 'up'])
})

test('offline: gone at once, though quotes still arrive; back only with a sign after the network', () => {
  const page = stage()
  page.up()
  page.network.isOnline = false
  page.line.networkChanged()
  assert.equal(page.line.getSnapshot(), 'gone')
  page.sign('quotes')
  page.sign('pong')
  assert.equal(page.line.getSnapshot(), 'gone')
  page.network.isOnline = true
  page.line.networkChanged()
  assert.equal(page.line.getSnapshot(), 'gone')
  assert.equal(page.wakes(), 1)
  page.sign('pong')
  assert.deepEqual(page.told, ['gone', 'up'])
})

for (const sign of ['quotes', 'pong'] as const) {
  test(`a failed call: gone at once, asks for a sign of life, and is back with ${sign}`, () => {
    const page = stage()
    page.up()
    page.line.callFailed()
    assert.deepEqual(page.told, ['gone'])
    assert.equal(page.wakes(), 1)
    page.sign(sign)
    assert.deepEqual(page.told, ['gone', 'up'])
  })
}

test('a failed call on a connection without quotes is not mended by a pong', () => {
  const page = stage()
  page.up()
  page.socket.set('down')
  page.connect()
  page.line.callFailed()
  page.sign('pong')
  assert.deepEqual(page.told, ['gone'])
  page.sign('quotes')
  assert.deepEqual(page.told, ['gone', 'up'])
})

test('a ping without answer: gone if nothing else was received either', () => {
  const page = stage()
  page.up()
  page.timers.advance(4_000)
  page.sign('quotes')
  page.timers.advance(4_000)
  page.sign('missed')
  assert.deepEqual(page.told, [])
  page.timers.advance(5_000)
  page.sign('missed')
  assert.deepEqual(page.told, ['gone'])
  page.sign('pong')
  assert.deepEqual(page.told, ['gone', 'up'])
})

test('a page that comes back after a long silence is gone until it hears from the server', () => {
  const page = stage()
  page.up()
  page.timers.advance(connectionStatusBounds.silentMs - 1)
  page.line.pageShown()
  assert.deepEqual(page.told, [])
  page.timers.advance(60_000)
  page.line.pageShown()
  assert.deepEqual(page.told, ['gone'])
  page.sign('pong')
  assert.deepEqual(page.told, ['gone', 'up'])
})

test('a page without quotes is up with the socket, and opening again when quotes are asked for', () => {
  const page = stage()
  page.topics.isWanted = false
  page.connect()
  assert.deepEqual(page.told, ['up'])
  page.topics.isWanted = true
  page.sign('asked')
  assert.deepEqual(page.told, ['up', 'opening'])
  page.sign('quotes')
  assert.deepEqual(page.told, ['up', 'opening', 'up'])
  page.sign('asked')
  page.timers.advance(connectionStatusBounds.openingMs)
  assert.equal(page.line.getSnapshot(), 'gone')
})

test('a flapping line is never up between a drop and the next quotes', () => {
  const page = stage()
  page.up()
  for (let drop = 0; drop < 3; drop += 1) {
    page.socket.set('down')
    page.line.callFailed()
    page.connect()
    page.socket.set('down')
    page.connect()
    assert.equal(page.line.getSnapshot(), 'gone')
    page.sign('quotes')
  }
  assert.deepEqual(page.told, ['gone', 'up', 'gone', 'up', 'gone', 'up'])
  assert.deepEqual(page.timers.pending(), [])
})

test('the age of quotes counts from their last frame, not from a pong', () => {
  const page = stage()
  assert.equal(page.line.quotesAtMs(), undefined)
  page.up()
  page.timers.advance(2_000)
  page.sign('pong')
  assert.equal(page.line.quotesAtMs(), 1_000)
  page.sign('quotes')
  assert.equal(page.line.quotesAtMs(), 3_000)
})
