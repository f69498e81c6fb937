// Tests pushes through the push module, on a real database, with a local push service and a manual clock.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { pollMs } from '#server/platform/claim-loop.ts'
import {
  claimMs,
  longestRetryAfterMs,
  maxPerService,
  mostRefusals,
  refusedForMs,
} from '#server/push/deliveries.ts'
import type { PushNotice } from '#server/push/push.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import {
  createPushProcess,
  createPushUsers,
  noticeFor,
  type PushProcess,
  pushStartMs,
} from '#test/push/push-fixture.ts'
import { type ReceivedPush, startPushService } from '#test/push/push-service.ts'

type User = { readonly userId: number; readonly sessionId: number }

const minute = 60_000
const details = { details: true, quietFrom: 0, quietTo: 0, zone: 'UTC' }
const priceAlert = {
  kind: 'price_alert',
  ...{ market: 'EUR/USD', code: 'EURUSD', level: '1.1', price: '1.1' },
  condition: 'above',
} as const
const identityVerified = { kind: 'identity_verified' } as const
const marginCall = { kind: 'margin_call', level: '99.50' } as const

describe('pushes', () => {
  let database: TestDatabase
  let service: Awaited<ReturnType<typeof startPushService>>
  let processes: PushProcess[] = []
  let users: readonly User[] = []
  let ann: User
  let bob: User

  before(async () => {
    database = await createTestDatabase()
    users = await createPushUsers(database, 3)
    const [first, second] = users
    assert.ok(first !== undefined && second !== undefined)
    ann = first
    bob = second
  })
  after(async () => await database.drop())
  beforeEach(async () => {
    service = await startPushService()
    await database.query('truncate push_subscriptions, push_preferences, push_deliveries')
    const expiresAt = new Date(pushStartMs + 30 * 86_400_000)
    await database.query('update sessions set ended_at = null, expires_at = $1', [expiresAt])
  })
  afterEach(async () => {
    for (const { close } of processes) await close()
    processes = []
    await service.close()
  })

  /** The push module of a process that does not send. */
  async function create(): Promise<PushProcess> {
    const created = await createPushProcess(database.pool, [service.origin])
    processes.push(created)
    return created
  }
  /** One that sends. All processes of a test begin at the same time. */
  async function start(): Promise<PushProcess> {
    const created = await create()
    created.push.start()
    return created
  }
  async function subscribe({ push }: PushProcess, user: User, name: string) {
    const browser = service.subscribe(name)
    assert.equal(await push.subscribe({ ...user, ...browser, language: 'en' }), 'subscribed')
    return browser
  }
  async function enqueue({ push }: PushProcess, ...notices: readonly PushNotice[]): Promise<void> {
    await inTransaction(database.pool, (client) => push.enqueue(client, notices))
  }
  /** Lets a process look for pushes now. */
  const poll = ({ advance }: PushProcess) => advance(pollMs)
  async function states(): Promise<readonly string[]> {
    const { rows } = await database.query<{ state: string }>('select state from push_deliveries order by id')
    return rows.map(({ state }) => state)
  }
  async function browsers(): Promise<readonly string[]> {
    const { rows } = await database.query<{ endpoint: string }>(
      'select endpoint from push_subscriptions order by subscribed_at, id',
    )
    return rows.map(({ endpoint }) => endpoint.split('/').at(-1) ?? '')
  }

  test('arrive at the browser, signed for its push service, and say nothing private', async () => {
    const server = await start()
    await subscribe(server, ann, 'phone')
    await enqueue(server, noticeFor(ann.userId))
    poll(server)
    const push = await service.pushes.next()
    push.answer(201)
    await server.outcomes('sent', 1)
    const { tag, ...shown } = push.payload
    assert.deepEqual(shown, {
      title: 'Openlot',
      body: 'You have a new notification. Open the app to read it.',
      path: '/mine/notices',
      lang: 'en',
      dir: 'ltr',
      renotify: false,
    })
    assert.equal(tag, push.headers['topic'])
    assert.match(tag, /^[\w-]{32}$/)
    assert.deepEqual(
      [push.headers['urgency'], push.headers['ttl'], push.headers['content-encoding']],
      ['normal', String(24 * 3600 - pollMs / 1000), 'aes128gcm'],
    )
    const { aud, exp, sub, key } = push.vapid
    assert.deepEqual([aud, sub, key], [service.origin, 'https://m.example.com', server.push.publicKey])
    const validMs = exp * 1000 - Date.now()
    assert.ok(validMs > 0 && validMs <= 24 * 60 * minute, String(validMs))
    assert.deepEqual(await states(), ['sent'])
    poll(server)
    assert.equal(service.pushes.all.length, 1)
  })

  test('say what they are about, in the language of the browser, if the user wants details', async () => {
    const server = await start()
    await server.push.subscribe({ ...ann, ...service.subscribe('phone'), language: 'hk' })
    await server.push.setPreferences(ann.userId, details)
    await enqueue(server, noticeFor(ann.userId, { content: marginCall }))
    poll(server)
    const { payload, headers, answer } = await service.pushes.next()
    answer(201)
    assert.deepEqual(
      [payload.title, payload.body, payload.path, payload.lang, payload.renotify],
      ['margin_call in hk', JSON.stringify(marginCall), '/order', 'zh-Hant-HK', true],
    )
    assert.deepEqual([headers['urgency'], headers['ttl']], ['high', String(3600 - pollMs / 1000)])
    await server.outcomes('sent', 1)
  })

  for (const [name, chosen, content, expected] of [
    ['without details share one topic', undefined, identityVerified, 1],
    ['with details have one each', details, identityVerified, 3],
    ['about margin have one each', undefined, marginCall, 3],
  ] as const)
    test(`${name}, by which a browser replaces the one before`, async () => {
      const server = await create()
      await subscribe(server, ann, 'phone')
      if (chosen !== undefined) await server.push.setPreferences(ann.userId, chosen)
      await enqueue(server, ...['a', 'b', 'c'].map((tag) => noticeFor(ann.userId, { tag, content })))
      server.push.start()
      const pushes = await takePushes(3)
      for (const { answer } of pushes) answer(201)
      await server.outcomes('sent', 3)
      assert.equal(new Set(pushes.map(({ headers }) => headers['topic'])).size, expected)
      for (const { headers, payload } of pushes) assert.equal(payload.tag, headers['topic'])
    })

  test('inside quiet hours of the zone are never sent, except urgent ones', async () => {
    const server = await start()
    await subscribe(server, ann, 'phone')
    // 14:30 in UTC is 22:30 in Hong Kong.
    const hours = { details: true, quietFrom: 22 * 60, quietTo: 7 * 60, zone: 'Asia/Hong_Kong' }
    await server.push.setPreferences(ann.userId, hours)
    await enqueue(server, noticeFor(ann.userId), noticeFor(ann.userId, { content: marginCall }))
    poll(server)
    const push = await service.pushes.next()
    push.answer(201)
    await server.outcomes('sent', 1)
    await server.outcomes('quiet', 1)
    assert.match(push.payload.title, /^margin_call/)
    server.advance(10 * 60 * minute)
    await enqueue(server, noticeFor(ann.userId, { tag: 'next' }))
    poll(server)
    const next = await service.pushes.next()
    next.answer(201)
    assert.equal(service.pushes.all.length, 2)
  })

  test('to an unknown zone are refused', async () => {
    const { push } = await create()
    const chosen = { details: true, quietFrom: 1, quietTo: 2, zone: 'Mars/Olympus' }
    assert.deepEqual(await push.setPreferences(ann.userId, chosen), { field: 'zone' })
    assert.deepEqual(await push.preferences(ann.userId), {
      ...{ details: false, quietFrom: 0, quietTo: 0, zone: 'UTC' },
    })
  })

  for (const status of [404, 410])
    test(`answered with ${status} end the subscription and all that waits for it`, async () => {
      const server = await start()
      await subscribe(server, ann, 'phone')
      await enqueue(server, noticeFor(ann.userId))
      poll(server)
      const push = await service.pushes.next()
      push.answer(status)
      await server.outcomes('gone', 1)
      assert.deepEqual([await browsers(), await states()], [[], []])
    })

  test('answered with 410 for a browser that has subscribed again meanwhile are sent to it again', async () => {
    const server = await start()
    await subscribe(server, ann, 'phone')
    await enqueue(server, noticeFor(ann.userId))
    poll(server)
    const outdated = await service.pushes.next()
    server.advance(1)
    await subscribe(server, ann, 'phone')
    outdated.answer(410)
    const push = await service.pushes.next()
    push.answer(201)
    await server.outcomes('sent', 1)
    assert.deepEqual(
      [await browsers(), await states(), await server.counted('gone')],
      [['phone'], ['sent'], 0],
    )
  })

  for (const status of [307, 400, 403, 413])
    test(`answered with ${status} are given up, and the log names the host only`, async () => {
      const server = await start()
      const { endpoint, auth } = await subscribe(server, ann, 'phone')
      await enqueue(server, noticeFor(ann.userId))
      poll(server)
      const push = await service.pushes.next()
      push.answer(status, { location: `${service.origin}/push/elsewhere` })
      await server.outcomes('failed', 1)
      assert.deepEqual([await browsers(), await states()], [['phone'], ['failed']])
      assert.match(server.logged(), new RegExp(`"host":"127.0.0.1".*"why":"status ${status}"`))
      for (const secret of [endpoint, auth, '1234.50', 'private details', 'deposit:7'])
        assert.ok(!server.logged().includes(secret), secret)
    })

  test('refused ten times in a row end the subscription, but not within three days', async () => {
    const server = await start()
    await subscribe(server, ann, 'phone')
    let sent = 0
    let failed = 0
    async function answerNext(status: number, times = 1): Promise<void> {
      for (let time = 0; time < times; time++) {
        await enqueue(
          server,
          noticeFor(ann.userId, { tag: `deposit:${sent + failed}`, atMs: server.nowMs() }),
        )
        poll(server)
        const push = await service.pushes.next()
        push.answer(status)
        if (status === 201) await server.outcomes('sent', ++sent)
        else await server.outcomes('failed', ++failed)
      }
    }
    await answerNext(403, mostRefusals)
    assert.deepEqual(await browsers(), ['phone'])
    server.advance(refusedForMs)
    await answerNext(201)
    await answerNext(403, mostRefusals - 1)
    server.advance(refusedForMs)
    assert.deepEqual(await browsers(), ['phone'])
    await answerNext(413)
    assert.deepEqual(await browsers(), ['phone'])
    await answerNext(401)
    assert.deepEqual([await browsers(), await server.counted('gone')], [[], 1])
  })

  test('that a service cannot take now are sent again with the same topic, when it says', async () => {
    const server = await start()
    await subscribe(server, ann, 'phone')
    await enqueue(server, noticeFor(ann.userId))
    poll(server)
    const first = await service.pushes.next()
    first.answer(503, { 'retry-after': '120' })
    await server.outcomes('retried', 1)
    assert.equal(await dueInMs(server), 120_000)
    server.advance(120_000 + pollMs)
    const second = await service.pushes.next()
    second.answer(429, { 'retry-after': '999999' })
    await server.outcomes('retried', 2)
    assert.equal(await dueInMs(server), longestRetryAfterMs)
    server.advance(longestRetryAfterMs + pollMs)
    const third = await service.pushes.next()
    third.answer(201)
    await server.outcomes('sent', 1)
    assert.deepEqual(
      [second.headers['topic'], third.payload.tag],
      [first.headers['topic'], first.payload.tag],
    )
  })

  async function dueInMs({ nowMs }: PushProcess): Promise<number> {
    const { rows } = await database.query<{ due: Date }>('select next_try_at as due from push_deliveries')
    return (rows[0]?.due.getTime() ?? 0) - nowMs()
  }

  test('are not sent again once they would be too late', async () => {
    const server = await create()
    await subscribe(server, ann, 'phone')
    await enqueue(server, noticeFor(ann.userId, { content: marginCall }))
    server.advance(59 * minute)
    server.push.start()
    const push = await service.pushes.next()
    push.answer(503, { 'retry-after': '300' })
    await server.outcomes('expired', 1)
    assert.deepEqual(await states(), ['expired'])
    await enqueue(server, noticeFor(ann.userId, { content: marginCall, atMs: pushStartMs - 60 * minute }))
    assert.deepEqual(await states(), ['expired'])
  })

  test('of a process that was killed while it sent them are sent again, with the same topic', async () => {
    const killed = await start()
    await subscribe(killed, ann, 'phone')
    await enqueue(killed, noticeFor(ann.userId))
    poll(killed)
    const lost = await service.pushes.next()
    // The process never learns the answer.
    const next = await start()
    next.advance(claimMs + 2 * pollMs)
    const repeated = await service.pushes.next()
    repeated.answer(201)
    await next.outcomes('sent', 1)
    assert.deepEqual([repeated.headers['topic'], repeated.payload], [lost.headers['topic'], lost.payload])
    // Its late result changes nothing.
    lost.answer(503)
    await killed.outcomes('retried', 1)
    assert.deepEqual(await states(), ['sent'])
  })

  test('of many are sent once each by two processes that compete', async () => {
    const [first, second] = [await start(), await start()]
    await subscribe(first, ann, 'phone')
    await first.push.setPreferences(ann.userId, details)
    const notices = Array.from({ length: 61 }, (_, index) => noticeFor(ann.userId, { tag: `n:${index}` }))
    await enqueue(first, ...notices)
    poll(first)
    const received = await service.pushes.next()
    poll(second)
    received.answer(201)
    for (let count = 0; count < 60; count += 1) {
      const { answer } = await service.pushes.next()
      answer(201)
    }
    await eventually(async () => (await states()).every((state) => state === 'sent'))
    assert.equal(new Set(service.pushes.all.map(({ headers }) => headers['topic'])).size, 61)
    assert.equal(service.pushes.all.length, 61)
  })

  test('about margin come before those of orders and prices, and these before all others', async () => {
    const server = await create()
    await subscribe(server, ann, 'phone')
    await server.push.setPreferences(ann.userId, details)
    for (const content of [identityVerified, priceAlert, marginCall]) {
      const notices = Array.from({ length: maxPerService }, () => noticeFor(ann.userId, { content }))
      await enqueue(server, ...notices)
      server.advance(1)
    }
    server.push.start()
    for (const { kind } of [marginCall, priceAlert, identityVerified]) {
      const together = await takePushes(maxPerService)
      for (const { payload } of together) assert.equal(payload.title, `${kind} in en`)
      for (const { answer } of together) answer(201)
    }
    await server.outcomes('sent', 3 * maxPerService)
  })

  async function takePushes(count: number): Promise<readonly ReceivedPush[]> {
    const taken: ReceivedPush[] = []
    while (taken.length < count) taken.push(await service.pushes.next())
    return taken
  }

  test('to a service that does not answer leave room for those to another', async (t) => {
    const hanging = await startPushService()
    t.after(hanging.close)
    const server = await createPushProcess(database.pool, [service.origin, hanging.origin])
    processes.push(server)
    await server.push.subscribe({ ...ann, ...hanging.subscribe('dead'), language: 'en' })
    await subscribe(server, bob, 'live')
    await enqueue(server, ...Array.from({ length: 40 }, () => noticeFor(ann.userId, { content: marginCall })))
    server.advance(1)
    await enqueue(server, ...Array.from({ length: 20 }, () => noticeFor(bob.userId)))
    server.push.start()
    for (const _ of Array.from({ length: maxPerService })) await hanging.pushes.next()
    for (const _ of Array.from({ length: 20 })) {
      const { answer } = await service.pushes.next()
      answer(201)
    }
    await server.outcomes('sent', 20)
    const { rows } = await database.query(
      `select 1 from push_deliveries where tries > 0 and state = 'waiting'`,
    )
    assert.deepEqual([rows.length, hanging.pushes.all.length], [maxPerService, maxPerService])
  })

  test('go to every browser of the user and to no other', async () => {
    const server = await start()
    for (const name of ['phone', 'tablet']) await subscribe(server, ann, name)
    await subscribe(server, bob, 'other')
    await enqueue(server, noticeFor(ann.userId))
    poll(server)
    const received = [await service.pushes.next(), await service.pushes.next()]
    for (const { answer } of received) answer(201)
    await server.outcomes('sent', 2)
    assert.deepEqual(received.map(({ browser }) => browser).sort(), ['phone', 'tablet'])
    assert.equal((await states()).length, 2)
  })

  for (const [name, end] of [
    ['has ended', `update sessions set ended_at = now() where id = $1`],
    ['has expired', `update sessions set expires_at = '2026-11-05 14:30:00Z' where id = $1`],
  ] as const)
    test(`never reach a browser whose session ${name}`, async () => {
      const server = await create()
      await subscribe(server, ann, 'phone')
      await enqueue(server, noticeFor(ann.userId))
      await database.query(end, [ann.sessionId])
      server.push.start()
      await server.outcomes('gone', 1)
      assert.deepEqual([await browsers(), await states()], [[], []])
      await subscribe(server, ann, 'phone')
      await subscribe(server, bob, 'other')
      await server.push.sweep()
      assert.deepEqual([await browsers(), service.pushes.all.length], [['other'], 0])
    })

  test('of the user before never reach the next user of the same browser', async () => {
    const server = await create()
    const browser = await subscribe(server, ann, 'phone')
    await enqueue(server, noticeFor(ann.userId))
    await server.push.subscribe({ ...bob, ...browser, language: 'en' })
    assert.deepEqual([await browsers(), await states()], [['phone'], []])
    await enqueue(server, noticeFor(ann.userId))
    assert.deepEqual(await states(), [])
    await enqueue(server, noticeFor(bob.userId))
    // Subscribing again, as the app does at every start, loses nothing.
    await server.push.subscribe({ ...bob, ...browser, language: 'hk' })
    assert.deepEqual(await states(), ['waiting'])
    await server.push.unsubscribe({ userId: ann.userId, endpoint: browser.endpoint })
    assert.deepEqual(await browsers(), ['phone'])
    await server.push.unsubscribe({ userId: bob.userId, endpoint: browser.endpoint })
    assert.deepEqual(await browsers(), [])
  })

  for (const [name, end, expected] of [
    ['ends', 'commit', ['tablet']],
    ['does not end after all', 'rollback', ['phone', 'tablet']],
  ] as const)
    test(`wait for a subscription that is being deleted; if it ${name} -> ${expected.join(' and ')}`, async () => {
      const server = await create()
      const { endpoint } = await subscribe(server, ann, 'phone')
      await subscribe(server, ann, 'tablet')
      const deleting = await database.pool.connect()
      await deleting.query('begin')
      await deleting.query('delete from push_subscriptions where endpoint = $1', [endpoint])
      const enqueued = enqueue(server, noticeFor(ann.userId))
      await eventually(isSomebodyWaiting)
      await deleting.query(end)
      deleting.release()
      await enqueued
      const { rows } = await database.query<{ name: string }>(
        `select split_part(endpoint, '/push/', 2) as name from push_deliveries d
         join push_subscriptions s on s.id = d.subscription_id order by s.id`,
      )
      const names = rows.map(({ name }) => name)
      assert.deepEqual(names, expected)
    })

  async function isSomebodyWaiting(): Promise<boolean> {
    const { rows } = await database.query<{ waiting: boolean }>(
      `select exists (select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock') as waiting`,
    )
    return rows[0]?.waiting === true
  }

  test('go to the ten browsers that subscribed last', async () => {
    const server = await create()
    for (let count = 0; count < 11; count += 1) {
      await subscribe(server, ann, `b${count}`)
      server.advance(1)
    }
    const found = await browsers()
    assert.deepEqual([found.length, found[0], found.at(-1)], [10, 'b1', 'b10'])
  })

  test('beyond 100 that wait for a browser are dropped and counted', async () => {
    const server = await create()
    for (const name of ['phone', 'tablet']) await subscribe(server, ann, name)
    const many = (length: number) =>
      Array.from({ length }, (_, index) => noticeFor(ann.userId, { tag: `n:${index}` }))
    await enqueue(server, ...many(60))
    await enqueue(server, ...many(43))
    assert.deepEqual([(await states()).length, await server.counted('dropped')], [200, 6])
  })

  test('of thousands of users are stored by one call, with texts that the database refuses', async () => {
    const server = await create()
    for (const user of users) await subscribe(server, user, `of-${user.userId}`)
    const content = {
      kind: 'withdrawal_refused',
      amount: '1.00',
      note: `a\0b\ud800${'帳'.repeat(900)}`,
    } as const
    const notices = Array.from({ length: 3000 }, (_, index) =>
      noticeFor(index < 3 ? (users[index]?.userId ?? 0) : 5_000_000 + index, { content }),
    )
    await enqueue(server, ...notices)
    assert.equal((await states()).length, 3)
    const { rows } = await database.query<{ note: string }>(
      `select distinct content->>'note' as note from push_deliveries`,
    )
    assert.deepEqual(
      rows.map(({ note }) => note.slice(0, 5)),
      ['ab\ufffd帳帳'],
    )
  })

  test('to a browser of an unknown push service are refused when it subscribes', async () => {
    const { push } = await create()
    const browser = { ...service.subscribe('phone'), endpoint: 'https://evil.example/push' }
    assert.equal(await push.subscribe({ ...ann, ...browser, language: 'en' }), 'unknown_service')
    assert.deepEqual(await browsers(), [])
  })

  const refused: readonly (readonly [string, (browser: Browser) => Browser])[] = [
    ['endpoint', (browser) => ({ ...browser, endpoint: `${browser.endpoint}${'x'.repeat(1024)}` })],
    ['p256dh', (browser) => ({ ...browser, p256dh: 'A'.repeat(87) })],
    ['auth', (browser) => ({ ...browser, auth: 'A'.repeat(20) })],
  ]
  for (const [index, [field, change]] of refused.entries())
    test(`to a browser with a wrong ${field} (${index}) are refused when it subscribes`, async () => {
      const { push } = await create()
      const browser = change(service.subscribe('phone'))
      assert.deepEqual(await push.subscribe({ ...ann, ...browser, language: 'en' }), { field })
      assert.deepEqual(await browsers(), [])
    })

  test('to a service that is no longer allowed are given up', async () => {
    const before = await create()
    await subscribe(before, ann, 'phone')
    await enqueue(before, noticeFor(ann.userId))
    const server = await createPushProcess(database.pool, ['https://push.example.com'])
    processes.push(server)
    server.push.start()
    await server.outcomes('failed', 1)
    assert.equal(service.pushes.all.length, 0)
  })

  test('being sent do not delay a stop beyond its bound, and are sent again later', async () => {
    const server = await start()
    await subscribe(server, ann, 'phone')
    await enqueue(server, noticeFor(ann.userId))
    poll(server)
    await service.pushes.next()
    await server.close()
    processes = []
    assert.deepEqual([await states(), await server.counted('retried')], [['waiting'], 1])
    assert.doesNotMatch(server.logged(), /could not/)
  })

  test('are deleted a day after they ended', async () => {
    const server = await start()
    await subscribe(server, ann, 'phone')
    await enqueue(server, noticeFor(ann.userId))
    poll(server)
    const push = await service.pushes.next()
    push.answer(200)
    await server.outcomes('sent', 1)
    server.advance(24 * 60 * minute - 1)
    await server.push.sweep()
    assert.deepEqual(await states(), ['sent'])
    server.advance(pollMs + 1)
    await server.push.sweep()
    assert.deepEqual(await states(), [])
  })

  test('of all processes are signed with one key, which another secret key cannot read', async () => {
    await database.query('delete from push_keys')
    const created = await Promise.all([create(), create(), create()])
    assert.equal(new Set(created.map(({ push }) => push.publicKey)).size, 1)
    await assert.rejects(
      createPushProcess(database.pool, [], new Uint8Array(32).fill(8)),
      /encrypted with another key: restore the file secret\.key/,
    )
    const { rows } = await database.query<{ stored: Buffer }>('select private_key as stored from push_keys')
    assert.ok((rows[0]?.stored.length ?? 0) > 43)
  })
})

type Browser = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
