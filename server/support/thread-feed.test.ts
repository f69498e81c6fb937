// Pushes of committed changes, with two processes on one real database.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import type { AddNotices } from '#server/notices/notices.ts'
import { createLog } from '#server/platform/log.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { loginConfig } from '#server/storage/connection-pool.ts'
import { createListener, type Listener } from '#server/storage/listener.ts'
import { noticeAway } from '#server/support/away-notices.ts'
import { sendAnswer, sendOwn } from '#server/support/send-message.ts'
import { createSupport, type OwnPush, type Support } from '#server/support/support.ts'
import { startThreadFeed } from '#server/support/thread-feed.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { storingNotices } from '#test/notices/stored-notices.ts'
import { insertUser } from '#test/uploads/insert-user.ts'

let database: TestDatabase
let support: Support
let listener: Listener
let operatorId: number
let nowMs = Date.UTC(2026, 0, 5)
const clock = { now: () => nowMs, elapsed: () => nowMs }
const notices: string[] = []
const addNotices: AddNotices = async (_, added) => {
  for (const { userId, source, content } of added) notices.push(`${userId} ${source} ${content.kind}`)
}
const log = createLog('silent')

before(async () => {
  database = await createTestDatabase()
  listener = await createListener(loginConfig(database.logins.app), log)
  support = await createSupport({
    ...{ pool: database.pool, clock, log, listen: listener.listen, addNotices, typingLimit: undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    uploads: { clean: async () => assert.fail('no picture is uploaded') },
    timers: { ...systemTimers, every: () => () => undefined },
  })
  const { rows } = await database.query<{ id: string }>(
    `insert into operators (email, role, password_hash, created_at) values ('op@example.com', 'support', 'x', now())
     returning id`,
  )
  operatorId = Number(rows[0]?.id)
})
after(async () => {
  await support.stop()
  await listener.stop()
  await database.drop()
})

const typed = (text: string) => ({
  ...{ key: randomUUID(), fingerprint: '0'.repeat(64), text, images: '', orderId: undefined },
})
const parts = () => ({ pool: database.pool, clock })

async function newUser() {
  const { id: userId } = await insertUser(database)
  const owner = { kind: 'user', userId } as const
  const say = async (text: string) => await sendOwn(parts(), owner, typed(text))
  // The push of this message must not arrive later, among those of the test.
  const { texts, stop } = watch(owner)
  await say('hello')
  await eventually(() => texts().length === 1)
  stop()
  const threadId = (await support.thread(owner))?.id ?? 0
  const reviewer = { operator: { operatorId, email: 'op@example.com' }, address: '' }
  const answer = async (text: string) =>
    await sendAnswer(parts(), { ...reviewer, threadId, typed: typed(text) })
  return { owner, userId, threadId, say, answer }
}

function watch(owner: Parameters<Support['feed']['watchOwn']>[0]) {
  const pushes: OwnPush[] = []
  const stop = support.feed.watchOwn(owner, (push) => pushes.push(push))
  const texts = () =>
    pushes.flatMap((push) => (push.kind === 'typing' ? [] : push.messages.map(({ text }) => text)))
  return { pushes, texts, stop }
}

describe('the feed of a thread', () => {
  test('has the state first, then every message of both sides once and in order of numbers', async () => {
    const { owner, say, answer } = await newUser()
    const { pushes, texts } = watch(owner)
    await eventually(() => pushes.length === 1)
    assert.deepEqual([pushes[0]?.kind, texts()], ['snapshot', []])
    // A push of more than ten has none: the client reads them.
    const sent: Promise<unknown>[] = []
    for (let count = 0; count < 10; count++)
      sent.push(count % 2 === 0 ? say(`u${count}`) : answer(`d${count}`))
    await Promise.all(sent)
    await eventually(() => texts().length === 10)
    const stored = await support.messages(owner, { after: 1, before: undefined, limit: 100 })
    assert.deepEqual(
      texts(),
      stored.map(({ text }) => text),
    )
    const last = pushes.at(-1)
    assert.equal(last?.kind === 'state' && last.thread?.lastNumber, 11)
  })

  test('is not pushed before the commit, nor to others, nor after it was left', async () => {
    const [one, other] = [await newUser(), await newUser()]
    const [mine, theirs] = [watch(one.owner), watch(other.owner)]
    await eventually(() => mine.pushes.length === 1 && theirs.pushes.length === 1)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('select 1 from support_threads where id = $1 for update', [one.threadId])
    const waiting = one.answer('after the commit')
    await other.answer('theirs')
    await eventually(() => theirs.texts().length === 1)
    assert.deepEqual(mine.texts(), [])
    await client.query('commit')
    client.release()
    await waiting
    await eventually(() => mine.texts().length === 1)
    mine.stop()
    await one.answer('unheard')
    await other.answer('heard')
    await eventually(() => theirs.texts().length === 2)
    assert.deepEqual([mine.texts(), theirs.texts()], [['after the commit'], ['theirs', 'heard']])
  })

  test('tells marks and typing of operators', async () => {
    const { owner, threadId } = await newUser()
    const { pushes } = watch(owner)
    await eventually(() => pushes.length === 1)
    await support.desk.mark(threadId, { delivered: undefined, read: 1 })
    await eventually(() => pushes.length === 2)
    const marked = pushes[1]
    assert.equal(marked?.kind === 'state' && marked.thread?.deskRead, 1)
    await support.typing(owner)
    await support.desk.typing(threadId)
    await eventually(() => pushes.length === 3)
    assert.deepEqual(pushes[2], { kind: 'typing' })
  })

  test('has the state again after the connection was lost, and tells operators to read their lists', async () => {
    const { owner, answer } = await newUser()
    const { pushes, texts, stop } = watch(owner)
    let missed = 0
    const stopDesk = support.feed.watchDesk(({ kind }) => {
      if (kind === 'missed') missed += 1
    })
    await eventually(() => pushes.length === 1)
    const admin = new Client({ connectionString: database.url })
    await admin.connect()
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like 'listen %' and datname = current_database() and pid <> pg_backend_pid()`,
    )
    await admin.end()
    await eventually(() => pushes.at(-1)?.kind === 'snapshot' && pushes.length > 1)
    assert.equal(missed, 1)
    await answer('heard again')
    await eventually(() => texts().includes('heard again'))
    stop()
    stopDesk()
  })

  test('of a claimed visitor ends, and the user hears of the moved messages', async () => {
    const token = await support.open({ language: 'en', limitKey: '192.0.2.9' })
    const { threadId = 0 } = (await support.findVisitor(token ?? '')) ?? {}
    await sendOwn(parts(), { kind: 'visitor', threadId }, typed('as a visitor'))
    const { owner, userId } = await newUser()
    const { pushes } = watch(owner)
    const ended: number[] = []
    const stop = support.feed.onEnded((id) => ended.push(id))
    await eventually(() => pushes.length === 1)
    await support.claim({ userId, token: token ?? '', language: 'en' })
    await eventually(() => pushes.length === 2)
    const moved = pushes[1]
    assert.equal(moved?.kind === 'state' && moved.thread?.lastNumber, 2)
    assert.deepEqual(ended, [threadId])
    stop()
  })
})

test('a visitor hears of the end of the thread that came while the connection was lost', async () => {
  let reconnect = () => {}
  const feed = await startThreadFeed({
    ...{ pool: database.pool, timers: systemTimers, log },
    listen: async (_, { onReconnect = () => {} }) => {
      reconnect = onReconnect
      return () => {}
    },
  })
  const token = (await support.open({ language: 'en', limitKey: '192.0.2.10' })) ?? ''
  const { threadId = 0 } = (await support.findVisitor(token)) ?? {}
  const pushes: OwnPush[] = []
  const ended: number[] = []
  feed.watchOwn({ kind: 'visitor', threadId }, (push) => pushes.push(push))
  feed.onEnded((id) => ended.push(id))
  await eventually(() => pushes.length === 1)
  const { userId } = await newUser()
  await support.claim({ userId, token, language: 'en' })
  reconnect()
  await eventually(() => ended.length === 1)
  assert.deepEqual([ended, pushes.length], [[threadId], 1])
  feed.stop()
})

describe('an answer', () => {
  const run = async (laterMs: number) => {
    nowMs += laterMs
    notices.length = 0
    await noticeAway({ ...parts(), addNotices })
    return [...notices]
  }
  // Tells the answers of the tests before.
  before(async () => void (await run(60_000)))

  test('that is not delivered within 20 s is told once until the user has read', async () => {
    const { owner, userId, threadId, answer } = await newUser()
    await answer('one')
    await answer('two')
    assert.deepEqual(await run(19_999), [])
    assert.deepEqual(await run(1), [`${userId} support:${threadId}:3 support_answered`])
    await answer('three')
    assert.deepEqual(await run(60_000), [])
    await support.mark(owner, { delivered: undefined, read: 4 })
    await answer('four')
    assert.deepEqual(await run(20_000), [`${userId} support:${threadId}:5 support_answered`])
  })

  test('that is newer than 20 s is not told with an older one that was delivered, but when its time is over', async () => {
    const { owner, userId, threadId, answer } = await newUser()
    await answer('one')
    await support.mark(owner, { delivered: 2, read: undefined })
    nowMs += 19_000
    await answer('two')
    assert.deepEqual(await run(1_000), [])
    assert.deepEqual(await run(18_999), [])
    assert.deepEqual(await run(1), [`${userId} support:${threadId}:3 support_answered`])
  })

  test('that came before the user has read the last notice is told afterwards, unless it was delivered', async () => {
    const { owner, userId, threadId, answer } = await newUser()
    await answer('one')
    assert.equal((await run(20_000)).length, 1)
    await answer('two')
    assert.deepEqual(await run(60_000), [])
    await support.mark(owner, { delivered: undefined, read: 2 })
    assert.deepEqual(await run(20_000), [`${userId} support:${threadId}:3 support_answered`])
    await support.mark(owner, { delivered: undefined, read: 3 })
    assert.deepEqual(await run(60_000), [])
  })

  test('that was delivered in time is not told, nor is one to a visitor', async () => {
    const { owner, answer } = await newUser()
    await answer('one')
    await support.mark(owner, { delivered: 2, read: undefined })
    const token = await support.open({ language: 'en', limitKey: '192.0.2.9' })
    const { threadId = 0 } = (await support.findVisitor(token ?? '')) ?? {}
    const reviewer = { operator: { operatorId, email: 'op@example.com' }, address: '' }
    await sendAnswer(parts(), { ...reviewer, threadId, typed: typed('to a visitor') })
    assert.deepEqual(await run(60_000), [])
  })

  test('is told in the list of notices', async () => {
    const { userId, threadId, answer } = await newUser()
    await answer('one')
    nowMs += 20_000
    await noticeAway({ ...parts(), addNotices: storingNotices() })
    const { rows } = await database.query('select source, kind from notices where user_id = $1', [userId])
    assert.deepEqual(rows, [{ source: `support:${threadId}:2`, kind: 'support_answered' }])
  })

  test('is told by one of three processes', async () => {
    const { userId, threadId, answer } = await newUser()
    await answer('one')
    nowMs += 20_000
    notices.length = 0
    await Promise.all([1, 2, 3].map(() => noticeAway({ ...parts(), addNotices })))
    assert.deepEqual(notices, [`${userId} support:${threadId}:2 support_answered`])
  })
})
