import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { message } from '#test/web/support-harness.ts'
import { chatRows, ownMark } from '#web/screens/support/chat-rows.ts'

const dayOf = (iso: string) => iso.slice(0, 10)
const on = (number: number, day: string) => message(number, { created_at: `${day}T09:00:00.000Z` })
const item = {
  ...{
    key: 'key',
    owner: 'user:7',
    text: 'x',
    images: [],
    orderId: null,
    after: 0,
    sentAtMs: Date.UTC(2026, 2, 7),
    problem: null,
  },
}

describe('the rows of a chat', () => {
  test('have a line for each day, one above the first unread message, and unsent messages last', () => {
    const messages = [on(1, '2026-03-05'), on(2, '2026-03-05'), on(3, '2026-03-06')]
    const rows = chatRows({ messages, unreadFrom: 3, unsent: [{ item, state: 'sending' }] }, dayOf)
    assert.deepEqual(
      rows.map(({ key }) => key),
      [
        ...['day 2026-03-05 1', '1', '2', 'day 2026-03-06 3', 'unread', '3'],
        ...['day 2026-03-07 key', 'key'],
      ],
    )
  })

  test('have a message once that a push has brought before its answer, and the same text written again', () => {
    const messages = [message(1, { text: 'ok' }), message(2, { text: 'ok' })]
    const keysOf = (after: number, state: 'waiting' | 'refused') => {
      const unsent = ['a', 'b'].map((key) => ({ item: { ...item, key, text: 'ok', after }, state }))
      const rows = chatRows({ messages, unsent, unreadFrom: undefined }, () => 'day')
      return rows.map(({ key }) => key).join(' ')
    }
    assert.equal(keysOf(0, 'waiting'), 'day day 1 1 2')
    assert.equal(keysOf(1, 'waiting'), 'day day 1 1 2 b')
    assert.equal(keysOf(2, 'waiting'), 'day day 1 1 2 a b')
    assert.equal(keysOf(0, 'refused'), 'day day 1 1 2 a b')
  })

  test('have different keys if a day comes again', () => {
    const messages = [on(1, '2026-03-06'), on(2, '2026-03-07'), on(3, '2026-03-06')]
    const unsent = [{ item, state: 'sending' }] as const
    const keys = chatRows({ messages, unsent, unreadFrom: undefined }, dayOf).map(({ key }) => key)
    assert.deepEqual([keys.length, new Set(keys).size], [8, 8])
  })

  test('are none without messages', () =>
    assert.deepEqual(chatRows({ messages: [], unsent: [], unreadFrom: undefined }, dayOf), []))
})

describe('the mark of an own message', () => {
  const marks = { desk_delivered: 4, desk_read: 2 }
  for (const [number, mark] of [
    [2, 'read'],
    [3, 'delivered'],
    [4, 'delivered'],
    [5, 'sent'],
  ] as const)
    test(`${number} -> ${mark}`, () => assert.equal(ownMark(number, marks), mark))
})
