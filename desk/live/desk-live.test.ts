import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LiveSocket } from '#browser/live/connection.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import type { SupportDeskPush } from '#contract/live.ts'
import { createDeskLive, deskLiveBounds } from '#desk/live/desk-live.ts'

type FakeSocket = LiveSocket & { readonly sent: string[]; isClosed: boolean }

function createHarness() {
  const timers = createFakeTimers()
  const sockets: FakeSocket[] = []
  const session: { token: string | undefined; endings: number } = { token: 'token-of-anna', endings: 0 }
  const live = createDeskLive({
    url: () => 'wss://desk.example.com/desk/ws',
    openSocket() {
      const socket: FakeSocket = {
        ...{ sent: [], isClosed: false, onopen: null, onmessage: null, onerror: null, onclose: null },
        send(text) {
          if (String(text) === '{"cmd":"ping"}') say({ cmd: 'pong' })
          else socket.sent.push(String(text))
        },
        close() {
          socket.isClosed = true
        },
      }
      sockets.push(socket)
      return socket
    },
    timers,
    random: () => 0.5,
    token: () => session.token,
    loginEnded() {
      session.endings += 1
    },
    reportError: (error) => assert.fail(String(error)),
  })
  const newest = () => sockets.at(-1) ?? assert.fail('no socket')
  const open = () => newest().onopen?.call(undefined as never, new Event('open'))
  const say = (frame: object) =>
    newest().onmessage?.call(undefined as never, { data: JSON.stringify(frame) } as MessageEvent)
  const push = (data: SupportDeskPush) => say({ topic: 'SUPPORT_DESK', data })
  const comeUp = () => {
    open()
    say({ cmd: 'login', code: 1 })
    say({ topic: 'SUPPORT_DESK', data: { missed: true }, snapshot: true })
  }
  return { live, timers, sockets, session, newest, open, say, push, comeUp, state: live.state.getSnapshot }
}

const collect = (live: ReturnType<typeof createDeskLive>) => {
  const received: SupportDeskPush[] = []
  return { received, leave: live.subscribe((push) => received.push(push)) }
}

describe('the live socket of the console', () => {
  test('opens with the first listener, logs in, subscribes, and is up with the snapshot', () => {
    const { live, sockets, newest, open, say, push, state } = createHarness()
    assert.deepEqual([state(), sockets.length], ['off', 0])
    const { received } = collect(live)
    assert.equal(state(), 'opening')
    open()
    assert.deepEqual(newest().sent, ['{"cmd":"login","token":"token-of-anna"}'])
    say({ cmd: 'login', code: 1 })
    assert.deepEqual(newest().sent.slice(1), ['{"cmd":"sub","topic":"SUPPORT_DESK"}'])
    assert.equal(state(), 'opening')
    push({ missed: true })
    assert.equal(state(), 'up')
    push({ gone: 4 })
    assert.deepEqual(received, [{ missed: true }, { gone: 4 }])
  })

  test('stays open between two screens, and closes when none has listened for a while', () => {
    const { live, timers, sockets, newest, comeUp, state } = createHarness()
    const first = collect(live)
    comeUp()
    first.leave()
    timers.advance(deskLiveBounds.lingerMs - 1)
    const second = collect(live)
    timers.advance(deskLiveBounds.lingerMs)
    assert.deepEqual([state(), sockets.length], ['up', 1])
    second.leave()
    timers.advance(deskLiveBounds.lingerMs)
    assert.deepEqual([state(), newest().isClosed], ['off', true])
  })

  test('is down after a lost connection until it has subscribed again', () => {
    const { live, timers, sockets, newest, comeUp, state } = createHarness()
    const { received } = collect(live)
    comeUp()
    newest().onclose?.call(undefined as never, {} as CloseEvent)
    assert.equal(state(), 'down')
    timers.advance(500)
    assert.deepEqual([state(), sockets.length], ['down', 2])
    comeUp()
    assert.equal(state(), 'up')
    assert.deepEqual(received, [{ missed: true }, { missed: true }])
  })

  test('drops a connection that does not subscribe in time', () => {
    const { live, timers, newest, open, say, state } = createHarness()
    collect(live)
    open()
    say({ cmd: 'login', code: 1 })
    timers.advance(deskLiveBounds.openMs)
    assert.deepEqual([state(), newest().isClosed], ['down', true])
  })

  for (const frame of [
    { cmd: 'login', code: 999 },
    { cmd: 'logout', code: 999 },
  ])
    test(`${JSON.stringify(frame)} ends the login, and is told once`, () => {
      const { live, session, newest, open, say, state } = createHarness()
      collect(live)
      open()
      say(frame)
      say(frame)
      assert.deepEqual([state(), newest().isClosed, session.endings], ['down', true, 1])
    })

  test('ends with the session, and does not come back', () => {
    const { live, timers, sockets, session, comeUp, newest, state } = createHarness()
    const { received } = collect(live)
    comeUp()
    session.token = undefined
    live.stop()
    live.wake()
    timers.advance(60_000)
    assert.deepEqual([state(), newest().isClosed, sockets.length, received.length], ['off', true, 1, 1])
    collect(live)
    assert.deepEqual([state(), sockets.length], ['off', 1])
  })
})
