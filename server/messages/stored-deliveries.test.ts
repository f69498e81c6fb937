// Tests stored messages through the messages module, on a real database, with a local SMS provider and a manual clock.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { StoredMessage } from '#server/messages/messages.ts'
import { claimDue } from '#server/messages/outgoing-messages-store.ts'
import { claimMs, storedRetryDelaysMs } from '#server/messages/stored-deliveries.ts'
import { pollMs } from '#server/platform/claim-loop.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createMessagesFixture } from '#test/messages/messages-fixture.ts'
import { smsSecret, startSmsProvider } from '#test/messages/sms-provider.ts'

type Process = ReturnType<typeof createMessagesFixture>
type Provider = Awaited<ReturnType<typeof startSmsProvider>>
type Row = { readonly state: string; readonly tries: number; readonly ended: boolean }

describe('stored messages', () => {
  let database: TestDatabase
  let provider: Provider
  let processes: Process[] = []
  let userId = 0

  before(async () => {
    database = await createTestDatabase()
    await database.query(
      `insert into areas values (1, 'HK', '852', false, true, 1);
       insert into users (uid, is_demo, area_id, mobile, mobile_full, password_hash, invite_code, created_at)
       values ('10000001', false, 1, '91234567', '85291234567', 'x', 'ABCDEFGH', now())`,
    )
    const { rows } = await database.query<{ id: string }>('select id from users')
    userId = Number(rows[0]?.id)
  })
  after(async () => await database.drop())
  beforeEach(async () => {
    provider = await startSmsProvider()
    await database.query('truncate outgoing_messages')
  })
  afterEach(async () => {
    for (const { close } of processes) await close()
    processes = []
    await provider.close()
  })

  /** The messages module of a process that does not deliver stored messages. */
  function create(): Process {
    const created = createMessagesFixture({ smsUrl: provider.url, smsSecret })
    processes.push(created)
    return created
  }
  /** One that delivers them. All processes of a test begin at the same time. */
  function start(): Process {
    const created = create()
    created.messages.startStored(database.pool)
    return created
  }
  const message = (changes: Partial<StoredMessage> = {}): StoredMessage =>
    ({
      ...{ userId, channel: 'mobile', to: '85291234567', language: 'en' },
      ...{ kind: 'deposit_credited', amount: '1234.50', ...changes },
    }) as StoredMessage
  async function enqueue({ messages }: Process, ...more: readonly StoredMessage[]): Promise<void> {
    await inTransaction(database.pool, async (client) => {
      for (const stored of more) await messages.enqueue(client, stored)
    })
  }
  async function rows(): Promise<readonly Row[]> {
    const found = await database.query<Row>(
      'select state, tries, ended_at is not null as ended from outgoing_messages order by id',
    )
    return found.rows
  }
  const ended = (state: string) =>
    eventually(async () => (await rows()).every((row) => row.state === state), `all messages ${state}`)
  /** Lets a process look for messages now. */
  const poll = ({ advance }: Process) => advance(pollMs)

  test('are sent once after the commit, and are then ended', async () => {
    const server = start()
    await enqueue(server, message())
    poll(server)
    const request = await provider.requests.next()
    assert.equal(request.body.text, 'Openlot: your deposit was credited: 1,234.50 USD.')
    assert.deepEqual([request.body.kind, request.body.type, request.body.code], ['deposit_credited', 0, ''])
    request.answer(200)
    await ended('sent')
    assert.deepEqual(await rows(), [{ state: 'sent', tries: 1, ended: true }])
    poll(server)
    assert.equal(provider.requests.all.length, 1)
    assert.doesNotMatch(server.logged(), /8529|1,234/)
  })

  test('are sent shortly after they were enqueued, without waiting for the next poll', async () => {
    const server = start()
    await enqueue(server, message())
    server.advance(200)
    const request = await provider.requests.next()
    request.answer(200)
    await ended('sent')
  })

  test('of a transaction that rolls back are never sent', async () => {
    const server = start()
    const work = inTransaction(database.pool, async (client) => {
      await server.messages.enqueue(client, message())
      throw new Error('no')
    })
    await assert.rejects(work)
    assert.deepEqual(await rows(), [])
  })

  test('are tried eight times with growing delays and one id, then given up', async () => {
    const server = start()
    await enqueue(server, message())
    poll(server)
    for (const [index, delayMs] of storedRetryDelaysMs.entries()) {
      const request = await provider.requests.next()
      request.answer(503)
      await server.outcomes('retried', index + 1)
      // One millisecond before it is due, nothing is claimed.
      const before = await claimable(server, delayMs - 1)
      assert.equal(before, 0)
      assert.equal(await claimable(server, delayMs), 1)
      server.advance(delayMs + pollMs)
    }
    const last = await provider.requests.next()
    last.answer(503)
    await server.outcomes('given_up', 1)
    assert.deepEqual(await rows(), [{ state: 'given_up', tries: 8, ended: true }])
    assert.equal(new Set(provider.requests.all.map(({ body }) => body.id)).size, 1)
    assert.match(server.logged(), /"kind":"deposit_credited","tries":8,"why":"status 503"/)
  })

  /** Messages due this long after the last failed try. */
  async function claimable({ nowMs }: Process, afterMs: number): Promise<number> {
    const found = await database.query<{ due: string }>(
      `select count(*) as due from outgoing_messages where state = 'waiting' and next_try_at <= $1`,
      [new Date(nowMs() + afterMs)],
    )
    return Number(found.rows[0]?.due)
  }

  test('that the provider refuses permanently are given up at once', async () => {
    const server = start()
    await enqueue(server, message())
    poll(server)
    const request = await provider.requests.next()
    request.answer(400)
    await ended('given_up')
    assert.deepEqual(await rows(), [{ state: 'given_up', tries: 1, ended: true }])
  })

  test('of a kind that this version does not know are given up', async () => {
    await enqueue(create(), message())
    await database.query(`update outgoing_messages set kind = 'of_the_future'`)
    start()
    await ended('given_up')
    assert.equal(provider.requests.all.length, 0)
  })

  test('claimed by one process are not taken by another until the claim expires', async () => {
    const first = start()
    await enqueue(first, message())
    poll(first)
    const request = await provider.requests.next()
    const second = start()
    // The claim still holds.
    second.advance(claimMs - pollMs)
    // The second process takes the other message, so it has looked.
    await enqueue(second, message({ amount: '2.00' }))
    second.advance(200)
    const other = await provider.requests.next()
    assert.match(other.body.text, /2\.00 USD/)
    assert.equal((await rows())[0]?.tries, 1)
    for (const open of [request, other]) open.answer(200)
    await ended('sent')
    assert.equal(provider.requests.all.length, 2)
  })

  test('to all users wait until no other is due', async () => {
    const announcement = { kind: 'announcement', titles: { en: 'New hours' } } as const
    const waiting = create()
    await enqueue(waiting, message(announcement), message(), message(announcement))
    const nowMs = waiting.nowMs()
    const claim = { channel: 'mobile', limit: 1, nowMs, expiresAtMs: nowMs + claimMs } as const
    const claimed = [...(await claimDue(database.pool, claim)), ...(await claimDue(database.pool, claim))]
    assert.deepEqual(
      claimed.map(({ kind }) => kind),
      ['deposit_credited', 'announcement'],
    )
  })

  test('of many are sent once each by two processes that compete', async () => {
    const [first, second] = [start(), start()]
    await enqueue(first, ...Array.from({ length: 40 }, (_, index) => message({ amount: `${index}.00` })))
    poll(first)
    poll(second)
    for (let count = 0; count < 40; count += 1) {
      const request = await provider.requests.next()
      request.answer(200)
    }
    await ended('sent')
    assert.equal(new Set(provider.requests.all.map(({ body }) => body.text)).size, 40)
    assert.equal(provider.requests.all.length, 40)
    assert.ok((await rows()).every(({ tries }) => tries === 1))
  })

  test('claimed by a process that was killed are sent again, with the same id', async () => {
    const killed = start()
    await enqueue(killed, message())
    poll(killed)
    const lost = await provider.requests.next()
    // The process never learns the answer and never acts again.
    const next = start()
    next.advance(claimMs + 2 * pollMs)
    const repeated = await provider.requests.next()
    assert.equal(repeated.body.id, lost.body.id)
    repeated.answer(200)
    await ended('sent')
    // Its late result changes nothing.
    lost.answer(503)
    await killed.outcomes('retried', 1)
    assert.deepEqual(await rows(), [{ state: 'sent', tries: 2, ended: true }])
  })

  test('whose processes were killed at every try are given up', async () => {
    await enqueue(create(), message())
    await database.query('update outgoing_messages set tries = 8')
    start()
    await ended('given_up')
    assert.equal(provider.requests.all.length, 0)
  })

  test('beyond 100 that wait for a user are dropped and counted, and others are kept', async () => {
    const server = create()
    await enqueue(server, ...Array.from({ length: 103 }, () => message()))
    assert.equal((await rows()).length, 100)
    assert.equal(await server.counted('dropped'), 3)
    await database.query(`update outgoing_messages set state = 'sent', ended_at = now()
      where id = (select min(id) from outgoing_messages)`)
    await enqueue(server, message())
    assert.equal((await rows()).length, 101)
  })

  test('with texts that the database refuses or that are too long are stored in part', async () => {
    const server = create()
    const note = `a\0b\ud800${'帳'.repeat(5000)}`
    await enqueue(server, message({ kind: 'withdrawal_refused', amount: '1.00', note }))
    const found = await database.query<{ note: string }>(
      `select parameters->>'note' as note from outgoing_messages`,
    )
    assert.equal(found.rows[0]?.note, `ab\ufffd${'帳'.repeat(997)}`)
  })

  test('never contain a code: the database refuses such a kind', async () => {
    const insert = `insert into outgoing_messages
      (delivery_id, user_id, channel, recipient, language, kind, parameters, created_at, next_try_at)
      values ('0123456789abcdef', ${userId}, 'mobile', '85291234567', 'en', $1, '{}', now(), now())`
    await assert.rejects(database.query(insert, ['reset_code']), /outgoing_messages_kind_check/)
    await database.query(insert, ['password_changed'])
  })

  test('are deleted 30 days after they ended, and never while they wait', async () => {
    const server = start()
    await enqueue(server, message())
    poll(server)
    const request = await provider.requests.next()
    request.answer(200)
    await ended('sent')
    const day = 24 * 3_600_000
    await database.query(`insert into outgoing_messages
      (delivery_id, user_id, channel, recipient, language, kind, parameters, created_at, next_try_at)
      values ('0123456789abcdef', ${userId}, 'email', 'a@example.com', 'en', 'password_changed', '{}',
        '2020-01-01', 'infinity')`)
    server.advance(30 * day - 1)
    await server.messages.sweep()
    assert.equal((await rows()).length, 2)
    server.advance(1 + pollMs)
    await server.messages.sweep()
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ['waiting'],
    )
  })

  test('being sent do not delay a stop beyond its bound, and are sent again later', async () => {
    const server = start()
    await enqueue(server, message())
    poll(server)
    await provider.requests.next()
    await server.close()
    processes = []
    assert.equal((await rows())[0]?.state, 'waiting')
  })

  test('for a channel without a provider are dropped and counted', async () => {
    const server = createMessagesFixture({ outbox: false })
    processes.push(server)
    await enqueue(server, message())
    assert.deepEqual([await rows(), await server.counted('dropped')], [[], 1])
  })
})
