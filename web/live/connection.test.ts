import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnection, type LiveSocket } from '#web/live/connection.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'

/** Not every browser falls silent the moment it is told to close. No real server can bring that about, so this one does. */
function talkativeSocket() {
  const sent: unknown[] = []
  const socket: LiveSocket = {
    onopen: null,
    onmessage: null,
    onerror: null,
    onclose: null,
    send: (data) => sent.push(data),
    close: () => undefined,
  }
  const speak = () => {
    socket.onopen?.call(globalThis as never, new Event('open'))
    socket.onmessage?.call(globalThis as never, new MessageEvent('message', { data: '{"cmd":"pong"}' }))
    socket.onmessage?.call(
      globalThis as never,
      new MessageEvent('message', { data: '{"topic":"T","data":1}' }),
    )
    socket.onerror?.call(globalThis as never, new Event('error'))
    socket.onclose?.call(globalThis as never, new Event('close') as never)
  }
  return { socket, sent, speak }
}

for (const how of ['lose', 'close'] as const) {
  test(`after ${how} nothing the socket still does is heard, and no timer is left`, () => {
    const { socket, sent, speak } = talkativeSocket()
    const timers = createFakeTimers()
    const told: string[] = []
    const connection = createConnection(socket, timers, {
      up: () => told.push('up'),
      pong: () => told.push('alive'),
      pingMissed: () => told.push('missed'),
      frame: () => told.push('frame'),
      down: () => told.push('down'),
    })
    connection[how]()
    speak()
    connection.drop()
    timers.advance(60_000)
    assert.deepEqual(told, how === 'lose' ? ['down'] : [])
    assert.deepEqual(sent, [])
    assert.deepEqual(timers.pending(), [])
  })
}
