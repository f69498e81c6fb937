import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OwnPush, OwnThread } from '#server/support/support.ts'
import { createLiveHarness } from '#test/live/live-harness.ts'

const topic = 'SUPPORT'
const sub = { cmd: 'sub', topic }
const subscribed = { cmd: 'sub', topic, code: 1 }
const ended = { cmd: 'logout', code: 999 }

const threadOf = (lastNumber: number): OwnThread => ({
  ...{ id: 5, userId: 1, isOpen: true, lastNumber, unread: 0 },
  ...{ userDelivered: 0, userRead: 0, deskDelivered: 0, deskRead: 0 },
})
const wired = (last_number: number) => ({
  ...{ state: 'open', last_number, unread: 0, delivered: 0, read: 0, desk_delivered: 0, desk_read: 0 },
})
const message = (number: number, text: string) => ({
  ...({ threadId: 5, number, author: 'desk', operator: 'op@example.com', text } as const),
  ...{ orderId: undefined, pictures: [], createdAt: new Date(0) },
})
const state = (lastNumber: number, ...texts: readonly string[]): OwnPush => {
  const messages = texts.map((text, index) => message(lastNumber - texts.length + index + 1, text))
  return { kind: 'state', thread: threadOf(lastNumber), messages }
}
const dataOf = (frames: readonly Readonly<Record<string, unknown>>[]) => frames.map(({ data }) => data)

const authenticate = async (token: string) =>
  token.startsWith('user') ? { userId: token.length, sessionId: token.length } : undefined
const ofUser = { kind: 'user', userId: 5 } as const
const ofVisitor = { kind: 'visitor', threadId: 7 } as const

describe('the support topic', () => {
  test('pushes the state first, then messages at once and in order, without the operator', async (context) => {
    const { connect, chats } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    await client.request({ cmd: 'login', token: 'user5' })
    assert.deepEqual(await client.request(sub), subscribed)
    chats.push(ofUser, { kind: 'snapshot', thread: undefined, messages: [] })
    chats.push(ofUser, state(1, 'first'))
    chats.push(ofUser, state(3, 'second', 'third'))
    chats.push(ofUser, { kind: 'typing' })
    const frames = await client.framesSoFar()
    assert.deepEqual(
      frames.map(({ snapshot }) => snapshot),
      [true, undefined, undefined, undefined],
    )
    const [empty, first, others, typing] = dataOf(frames)
    assert.deepEqual(empty, { thread: { ...wired(0), state: 'none' }, messages: [] })
    const said = (number: number, text: string) => ({
      ...{ number, author: 'desk', text, order_id: null, images: [], created_at: '1970-01-01T00:00:00.000Z' },
    })
    assert.deepEqual(first, { thread: wired(1), messages: [said(1, 'first')] })
    assert.deepEqual(others, { thread: wired(3), messages: [said(2, 'second'), said(3, 'third')] })
    assert.deepEqual(typing, { typing: 'desk' })
  })

  test('gives a second socket and a repeated subscription the present state', async (context) => {
    const { connect, chats } = await createLiveHarness(context, { authenticate })
    const [one, two] = [await connect(), await connect()]
    for (const client of [one, two]) {
      await client.request({ cmd: 'login', token: 'user5' })
      await client.request(sub)
      chats.push(ofUser, state(4))
    }
    await two.framesSoFar()
    two.send(sub)
    const [answer, snapshot] = await two.framesSoFar()
    assert.deepEqual([answer, snapshot?.['snapshot']], [subscribed, true])
    assert.deepEqual(snapshot?.['data'], { thread: wired(4), messages: [] })
    assert.equal(chats.watcherCount(ofUser), 1)
  })

  test('is for a visitor with the token of a thread, who reads no topic of users', async (context) => {
    const { connect, chats } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    assert.equal((await client.request(sub))['code'], 999)
    assert.deepEqual(await client.request({ cmd: 'login', thread: 'visitor7' }), { cmd: 'login', code: 1 })
    for (const own of ['FOREX_TRADE', 'FOREX_ORDERS', 'FOREX_CLOSED'])
      assert.equal((await client.request({ cmd: 'sub', topic: own }))['code'], 999)
    assert.equal((await client.request({ cmd: 'sub', topic: 'SUPPORT_DESK' }))['code'], 0)
    await client.request(sub)
    chats.push(ofVisitor, state(1, 'hello'))
    chats.push(ofUser, state(1, 'of another'))
    chats.push({ kind: 'visitor', threadId: 8 }, state(1, 'of a third'))
    assert.equal((await client.framesSoFar()).length, 1)
  })

  const refused: readonly (readonly [object, number])[] = [
    [{ thread: 'stranger' }, 0],
    [{ thread: 5 }, 0],
    [{ thread: null }, 0],
    [{ thread: 'x'.repeat(257) }, 0],
    [{ thread: 'visitor7', token: 'user5' }, 0],
    [{ token: 'visitor7' }, 999],
    [{ thread: 'user5' }, 0],
  ]
  for (const [credentials, code] of refused) {
    test(`is not opened by ${JSON.stringify(credentials).slice(0, 60)}`, async (context) => {
      const { connect } = await createLiveHarness(context, { authenticate })
      const client = await connect()
      assert.equal((await client.request({ cmd: 'login', ...credentials }))['code'], code)
      assert.equal((await client.request(sub))['code'], 999)
    })
  }

  test('ends when the thread was claimed or deleted, and for the earlier owner at the next login', async (context) => {
    const { connect, chats } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    await client.request({ cmd: 'login', thread: 'visitor7' })
    await client.request(sub)
    chats.end(8)
    chats.end(7)
    assert.deepEqual(await client.framesSoFar(), [ended])
    assert.equal(chats.watcherCount(ofVisitor), 0)
    await client.request({ cmd: 'login', token: 'user5' })
    await client.request(sub)
    await client.request({ cmd: 'login', thread: 'visitor7' })
    assert.equal(chats.watcherCount(ofUser), 0)
    chats.push(ofUser, state(1, 'for user5'))
    assert.deepEqual(await client.framesSoFar(), [])
  })
})
