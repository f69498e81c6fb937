import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { NoticeContent } from '#core/notice/notice.ts'
import { type AddNoticesParts, addNotices } from '#server/notices/add-notices.ts'
import { createNotices, type NewNotice } from '#server/notices/notices.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { fc } from '#test/fast-check.ts'
import { insertUser } from '#test/uploads/insert-user.ts'

const verified: NoticeContent = { kind: 'identity_verified' }
const corrected: NoticeContent = { kind: 'terms_changed', article: 'terms', asks: false }
const alert = {
  kind: 'price_alert',
  market: 'EUR/USD',
  code: 'EURUSD',
  condition: 'above',
  level: '1.1',
  price: '1.10002',
} as const

let database: TestDatabase
const pushed: (readonly [userId: number, tag: string])[] = []
const mailed: (readonly [userId: number, kind: string])[] = []
const parts: AddNoticesParts = {
  push: {
    enqueue: async (_, notices) =>
      void pushed.push(...notices.map(({ userId, tag }) => [userId, tag] as const)),
  },
  messages: {
    enqueue: async (_, ...messages) =>
      void mailed.push(...messages.map(({ userId, kind }) => [userId, kind] as const)),
  },
  contactsOf: async (userIds) =>
    new Map(
      userIds.map((id) => [
        id,
        id % 2 === 0
          ? { channel: 'mobile', to: '85255550000', language: 'en' }
          : { channel: 'email', to: `u${id}@example.com`, language: 'en' },
      ]),
    ),
}
let nowMs = Date.UTC(2026, 5, 1)
const changes: (readonly number[] | undefined)[] = []

before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

function create() {
  const { pool } = database
  return createNotices({
    ...parts,
    pool,
    clock: { now: () => nowMs },
    async listen(_, { onMessage }) {
      changes.push([Number(onMessage !== undefined)])
      return () => {}
    },
  })
}

/** A user with an email address if the id is odd, and otherwise with a mobile number. */
async function userWith(channel: 'email' | 'mobile'): Promise<number> {
  for (;;) {
    const { id } = await insertUser(database)
    if ((id % 2 === 0) === (channel === 'mobile')) return id
  }
}

function add(...notices: readonly NewNotice[]): Promise<void> {
  return inTransaction(database.pool, (client) => addNotices(parts, client, notices))
}

function noticeOf(userId: number, source: string, content: NoticeContent = verified): NewNotice {
  return { userId, source, atMs: nowMs, content }
}

describe('the list of a user', () => {
  test('has every source once, numbered without gaps, whatever is added at the same time or rolled back', async () => {
    const users = [
      (await insertUser(database)).id,
      (await insertUser(database)).id,
      (await insertUser(database)).id,
    ]
    const step = fc.record({
      sources: fc.array(fc.tuple(fc.nat(2), fc.nat(12)), { minLength: 1, maxLength: 5 }),
      isCommitted: fc.boolean(),
    })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        runs += 1
        const sourceOf = (user: number, source: number) => noticeOf(users[user] ?? 0, `${runs}:${source}`)
        await Promise.all(
          steps.map(({ sources, isCommitted }) =>
            inTransaction(database.pool, async (client) => {
              await addNotices(
                parts,
                client,
                sources.map(([user, source]) => sourceOf(user, source)),
              )
              if (!isCommitted) throw new Error('rolled back')
            }).catch((fault: Error) => assert.equal(fault.message, 'rolled back')),
          ),
        )
        const committed = steps.filter(({ isCommitted }) => isCommitted).flatMap(({ sources }) => sources)
        const expected = [
          ...new Set(committed.map(([user, source]) => `${users[user]} ${runs}:${source}`)),
        ].sort()
        const { rows } = await database.query<{ line: string }>(
          `select user_id || ' ' || source as line from notices where source like $1`,
          [`${runs}:%`],
        )
        assert.deepEqual(rows.map(({ line }) => line).sort(), expected)
      }),
      { numRuns: 20 },
    )
    const { rows } = await database.query<{ gaps: string }>(
      `select count(*) filter (where number <> place) as gaps
       from (select number, row_number() over (partition by user_id order by number) as place from notices) listed`,
    )
    assert.equal(Number(rows[0]?.gaps), 0)
  })

  test('is paged newest first and counts what is unread; reading is never undone', async () => {
    const notices = create()
    const { id } = await insertUser(database)
    await add(...Array.from({ length: 23 }, (_, at) => noticeOf(id, `paged:${at}`)))
    const first = await notices.list(id, 1)
    assert.deepEqual([first.data.length, first.data[0]?.number, first.total, first.unread], [20, 23, 23, 23])
    assert.deepEqual(
      (await notices.list(id, 2)).data.map(({ number }) => number),
      [3, 2, 1],
    )
    assert.equal((await notices.markRead(id, 20)).unread, 3)
    assert.equal((await notices.markRead(id, 5)).unread, 3)
    assert.equal((await notices.markRead(id, 1_000_000)).unread, 0)
    await add(noticeOf(id, 'paged:later'))
    assert.equal((await notices.states([id])).get(id)?.unread, 1)
  })

  test('are read for many users at once: each state, and of each list what was added after a place', async () => {
    const notices = create()
    const [one, other, empty] = [
      await insertUser(database),
      await insertUser(database),
      await insertUser(database),
    ]
    for (const { id, count } of [
      { ...one, count: 4 },
      { ...other, count: 2 },
    ])
      await add(...Array.from({ length: count }, (_, at) => noticeOf(id, `many:${at}`)))
    await notices.markRead(other.id, 1)
    assert.deepEqual(
      await notices.states([one.id, other.id, empty.id]),
      new Map([
        [one.id, { unread: 4, lastNumber: 4, readNumber: 0 }],
        [other.id, { unread: 1, lastNumber: 2, readNumber: 1 }],
        [empty.id, { unread: 0, lastNumber: 0, readNumber: 0 }],
      ]),
    )
    const since = [
      { userId: other.id, number: 1 },
      { userId: one.id, number: 1 },
      { userId: empty.id, number: 0 },
    ]
    const added = await notices.added(since, 2)
    const numbers = [...added].map(([userId, own]) => [userId, own.map(({ number }) => number)])
    assert.deepEqual(
      new Map(numbers as [number, number[]][]),
      new Map([
        [one.id, [2, 3]],
        [other.id, [2]],
      ]),
    )
  })

  test('keeps the content as it was', async () => {
    const { id } = await insertUser(database)
    await add(noticeOf(id, 'kept', alert))
    const [stored] = (await create().list(id, 1)).data
    assert.deepEqual(stored, { number: 1, content: alert, createdAtMs: nowMs })
  })

  test('loses price alerts after 30 days, and nothing else', async () => {
    const notices = create()
    const { id } = await insertUser(database)
    await add(noticeOf(id, 'old alert', alert), noticeOf(id, 'old'))
    nowMs += 29 * 86_400_000
    await add(noticeOf(id, 'new alert', alert))
    await notices.sweep()
    assert.equal((await notices.list(id, 1)).total, 3)
    nowMs += 2 * 86_400_000
    await notices.sweep()
    const left = await notices.list(id, 1)
    assert.deepEqual(
      left.data.map(({ number }) => number),
      [3, 2],
    )
    assert.equal(left.unread, 2)
  })
})

describe('the channels of a notice', () => {
  function reached(id: number) {
    return {
      pushed: pushed.filter(([userId]) => userId === id).map(([, tag]) => tag),
      mailed: mailed.filter(([userId]) => userId === id).map(([, kind]) => kind),
    }
  }

  test('are the defaults of its kind', async () => {
    const id = await userWith('email')
    await add(noticeOf(id, 'one'), noticeOf(id, 'two', alert))
    assert.deepEqual(reached(id), { pushed: ['one', 'two'], mailed: ['identity_verified'] })
  })

  test('are those that the user has switched', async () => {
    const notices = create()
    const id = await userWith('email')
    const switchTo = (channel: 'app' | 'push' | 'mail', isOn: boolean) =>
      notices.switchChannel({ userId: id, group: 'alerts', channel, isOn })
    for (const [channel, isOn] of [
      ['app', false],
      ['push', false],
      ['mail', true],
    ] as const)
      assert.deepEqual(await switchTo(channel, isOn), { kind: 'switched' })
    await add(noticeOf(id, 'switched', alert))
    assert.deepEqual(reached(id), { pushed: [], mailed: ['price_alert'] })
    assert.equal((await notices.list(id, 1)).total, 0)
    await switchTo('app', true)
    await add(noticeOf(id, 'switched back', alert))
    assert.equal((await notices.list(id, 1)).total, 1)
  })

  test('that are always on cannot be switched off', async () => {
    const notices = create()
    const id = await userWith('email')
    const refusal = await notices.switchChannel({ userId: id, group: 'funds', channel: 'mail', isOn: false })
    assert.equal(refusal.kind, 'refused')
    // As stored by an earlier version, in which it was a choice.
    await database.query(`insert into notice_channels values ($1, 'identity', 'app', false)`, [id])
    await add(noticeOf(id, 'must be seen'))
    assert.equal((await notices.list(id, 1)).total, 1)
  })

  test('without an address are text messages, but only for kinds that are always sent', async () => {
    const id = await userWith('mobile')
    await create().switchChannel({ userId: id, group: 'alerts', channel: 'mail', isOn: true })
    await add(noticeOf(id, 'one'), noticeOf(id, 'two', alert))
    assert.deepEqual(reached(id).mailed, ['identity_verified'])
  })

  test('of a corrected text are the list alone', async () => {
    const id = await userWith('email')
    await add(noticeOf(id, 'corrected', corrected))
    assert.deepEqual(reached(id), { pushed: [], mailed: [] })
    assert.equal((await create().list(id, 1)).total, 1)
  })

  test('are used once for a source that is added again', async () => {
    const id = await userWith('email')
    await add(noticeOf(id, 'again'))
    await add(noticeOf(id, 'again'))
    assert.deepEqual(reached(id), { pushed: ['again'], mailed: ['identity_verified'] })
  })
})
