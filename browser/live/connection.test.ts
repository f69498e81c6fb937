import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnection, type LiveSocket } from '#browser/live/connection.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'

/** A socket that still fires events after `close`, as some browsers do. A real server cannot make a socket do that. */
function noisySocket() {
  const sent: unknown[] = []
  const socket: LiveSocket = {
    onopen: null,
    onmessage: null,
    onerror: null,
    onclose: null,
    send: (data) => sent.push(data),
    close: () => undefined,
  }
  const fireEvents = () => {
    socket.onopen?.call(globalThis as never, new Event('open'))
    socket.onmessage?.call(globalThis as never, new MessageEvent('message', { data: '{"cmd":"pong"}' }))
    socket.onmessage?.call(
      globalThis as never,
      new MessageEvent('message', { data: '{"topic":"T","data":1}' }),
    )
    socket.onerror?.call(globalThis as never, new Event('error'))
    socket.onclose?.call(globalThis as never, new Event('close') as never)
  }
  return { socket, sent, fireEvents }
}

for (const how of ['drop', 'close'] as const) {
  test(`ignores socket events after ${how} and leaves no timer`, () => {
    const { socket, sent, fireEvents } = noisySocket()
    const timers = createFakeTimers()
    const events: string[] = []
    const connection = createConnection(socket, timers, {
      up: () => events.push('up'),
      pong: () => events.push('pong'),
      pingMissed: () => events.push('pingMissed'),
      frame: () => events.push('frame'),
      down: () => events.push('down'),
    })
    connection[how]()
    fireEvents()
    connection.drop()
    timers.advance(60_000)
    assert.deepEqual(events, how === 'drop' ? ['down'] : [])
    assert.deepEqual(sent, [])
    assert.deepEqual(timers.pending(), [])
  })
}
