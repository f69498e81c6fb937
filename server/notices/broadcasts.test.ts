import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { NoticeContent } from '#core/notice/notice.ts'
import { type BroadcastsParts, reachNextUsers, startBroadcasts } from '#server/notices/broadcasts.ts'
import { insertBroadcasts } from '#server/notices/broadcasts-store.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'

const publishedMs = Date.UTC(2026, 5, 1)
const nowMs = publishedMs + 60_000
const changed: NoticeContent = { kind: 'terms_changed', article: 'terms', asks: true }
/** More than two portions. */
const realUsers = 1203

let database: TestDatabase
let articleId = 0
let editions = 0

before(async () => {
  database = await createTestDatabase()
  const { rows } = await database.query<{ id: string }>(`select id from articles where kind = 'terms'`)
  articleId = Number(rows[0]?.id)
  const times = [new Date(publishedMs - 1), new Date(publishedMs + 1)]
  await database.query(
    `insert into users (uid, is_demo, email, password_hash, invite_code, created_at)
     select 20000000 + n, false, n || '@example.com', 'none',
       translate(lpad(n::text, 8, '0'), '0123456789', 'ABCDEFGHJK'), $2
     from generate_series(1, $1) n`,
    [realUsers, times[0]],
  )
  await database.query(
    `insert into users (uid, is_demo, email, password_hash, invite_code, created_at)
     values ('30000000', false, 'later@example.com', 'none', 'LATERJJJ', $1)`,
    [times[1]],
  )
  await database.query(
    `insert into users (uid, is_demo, demo_key, demo_used_at, created_at)
     select 40000000 + n, true, sha256(n::text::bytea), $1, $1 from generate_series(1, 3) n`,
    [times[0]],
  )
  await database.query(
    `insert into sessions (user_id, token_hash, address, device, created_at, last_seen_at, expires_at)
     select id, sha256(uid::bytea), '', '', $1, $1, $2::timestamptz + (case uid when '40000001' then 1 else -1 end) * interval '1 hour'
     from users where uid in ('40000001', '40000002')`,
    [times[0], new Date(nowMs)],
  )
})
after(() => database.drop())
afterEach(() => database.query('truncate broadcasts, notices, notice_lists'))

type Fails = (userIds: readonly number[]) => boolean

function partsWith(fails: Fails = () => false): BroadcastsParts {
  return {
    pool: database.pool,
    clock: { now: () => nowMs },
    timers: createFakeTimers(nowMs),
    log: { error: () => undefined },
    messages: { enqueue: async () => {} },
    push: {
      enqueue: async (_, notices) => {
        if (fails(notices.map(({ userId }) => userId))) throw new Error('the process fails')
      },
    },
    contactsOf: async () => new Map(),
    textsInForce: async () => [],
  }
}

async function newBroadcast(): Promise<void> {
  editions += 1
  await database.query(
    `insert into article_editions (article_id, edition, asks_consent, revision, created_at)
     values ($1, $2, true, 1, now())`,
    [articleId, editions],
  )
  await insertBroadcasts(database.pool, [textOf(editions)])
}

function textOf(edition: number) {
  return { articleId, edition, content: changed, fromMs: publishedMs }
}

async function told(): Promise<readonly string[]> {
  const { rows } = await database.query<{ line: string }>(
    `select who || ' ' || number || ' ' || count(*) as line
     from (select number, case when uid like '2%' then 'real' else uid end as who
       from notices join users on users.id = user_id) told
     group by who, number order by line`,
  )
  return rows.map(({ line }) => line)
}

const everyone = ['40000001 1 1', `real 1 ${realUsers}`]

describe('a text for all users', () => {
  test('reaches the users of its time once, whatever fails, and demo users who can still log in', async () => {
    await newBroadcast()
    let failures = 0
    const parts = partsWith(() => {
      failures += 1
      // Each of the three portions is tried twice.
      return failures % 2 === 1
    })
    let isDone = false
    while (!isDone) {
      try {
        isDone = !(await reachNextUsers(parts))
      } catch (fault) {
        assert.match(String(fault), /the process fails/)
      }
    }
    assert.equal(failures, 6)
    assert.deepEqual(await told(), everyone)
  })

  test('is added by one process at a time', async () => {
    await newBroadcast()
    const parts = partsWith()
    for (let rounds = 0; rounds < 6; rounds += 1)
      await Promise.all([reachNextUsers(parts), reachNextUsers(parts)])
    assert.deepEqual(await told(), everyone)
  })

  test('is found by the server itself, and told once for each version', async () => {
    await newBroadcast()
    await database.query('truncate broadcasts')
    const timers = createFakeTimers(nowMs)
    const found = [textOf(editions)]
    const broadcasts = startBroadcasts({ ...partsWith(), timers, textsInForce: async () => found })
    for (let times = 0; times < 2; times += 1) {
      timers.advance(5_000)
      await eventually(async () => {
        const { rows } = await database.query('select from broadcasts where ended_at is not null')
        return rows.length === 1
      })
    }
    await broadcasts.stop()
    assert.deepEqual(await told(), everyone)
  })
})
