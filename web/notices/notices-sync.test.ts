import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import type { LiveState } from '#browser/live/reconnecting-connection.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import { createSession } from '#browser/session/session.ts'
import type { NoticePush } from '#contract/live.ts'
import { notice } from '#test/browser/notices/example-notices.ts'
import { createNotices } from '#web/notices/notices.ts'
import { snapshotWaitMs, startNoticesSync } from '#web/notices/notices-sync.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

type Handler = (push: { readonly data: NoticePush; readonly snapshot: boolean }) => void

/** A page with a session, and a server whose answers and pushes the test sends. */
function createPage(code = { isAvailable: true }) {
  let stored: string | undefined = 'token'
  const session = createSession({
    read: () => stored,
    write: (text) => {
      stored = text
    },
  })
  const timers = createFakeTimers()
  const requests: { readonly request: CallRequest; readonly answer: (data: unknown) => void }[] = []
  const call = ((request: CallRequest) =>
    new Promise<unknown>((resolve, reject) =>
      requests.push({
        request,
        answer: (data) =>
          data === 'lost'
            ? reject(callFailure({ kind: 'transport', code: 'X', status: undefined }))
            : resolve(data),
      }),
    )) as unknown as Call
  const handlers = new Set<Handler>()
  const state = createValueStore<LiveState>('up')
  const wakes: (() => void)[] = []
  const arrived: number[][] = []
  const live = {
    state,
    subscribe(_topic: string, handler: unknown) {
      handlers.add(handler as Handler)
      return () => handlers.delete(handler as Handler)
    },
    onReconnect: () => () => undefined,
  }
  const notices = createNotices({
    session,
    onWake: (handler) => wakes.push(handler),
    async load() {
      if (!code.isAvailable) throw new Error('no connection')
      return (store) =>
        startNoticesSync({
          ...{ call, live, timers, store },
          arrived: (added) => arrived.push(added.map(({ id }) => id)),
        })
    },
  })
  return {
    ...{ notices, session, requests, handlers, timers, state, arrived },
    push(Unread: number, LastId: number, added: NoticePush['Notices'] = [], snapshot = false) {
      for (const handler of [...handlers]) handler({ data: { Unread, LastId, Notices: added }, snapshot })
    },
    wake: () => {
      for (const handler of wakes) handler()
    },
    count: () => notices.getSnapshot().unread,
  }
}

const listOf = (unread: number, id: number) => ({ data: [{ id }], total: 1, unread })

describe('the unread count', () => {
  test('follows snapshot and pushes, and ends with the session', async () => {
    const { push, count, session, notices, handlers, arrived } = createPage()
    await settled()
    assert.equal(count(), undefined)
    push(2, 7, [], true)
    assert.equal(count(), 2)
    push(3, 8, [notice(8, 'price_alert')])
    assert.deepEqual([count(), notices.getSnapshot().lastId, arrived], [3, 8, [[8]]])
    session.end()
    assert.deepEqual([count(), notices.getSnapshot().lastId, handlers.size], [undefined, undefined, 0])
    session.start('another')
    await settled()
    assert.equal(handlers.size, 1)
  })

  test('announces no notice twice, and none that was left out of its push', async () => {
    const { push, arrived, count } = createPage()
    await settled()
    push(1, 8, [], true)
    push(2, 9, [notice(8, 'stop_loss'), notice(9, 'stop_loss')])
    push(40, 60, null)
    assert.deepEqual([arrived, count()], [[[9]], 40])
  })

  test('is fetched if no snapshot arrives, and only then', async () => {
    for (const hasSnapshot of [true, false]) {
      const { push, requests, timers, count, notices } = createPage()
      await settled()
      if (hasSnapshot) push(1, 7, [], true)
      timers.advance(snapshotWaitMs)
      assert.equal(requests.length, hasSnapshot ? 0 : 1)
      requests[0]?.answer(listOf(4, 9))
      await settled()
      assert.equal(count(), hasSnapshot ? 1 : 4)
      assert.equal(notices.getSnapshot().lastId, hasSnapshot ? 7 : 9)
    }
  })

  test('is fetched on a wake while the connection is down, and not while it is up', async () => {
    const { push, wake, requests, timers, state } = createPage()
    await settled()
    push(1, 7, [], true)
    wake()
    timers.advance(snapshotWaitMs)
    assert.equal(requests.length, 0)
    state.set('down')
    wake()
    timers.advance(snapshotWaitMs)
    assert.equal(requests.length, 1)
  })

  test('keeps what was pushed after the request of an older answer', async () => {
    const { push, requests, count, notices } = createPage()
    await settled()
    push(2, 7, [], true)
    notices.markRead(7)
    push(1, 8, [notice(8, 'price_alert')])
    requests[0]?.answer({ unread: 0 })
    await settled()
    assert.deepEqual([count(), notices.getSnapshot().readUpTo], [1, 7])
  })

  test('is that of the answer after reading, and stays after a lost one', async () => {
    const { push, requests, count, notices } = createPage()
    await settled()
    push(2, 7, [], true)
    notices.markRead(7)
    requests[0]?.answer('lost')
    await settled()
    assert.deepEqual([count(), notices.getSnapshot().readUpTo], [2, 0])
    notices.markRead(7)
    requests[1]?.answer({ unread: 0 })
    await settled()
    assert.deepEqual([count(), notices.getSnapshot().readUpTo], [0, 7])
    assert.deepEqual(requests[1]?.request.input, { up_to: 7 })
  })

  test('starts on a wake if its code could not be loaded before', async () => {
    const code = { isAvailable: false }
    const { wake, handlers } = createPage(code)
    await settled()
    assert.equal(handlers.size, 0)
    code.isAvailable = true
    wake()
    await settled()
    wake()
    assert.equal(handlers.size, 1)
  })
})
