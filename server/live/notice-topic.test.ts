import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListState, StoredNotice } from '#server/notices/notices.ts'
import { eventually } from '#test/eventually.ts'
import type { Frame, LiveClient } from '#test/live/live-client.ts'
import { createLiveHarness } from '#test/live/live-harness.ts'

type Context = Parameters<typeof createLiveHarness>[0]

/** Lists in memory. A held read answers when it is released, with the state it began with. */
async function stageOf(context: Context) {
  const lists = new Map<number, StoredNotice[]>()
  const readUpTo = new Map<number, number>()
  let changed: (userIds: readonly number[] | undefined) => void = () => undefined
  let held: Promise<void> | undefined
  let failures = 0
  /** Number of lists in each read. */
  const reads: number[] = []
  const listOf = (userId: number) => lists.get(userId) ?? []
  function stateOf(userId: number): ListState {
    const lastNumber = listOf(userId).length
    const readNumber = readUpTo.get(userId) ?? 0
    return { lastNumber, readNumber, unread: lastNumber - readNumber }
  }
  const harness = await createLiveHarness(context, {
    authenticate: async (token) => ({ userId: Number(token), sessionId: Number(token) }),
    notices: {
      async states(userIds) {
        reads.push(userIds.length)
        const states = new Map(userIds.map((userId) => [userId, stateOf(userId)]))
        await held
        if (failures > 0) {
          failures -= 1
          throw new Error('no database')
        }
        return states
      },
      added: async (since, limit) =>
        new Map(since.map(({ userId, number }) => [userId, listOf(userId).slice(number, number + limit)])),
    },
    onNoticesChanged: (handler) => {
      changed = handler
      return () => undefined
    },
  })
  async function join(userId: number, language = 'en'): Promise<LiveClient> {
    const client = await harness.connect(undefined, harness.url.replace('lang=en', `lang=${language}`))
    await client.request({ cmd: 'login', token: String(userId) })
    client.send({ cmd: 'sub', topic: 'NOTICE' })
    assert.equal((await client.next())['cmd'], 'sub')
    return client
  }
  return {
    ...{ harness, join, reads },
    add(userId: number, count = 1, createdAtMs = 0) {
      const list = listOf(userId)
      for (let added = 0; added < count; added += 1)
        list.push({ number: list.length + 1, content: { kind: 'identity_verified' }, createdAtMs })
      lists.set(userId, list)
    },
    read: (userId: number, number: number) => void readUpTo.set(userId, number),
    changed: (userIds?: readonly number[]) => changed(userIds),
    hold(until: Promise<void>) {
      held = until
    },
    failNext: () => {
      failures = 1
    },
  }
}

function said({ topic, data, snapshot }: Frame): readonly unknown[] {
  const { Unread, LastId, Notices } = data as Frame
  const rows = Notices as readonly Frame[] | null
  return [topic, snapshot === true, Unread, LastId, rows?.map(({ id, title }) => `${id} ${title}`) ?? null]
}

test('a subscriber gets the unread count, and then each notice at once, in its language', async (context) => {
  const { join, add, changed } = await stageOf(context)
  add(7, 2)
  const [english, chinese] = [await join(7), await join(7, 'hk')]
  for (const client of [english, chinese])
    assert.deepEqual(said(await client.next()), ['NOTICE', true, 2, 2, []])
  add(7)
  changed([7])
  assert.deepEqual(said(await english.next()), ['NOTICE', false, 3, 3, ['3 Identity verified']])
  assert.deepEqual(said(await chinese.next()), ['NOTICE', false, 3, 3, ['3 實名認證已通過']])
})

test('reading on one socket updates the count on the others; nothing is sent without a change', async (context) => {
  const { join, add, read, changed } = await stageOf(context)
  add(7, 2)
  const client = await join(7)
  await client.next()
  changed([7])
  read(7, 2)
  changed([7])
  assert.deepEqual(said(await client.next()), ['NOTICE', false, 0, 2, []])
  assert.deepEqual(await client.framesSoFar(), [])
})

test('another user gets nothing, and a visitor cannot subscribe', async (context) => {
  const { harness, join, add, changed } = await stageOf(context)
  const [mine, other] = [await join(7), await join(8)]
  await mine.next()
  await other.next()
  add(7)
  changed([7])
  await mine.next()
  assert.deepEqual(await other.framesSoFar(), [])
  const visitor = await harness.connect()
  assert.equal((await visitor.request({ cmd: 'sub', topic: 'NOTICE' }))['code'], 999)
})

test('a change during a read is not missed, and more than 20 notices are sent as none', async (context) => {
  const { join, add, changed, hold } = await stageOf(context)
  const client = await join(7)
  await client.next()
  const held = Promise.withResolvers<void>()
  hold(held.promise)
  add(7)
  changed([7])
  add(7, 30)
  changed([7])
  held.resolve()
  const frames = [said(await client.next()), said(await client.next())]
  assert.deepEqual(frames.at(-1)?.slice(2, 4), [31, 31])
  assert.ok(frames.some((frame) => frame[4] === null))
})

test('a failed read and a lost connection of the listener are caught up with', async (context) => {
  const { harness, join, add, changed, failNext } = await stageOf(context)
  const client = await join(7)
  await client.next()
  add(7)
  failNext()
  changed([7])
  await eventually(() => harness.faults.length === 1)
  harness.timers.advance(2_000)
  assert.deepEqual(said(await client.next()).slice(2, 4), [1, 1])
  add(7)
  changed(undefined)
  assert.deepEqual(said(await client.next()).slice(2, 4), [2, 2])
})

test('lists that change together are read together', async (context) => {
  const { join, add, changed, hold, reads } = await stageOf(context)
  const clients = new Map<number, LiveClient>()
  for (let userId = 1; userId <= 3; userId += 1) clients.set(userId, await join(userId))
  for (const client of clients.values()) await client.next()
  reads.length = 0
  const held = Promise.withResolvers<void>()
  hold(held.promise)
  changed([1])
  for (const userId of [1, 2, 3, 4]) {
    add(userId)
    changed([userId])
  }
  held.resolve()
  for (const [userId, client] of clients)
    assert.deepEqual(said(await client.next()).slice(2, 4), [1, 1], `user ${userId}`)
  assert.deepEqual(reads, [1, 3], 'nothing is read for a user without a socket')
})

test('a list that cannot be encoded is tried again, and the others are sent', async (context) => {
  const { harness, join, add, changed } = await stageOf(context)
  const [broken, other] = [await join(7), await join(8)]
  await broken.next()
  await other.next()
  add(7, 1, Number.NaN)
  add(8)
  changed([7, 8])
  assert.deepEqual(said(await other.next()).slice(2, 4), [1, 1])
  assert.equal(harness.faults.length, 1)
  harness.timers.advance(2_000)
  await eventually(() => harness.faults.length === 2)
  assert.deepEqual(await broken.framesSoFar(), [])
})
