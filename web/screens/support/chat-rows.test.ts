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
      ['day 2026-03-05', '1', '2', 'day 2026-03-06', 'unread', '3', 'day 2026-03-07', 'key'],
    )
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
