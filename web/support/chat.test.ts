import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTab, lost, message, refusal, settled, threadOf } from '#test/web/support-harness.ts'
import { typingShownMs } from '#web/support/chat.ts'
import { marksWaitMs } from '#web/support/chat-marks.ts'

const longMs = 60_000
const desk = (number: number) => message(number, { author: 'desk' })
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at))

/** The chat of user 7, which has read its first page. */
async function openChat(data = [message(1), desk(2)], thread = threadOf(data.at(-1)?.number ?? 0)) {
  const tab = createTab({ user: 7 })
  const owner = tab.support.owners.getSnapshot()
  if (owner === undefined) throw new Error('no owner')
  const chat = tab.support.createChat(owner)
  const stop = chat.start()
  await settled()
  await tab.last('messages').answer({ data, thread })
  const numbers = () => chat.getSnapshot().messages.map(({ number }) => number)
  return { ...tab, chat, stop, numbers }
}

describe('the chat', () => {
  test('reads the newest page, then what pushes bring, without repeats', async () => {
    const { chat, numbers, push, to } = await openChat()
    push({ thread: threadOf(3), messages: [desk(3)] })
    push({ thread: threadOf(3), messages: [desk(3)] })
    chat.add(message(4))
    push({ thread: threadOf(4), messages: [message(4)] })
    await settled()
    assert.deepEqual([numbers(), to('messages').length], [[1, 2, 3, 4], 1])
  })

  test('reads what a push does not bring, page by page, and again after a failure', async () => {
    const { push, numbers, last, after } = await openChat()
    push({ thread: threadOf(70), messages: [message(70)] })
    await settled()
    assert.deepEqual(last('messages').input, { after: 2, limit: 50 })
    await last('messages').fail(lost())
    await after(longMs)
    await last('messages').answer({ data: range(3, 52), thread: threadOf(70) })
    assert.deepEqual(last('messages').input, { after: 52, limit: 50 })
    await last('messages').answer({ data: range(53, 70), thread: threadOf(70) })
    assert.deepEqual(
      numbers(),
      range(1, 70).map(({ number }) => number),
    )
  })

  test('misses nothing that was sent or pushed while the first page was read', async () => {
    const tab = createTab({ user: 7 })
    const chat = tab.support.createChat({ kind: 'user', userId: 7 })
    chat.start()
    chat.add(message(4))
    tab.push({ thread: threadOf(4), messages: [message(4)] })
    await tab.last('messages').answer({ data: range(1, 2), thread: threadOf(2) })
    await tab.last('messages').answer({ data: range(3, 4), thread: threadOf(4) })
    assert.deepEqual(
      chat.getSnapshot().messages.map(({ number }) => number),
      [1, 2, 3, 4],
    )
  })

  test('shows an answer that is pushed while the first page is read, although the page is older', async () => {
    const tab = createTab({ user: 7 })
    const chat = tab.support.createChat({ kind: 'user', userId: 7 })
    chat.start()
    tab.push({ thread: threadOf(3, { desk_read: 1 }), messages: [desk(3)] })
    await tab.last('messages').answer({ data: range(1, 2), thread: threadOf(2) })
    const { messages, thread } = chat.getSnapshot()
    assert.deepEqual(
      [
        messages.map(({ number }) => number),
        thread?.last_number,
        thread?.desk_read,
        tab.to('messages').length,
      ],
      [[1, 2, 3], 3, 1, 1],
    )
  })

  test('reads what the pushes during the first page do not bring', async () => {
    const tab = createTab({ user: 7 })
    const chat = tab.support.createChat({ kind: 'user', userId: 7 })
    chat.start()
    tab.push({ thread: threadOf(4), messages: [] })
    await tab.last('messages').answer({ data: range(1, 2), thread: threadOf(2) })
    assert.deepEqual(tab.last('messages').input, { after: 2, limit: 50 })
    await tab.last('messages').answer({ data: range(3, 4), thread: threadOf(4) })
    assert.equal(chat.getSnapshot().messages.length, 4)
  })

  test('reads once more if the connection came back, or more was pushed, during a read', async () => {
    const { chat, push, reconnect, last, numbers, to } = await openChat()
    chat.wake()
    reconnect()
    await last('messages').answer({ data: [], thread: threadOf(2) })
    assert.equal(to('messages').length, 3)
    push({ thread: threadOf(4), messages: [message(4)] })
    await last('messages').answer({ data: [], thread: threadOf(2) })
    await last('messages').answer({ data: range(3, 4), thread: threadOf(4) })
    assert.deepEqual([numbers(), to('messages').length], [[1, 2, 3, 4], 4])
  })

  test('reads again after a reconnect, and ends a failed first read with another try', async () => {
    const tab = createTab({ user: 7 })
    const chat = tab.support.createChat({ kind: 'user', userId: 7 })
    chat.start()
    await tab.last('messages').fail(lost())
    assert.equal(chat.getSnapshot().status, 'failed')
    tab.reconnect()
    await tab.last('messages').answer({ data: [], thread: threadOf(0) })
    assert.equal(chat.getSnapshot().status, 'ready')
  })

  test('reads earlier messages until the first, and says when that fails', async () => {
    const { chat, numbers, last, to } = await openChat(range(61, 110))
    assert.equal(chat.getSnapshot().hasOlder, true)
    chat.loadOlder()
    chat.loadOlder()
    assert.deepEqual([to('messages').length, last('messages').input], [2, { before: 61, limit: 50 }])
    await last('messages').fail(lost())
    assert.equal(chat.getSnapshot().older, 'failed')
    chat.loadOlder()
    await last('messages').answer({ data: range(11, 60), thread: threadOf(110) })
    chat.loadOlder()
    await last('messages').answer({ data: range(1, 10), thread: threadOf(110) })
    assert.deepEqual([numbers().length, chat.getSnapshot().hasOlder], [110, false])
  })

  test('ends a visitor thread that the server does not know any more', async () => {
    const tab = createTab({ thread: 'token' })
    tab.support.createChat({ kind: 'visitor', thread: 'token' }).start()
    assert.equal(tab.last('messages').thread, 'token')
    await tab.last('messages').fail(refusal('support_ended'))
    assert.equal(tab.visitor.getSnapshot(), undefined)
  })

  test('of a visitor without a thread is empty, and asks nothing', () => {
    const tab = createTab()
    const chat = tab.support.createChat({ kind: 'visitor', thread: undefined })
    chat.start()
    chat.typed()
    assert.deepEqual([chat.getSnapshot().status, tab.requests.length], ['ready', 0])
  })
})

describe('marks', () => {
  test('what was received is delivered, what was shown is read, in one call until it is answered', async () => {
    const { chat, last, after, to } = await openChat()
    chat.shown()
    await after(marksWaitMs)
    assert.deepEqual(last('mark').input, { delivered: 2, read: 2 })
    await last('mark').fail(lost())
    await after(longMs)
    assert.equal(to('mark').length, 2)
    await last('mark').answer(threadOf(2, { delivered: 2, read: 2 }))
    chat.shown()
    await after(longMs)
    assert.equal(to('mark').length, 2)
  })

  test('a hidden page marks nothing until it is visible, and shows a line above what is new', async () => {
    const { chat, push, setPresent, after, to, last } = await openChat([message(1)])
    setPresent(false)
    push({ thread: threadOf(2), messages: [desk(2)] })
    push({ thread: threadOf(3), messages: [desk(3)] })
    chat.shown()
    await after(longMs)
    assert.deepEqual([to('mark').length, chat.getSnapshot().unreadFrom], [0, 2])
    setPresent(true)
    chat.wake()
    await after(marksWaitMs)
    assert.deepEqual(last('mark').input, { delivered: 3, read: 0 })
  })

  test('of the thread never fall when an older answer arrives late', async () => {
    const newest = threadOf(3, { delivered: 1, desk_delivered: 3, desk_read: 3, state: 'closed' })
    const { chat, push, after, last } = await openChat([message(1), message(2), desk(3)], newest)
    await after(marksWaitMs)
    await last('mark').answer(threadOf(2, { delivered: 3, desk_delivered: 2, unread: 1 }))
    assert.deepEqual(chat.getSnapshot().thread, { ...newest, delivered: 3 })
    push({ thread: threadOf(3, { desk_read: 3, delivered: 3, desk_delivered: 3 }), messages: [] })
    assert.equal(chat.getSnapshot().thread?.state, 'open')
  })

  test('nothing is sent for messages that the server has as read, or after the end', async () => {
    const { chat, push, stop, after, to } = await openChat([desk(1)], threadOf(1, { delivered: 1, read: 1 }))
    chat.shown()
    await after(longMs)
    stop()
    push({ thread: threadOf(2), messages: [desk(2)] })
    chat.shown()
    await after(longMs)
    assert.equal(to('mark').length, 0)
  })
})

describe('typing', () => {
  test('of an operator is shown for some seconds, or until the message comes', async () => {
    const { chat, push, after } = await openChat()
    const isTyping = () => chat.getSnapshot().isDeskTyping
    push({ typing: 'desk' })
    assert.equal(isTyping(), true)
    await after(typingShownMs)
    assert.equal(isTyping(), false)
    push({ typing: 'desk' })
    push({ thread: threadOf(3), messages: [desk(3)] })
    assert.equal(isTyping(), false)
  })

  test('of the user is told every two seconds at most', async () => {
    const { chat, after, to } = await openChat()
    for (let times = 0; times < 5; times += 1) {
      chat.typed()
      await after(1_000)
    }
    assert.equal(to('typing').length, 3)
  })
})
