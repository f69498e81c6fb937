import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DeskSupportThread } from '#contract/desk/support.ts'
import { pageSize } from '#desk/parts/pagination.ts'
import { applyPush, type InboxState } from '#desk/screens/support/inbox-list.ts'
import { someThread } from '#test/desk/support-fixtures.ts'

const anna = 'anna@example.com'
const minute = (count: number) => new Date(Date.UTC(2026, 2, 5, 12, count)).toISOString()

/** Waits since this minute; without one it is answered. */
const thread = (id: number, since: number | undefined, change: Partial<DeskSupportThread> = {}) =>
  someThread({ id, waiting_since: since === undefined ? null : minute(since), ...change })

type Case = {
  readonly listed: readonly DeskSupportThread[]
  readonly push: DeskSupportThread
  readonly state?: InboxState
  readonly page?: number
  readonly total?: number
}

function after({ listed, push, state = 'open', page = 1, total = listed.length }: Case) {
  const list = { answer: { data: [...listed], total, waiting: 0 }, isOutdated: false }
  const { answer, isOutdated } = applyPush(list, { thread: push, messages: [] }, { state, page }, anna)
  return [answer.data.map(({ id }) => id), answer.total, isOutdated]
}

const two = [thread(1, 5), thread(2, undefined)]
const full = Array.from({ length: pageSize }, (_, at) => thread(at + 1, at))
const ids = full.map(({ id }) => id)

const table: readonly (readonly [string, Case, readonly unknown[]])[] = [
  [
    'a new thread comes by its wait, before answered ones',
    { listed: two, push: thread(3, 9) },
    [[1, 3, 2], 3, false],
  ],
  ['one that has waited longer comes first', { listed: two, push: thread(3, 1) }, [[3, 1, 2], 3, false]],
  ['an answered thread moves to the end', { listed: two, push: thread(1, undefined) }, [[1, 2], 2, false]],
  [
    'a closed thread leaves the open ones',
    { listed: two, push: thread(1, undefined, { state: 'closed' }) },
    [[2], 1, false],
  ],
  [
    'a thread that another operator took leaves mine',
    { listed: two, push: thread(1, 5, { assigned_to: 'ben@example.com' }), state: 'mine' },
    [[2], 1, false],
  ],
  [
    'a thread that I took comes to mine, by its email',
    { listed: two, push: thread(3, 9, { assigned_to: anna, is_mine: 0 }), state: 'mine' },
    [[1, 3, 2], 3, false],
  ],
  [
    'closed threads are newest first',
    {
      listed: [thread(1, undefined, { state: 'closed', last_at: minute(1) })],
      push: thread(2, undefined, { state: 'closed', last_at: minute(2) }),
      state: 'closed',
    },
    [[2, 1], 2, false],
  ],
  [
    'a claimed thread without messages is not among the closed',
    { listed: [], push: thread(2, undefined, { state: 'closed', last_number: 0 }), state: 'closed' },
    [[], 0, false],
  ],
  [
    'a change in place on one of several pages needs no read',
    { listed: full, push: thread(3, 2, { unread: 9 }), total: 50, page: 2 },
    [ids, 50, false],
  ],
  [
    'another wait on one of several pages needs a read',
    { listed: full, push: thread(3, undefined), total: 50 },
    [[...ids.filter((id) => id !== 3), 3], 50, true],
  ],
  [
    'a thread that is not on this page needs a read',
    { listed: full, push: thread(99, 2), total: 50 },
    [ids, 50, true],
  ],
  [
    'the thread that fills more than one page needs a read',
    { listed: full, push: thread(99, 2), total: pageSize },
    [ids, pageSize, true],
  ],
]

describe('a page of the inbox after a push', () => {
  for (const [name, given, expected] of table)
    test(name, () => {
      assert.deepEqual(after(given), expected)
    })

  test('has no thread that is gone, ignores typing, and is outdated when pushes were missed', () => {
    const list = { answer: { data: [...two], total: 2, waiting: 1 }, isOutdated: false }
    const place = { state: 'open', page: 1 } as const
    assert.deepEqual(applyPush(list, { gone: 1 }, place, anna).answer.data, [two[1]])
    assert.equal(applyPush(list, { typing: { id: 1, by: 'user' } }, place, anna), list)
    assert.equal(applyPush(list, { missed: true }, place, anna).isOutdated, true)
  })
})
