import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import type { DeskSupportMessagesInput } from '#contract/desk/support.ts'
import { createThreadStore, threadBounds } from '#desk/screens/support/thread-store.ts'
import { someMessage, someThread } from '#test/desk/support-fixtures.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A server with messages 1 to `last` whose answers wait while `isHeld`. */
function openThread({ last, at }: { readonly last: number; readonly at?: number }) {
  const server = { last, isHeld: false, isDown: false, release: [] as (() => void)[] }
  const reads: Omit<DeskSupportMessagesInput, 'id'>[] = []
  const timers = createFakeTimers()
  const store = createThreadStore({
    ...{ id: 7, at, timers },
    async read({ id: _, ...query }) {
      reads.push(query)
      const all = Array.from({ length: server.last }, (__, index) => someMessage(index + 1))
      const { after, before = Number.POSITIVE_INFINITY, limit } = query
      const found = all.filter(({ number }) => (after === undefined ? number < before : number > after))
      const answer = {
        data: after === undefined ? found.slice(-limit) : found.slice(0, limit),
        thread: someThread({ id: 7, last_number: server.last }),
      }
      if (server.isHeld) await new Promise<void>((resolve) => server.release.push(resolve))
      if (server.isDown) throw callFailure({ kind: 'transport', code: 'network', status: undefined })
      return answer
    },
    reportError: (error) => assert.fail(String(error)),
  })
  const numbers = () => store.getSnapshot().window.messages.map(({ number }) => number)
  /** A push with these new messages. */
  const push = (...added: readonly number[]) =>
    store.receive({
      thread: someThread({ id: 7, last_number: Math.max(server.last, ...added), unread: added.length }),
      messages: added.map((number) => someMessage(number)),
    })
  return { store, server, reads, timers, numbers, push, state: store.getSnapshot }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the messages of a thread', () => {
  test('begin with the newest page, and older ones are added before them', async () => {
    const { store, reads, numbers } = openThread({ last: 120 })
    store.open()
    await settled()
    assert.deepEqual(numbers(), range(71, 120))
    store.older()
    store.older()
    await settled()
    assert.deepEqual(numbers(), range(21, 120))
    assert.deepEqual(reads, [{ limit: 50 }, { before: 71, limit: 50 }])
  })

  test('that are pushed are added once, in the order of their numbers', async () => {
    const { store, numbers, push, reads } = openThread({ last: 3 })
    store.open()
    await settled()
    push(4)
    push(5, 4)
    store.add(someMessage(5))
    assert.deepEqual([numbers(), reads.length], [range(1, 5), 1])
  })

  test('are read from the server if a push shows a gap', async () => {
    const { store, server, numbers, push, reads } = openThread({ last: 3 })
    store.open()
    await settled()
    server.last = 60
    push(60)
    await settled()
    await settled()
    assert.deepEqual(numbers(), range(1, 60))
    assert.deepEqual(reads.slice(1), [
      { after: 3, limit: 50 },
      { after: 53, limit: 50 },
    ])
  })

  test('catch up after a lost connection, also if that is told during a read', async () => {
    const { store, server, numbers } = openThread({ last: 3 })
    server.isHeld = true
    store.open()
    store.receive({ missed: true })
    await settled()
    server.isHeld = false
    server.last = 4
    server.release.pop()?.()
    await settled()
    await settled()
    assert.deepEqual(numbers(), range(1, 4))
    server.last = 6
    store.receive({ missed: true })
    await settled()
    assert.deepEqual(numbers(), range(1, 6))
  })

  test('of a push during the first read are not lost', async () => {
    const { store, server, numbers, push, state } = openThread({ last: 3 })
    server.isHeld = true
    store.open()
    await settled()
    server.last = 4
    push(4)
    server.isHeld = false
    server.release.pop()?.()
    await settled()
    await settled()
    assert.deepEqual([numbers(), state().thread?.last_number], [range(1, 4), 4])
  })

  test('begin around a found one; later ones are added on request, and then live', async () => {
    const { store, server, numbers, push, reads } = openThread({ last: 120, at: 40 })
    store.open()
    await settled()
    assert.deepEqual(numbers(), range(11, 60))
    server.last = 121
    push(121)
    store.receive({ missed: true })
    await settled()
    assert.deepEqual([numbers(), reads.length], [range(11, 60), 1])
    for (const _ of [1, 2]) {
      store.newer()
      await settled()
    }
    assert.deepEqual(numbers(), range(11, 121))
    server.last = 122
    push(122)
    assert.equal(numbers().at(-1), 122)
  })

  test('go on at the end after an answer, if they began around a found one', async () => {
    const { store, server, reads, numbers, push } = openThread({ last: 200, at: 10 })
    store.open()
    await settled()
    assert.equal(numbers().at(-1), 30)
    server.last = 201
    store.add(someMessage(201))
    await settled()
    assert.deepEqual(reads.at(-1), { limit: threadBounds.page })
    assert.equal(numbers().at(-1), 201)
    push(202)
    assert.equal(numbers().at(-1), 202)
  })

  test('that could not be read are read again on request, or when the connection is back', async () => {
    const { store, server, numbers, state } = openThread({ last: 3 })
    server.isDown = true
    store.open()
    await settled()
    assert.equal(state().failure?.kind, 'transport')
    server.isDown = false
    store.receive({ missed: true })
    await settled()
    assert.deepEqual([numbers(), state().failure], [range(1, 3), undefined])
  })

  test('of other threads are ignored; a thread that is gone says so', async () => {
    const { store, numbers, state } = openThread({ last: 3 })
    store.open()
    await settled()
    store.receive({ thread: someThread({ id: 8, last_number: 9 }), messages: [someMessage(4)] })
    store.receive({ gone: 8 })
    assert.deepEqual([numbers(), state().isGone], [range(1, 3), false])
    store.receive({ gone: 7 })
    assert.equal(state().isGone, true)
  })

  test('show that the user is typing for a few seconds, or until the message', async () => {
    const { store, push, timers, state } = openThread({ last: 3 })
    store.open()
    await settled()
    store.receive({ typing: { id: 7, by: 'desk' } })
    store.receive({ typing: { id: 8, by: 'user' } })
    assert.equal(state().isUserTyping, false)
    store.receive({ typing: { id: 7, by: 'user' } })
    timers.advance(threadBounds.typingMs - 1)
    assert.equal(state().isUserTyping, true)
    timers.advance(1)
    assert.equal(state().isUserTyping, false)
    store.receive({ typing: { id: 7, by: 'user' } })
    push(4)
    assert.equal(state().isUserTyping, false)
  })

  test('are not changed by an answer after the screen was closed', async () => {
    const { store, numbers } = openThread({ last: 3 })
    store.open()
    store.close()
    await settled()
    assert.deepEqual(numbers(), [])
  })
})
