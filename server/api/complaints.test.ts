// Complaints through the whole application: filed, proven by a pack, answered once.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { codes } from '#contract/envelope.ts'
import { dayMs } from '#core/candle/period.ts'
import { openDemo } from '#test/calls/app-users.ts'
import { eventually } from '#test/eventually.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
  type FundsUser,
} from '#test/funds/desk-funds-fixture.ts'

let fixture: DeskFundsFixture
let user: FundsUser
let orderId: number
let depositId: number
let carl: DeskPerson

before(async () => {
  fixture = await createDeskFundsFixture()
  carl = await fixture.person('compliance')
  user = await fixture.user()
  await fixture.fund(user, 1000)
  const { app } = fixture
  const { rows } = await app.database.query<{ id: string }>('select id from deposits')
  depositId = Number(rows[0]?.id)
  app.trading.quote('EURUSD', 114_500, 114_510)
  const order = { type: 1, forex_id: app.trading.idOf('EURUSD'), status: 1, cont: '0.10', multiple: '100' }
  const placed = await app.call({ url: '/v1/api/forex/submit', token: user.token, body: order })
  assert.equal(placed.code, 1, placed.msg)
  orderId = placed.data.Id
})
after(async () => await fixture.stop())

type Typed = Readonly<Record<string, unknown>>

async function file(body: Typed, token = user.token, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return await fixture.app.call({ url: '/api/complaint/file', token, body, headers })
}

async function info(id: number, token = user.token) {
  return (await fixture.app.call({ url: `/api/complaint/info?id=${id}`, token })).data
}

/** As if the operators had answered all, so that the next test can file some. */
async function answerAll(): Promise<void> {
  await fixture.app.database.query(
    `update complaints set answer = 'x', answered_at = now(), answered_by = (select min(id) from operators)
     where answered_at is null`,
  )
  fixture.app.advance(dayMs + 1)
}

const demoUser = (sign: string) => openDemo(fixture.app, sign.repeat(32))

/** Waits for the pack and downloads it. */
async function download(id: number) {
  await eventually(async () => (await info(id)).pack !== 'waiting')
  return await fixture.app.raw({ url: `/api/complaint/pack?id=${id}`, token: user.token })
}

describe('a complaint', () => {
  test('is filed once for a key, with a number, a deadline and the records', async () => {
    const body = {
      text: ' The price was wrong.\r\nTwice. ',
      orders: `${orderId},${orderId}`,
      deposits: `${depositId}`,
    }
    const first = await file(body, user.token, 'complaint-1')
    assert.equal(first.code, 1, first.msg)
    const { id, number, created_at, due_at, ...others } = first.data
    assert.match(number, /^C-2026-\d{6}$/)
    assert.equal(Date.parse(due_at) - Date.parse(created_at), 10 * dayMs)
    assert.deepEqual(others, {
      text: 'The price was wrong.\nTwice.',
      state: 'open',
      answered_at: null,
      ...{ orders: [orderId], deposits: [depositId], withdrawals: [], answer: '' },
      ...{ pack: 'waiting', pack_sha256: '', pack_bytes: 0 },
    })
    assert.equal((await file(body, user.token, 'complaint-1')).data.id, id)
    const other = await file({ ...body, text: 'Other' }, user.token, 'complaint-1')
    assert.equal(other.data.reason, 'idempotency_mismatch')
    const listed = await fixture.app.call({ url: '/api/complaint/list', token: user.token })
    assert.deepEqual([listed.data.total, listed.data.data[0].number], [1, number])
  })

  test('has a pack of exactly the bytes whose SHA-256 is shown, to its user and to the desk', async () => {
    const { data } = await fixture.app.call({ url: '/api/complaint/list', token: user.token })
    const [{ id, number }] = data.data
    const response = await download(id)
    const { pack, pack_sha256, pack_bytes } = await info(id)
    assert.deepEqual([pack, pack_bytes], ['ready', response.rawPayload.length])
    assert.equal(createHash('sha256').update(response.rawPayload).digest('hex'), pack_sha256)
    assert.equal(response.headers['content-type'], 'application/json')
    assert.equal(response.headers['content-disposition'], `attachment; filename="evidence-${number}.json"`)
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    const { complaint, orders, deposits, ledger, unproven } = JSON.parse(response.body)
    assert.deepEqual(
      [complaint.number, orders[0].id, deposits[0].movement.state],
      [number, orderId, 'credited'],
    )
    assert.deepEqual([ledger.length, unproven], [2, []])
    const url = `/desk/api/complaints/pack?id=${id}`
    const atDesk = await fixture.app.raw({ url, token: carl.token })
    assert.deepEqual(atDesk.rawPayload, response.rawPayload)
    const [read] = await fixture.audited(`complaint:${id}`)
    assert.deepEqual([read?.action, read?.who], ['complaint_pack_downloaded', carl.email])
  })

  test('can name no records of others, and cannot be read by others', async () => {
    const other = await fixture.user()
    for (const [field, ids] of [
      ['orders', `${orderId}`],
      ['deposits', `${depositId}`],
      ['withdrawals', '999'],
    ] as const) {
      const { data } = await file({ text: 'x', [field]: ids }, other.token)
      assert.deepEqual([data.reason, data.field], ['not_found', field])
    }
    const { data } = await fixture.app.call({ url: '/api/complaint/list', token: user.token })
    const [{ id }] = data.data
    for (const path of ['info', 'pack']) {
      const answer = await fixture.app.call({ url: `/api/complaint/${path}?id=${id}`, token: other.token })
      assert.deepEqual([answer.code, answer.data.reason], [0, 'not_found'])
    }
  })

  test('needs a text and at most twenty records', async () => {
    const many = Array.from({ length: 21 }, (_, at) => at + 1).join(',')
    for (const [body, field] of [
      [{ text: ' \n ' }, 'text'],
      [{ text: 'x'.repeat(4001) }, 'text'],
      [{ text: 'x', orders: many }, 'orders'],
      [{ text: 'x', orders: '9007199254740993' }, 'orders'],
    ] as const) {
      const { data } = await file(body)
      assert.deepEqual([data.reason, data.field], ['invalid_input', field])
    }
  })

  test('may be of a demo account, one at a time, and name nothing', async () => {
    const token = await openDemo(fixture.app)
    const { data } = await file({ text: 'x' }, token)
    assert.deepEqual([data.pack, data.orders], ['none', []])
    assert.equal((await info(data.id, token)).number, data.number)
    assert.equal((await file({ text: 'y' }, token)).data.reason, 'complaints_limit')
    await answerAll()
    assert.equal((await file({ text: 'y' }, token)).code, 1)
  })

  test('has a pack that one reader cannot download all the time', async () => {
    const { data } = await fixture.app.call({ url: '/api/complaint/list', token: user.token })
    const url = `/api/complaint/pack?id=${data.data[0].id}`
    for (let read = 0; read < 7; read += 1) await fixture.app.raw({ url, token: user.token })
    assert.equal((await fixture.app.call({ url, token: user.token })).code, codes.tooManyRequests)
  })

  test('waits its turn after five open ones, and after ten of one day', async () => {
    await answerAll()
    const reasonOfNext = async () => (await file({ text: 'x' })).data.reason
    for (let filed = 0; filed < 5; filed += 1) assert.equal(await reasonOfNext(), undefined)
    assert.equal(await reasonOfNext(), 'complaints_limit')
    await fixture.app.database.query(
      `update complaints set answer = 'x', answered_at = now(), answered_by = (select min(id) from operators)
       where answered_at is null`,
    )
    for (let filed = 0; filed < 5; filed += 1) assert.equal(await reasonOfNext(), undefined)
    await fixture.app.database.query(
      `update complaints set answer = 'x', answered_at = now(), answered_by = (select min(id) from operators)
       where answered_at is null`,
    )
    assert.equal(await reasonOfNext(), 'complaints_limit')
  })

  test('keeps its deadline when the setting changes', async () => {
    await answerAll()
    const before = (await file({ text: 'before' })).data
    await fixture.set('complaint_days', '3')
    const later = (await file({ text: 'later' })).data
    assert.equal(Date.parse(later.due_at) - Date.parse(later.created_at), 3 * dayMs)
    assert.equal((await info(before.id)).due_at, before.due_at)
    const reader = { url: '/api/default/complaint_email' }
    assert.deepEqual((await fixture.app.call(reader)).data, { email: '' })
    await fixture.set('complaint_email', 'complaints@example.com')
    assert.deepEqual((await fixture.app.call(reader)).data, { email: 'complaints@example.com' })
  })
})

describe('the desk', () => {
  test('answers a complaint once, by deadline, and tells the user without the answer', async () => {
    await answerAll()
    await fixture.wait(1)
    await fixture.app.settings.change('complaint_days', '10', 'cli:test')
    const late = (await file({ text: 'late' })).data
    await fixture.app.settings.change('complaint_days', '2', 'cli:test')
    const soon = (await file({ text: 'soon' })).data
    const queue = await fixture.desk(carl, 'complaints/queue')
    assert.deepEqual(
      queue.data.data.map(({ id }: { id: number }) => id),
      [soon.id, late.id],
    )
    assert.deepEqual([queue.data.total, queue.data.waiting, queue.data.overdue], [2, 2, 0])
    assert.deepEqual([queue.data.data[0].uid, queue.data.data[0].is_demo], [user.uid, 0])
    assert.equal((await fixture.desk(carl, 'me')).data.complaints_open, 2)
    assert.equal((await fixture.desk(fixture.ann, 'me')).data.complaints_open, undefined)

    const view = await fixture.desk(carl, `complaints/details?id=${soon.id}`)
    assert.deepEqual([view.data.text, view.data.uid, view.data.answered_by], ['soon', user.uid, ''])
    const empty = await fixture.desk(carl, 'complaints/answer', { id: soon.id, answer: ' ' })
    assert.equal(empty.data.field, 'answer')
    const body = { id: soon.id, answer: 'You are right: secret words.' }
    const answered = await fixture.desk(carl, 'complaints/answer', body)
    assert.deepEqual(answered.data, { state: 'answered', next: late.id, waiting: 1 })
    assert.equal((await fixture.desk(carl, 'complaints/answer', body)).code, 1)
    const second = await fixture.desk(fixture.owner, 'complaints/answer', body)
    assert.equal(second.data.reason, 'already_decided')
    const { state, answer } = await info(soon.id)
    assert.deepEqual([state, answer], ['answered', body.answer])
    assert.deepEqual(
      (await fixture.audited(`complaint:${soon.id}`)).map(({ action }) => action),
      ['complaint_viewed', 'complaint_answered'],
    )
    const { rows } = await fixture.app.database.query<{ parameters: object }>(
      `select parameters from outgoing_messages where kind = 'complaint_answered'`,
    )
    assert.deepEqual(rows, [{ parameters: { number: soon.number } }])
  })

  test('answers complaints of real accounts first, and has at most 500 of demo accounts', async () => {
    await answerAll()
    await fixture.wait(1)
    const [first, last, other] = [await demoUser('a'), await demoUser('b'), await demoUser('c')]
    const demo = (await file({ text: 'demo' }, first)).data
    const filed = (count: number) =>
      fixture.app.database.query(
        `insert into complaints (user_id, key, fingerprint, text, created_at, due_at)
         select user_id, 'k' || n, fingerprint, text, created_at, due_at from complaints, generate_series(1, $2) n
         where id = $1`,
        [demo.id, count],
      )
    await filed(498)
    assert.equal((await file({ text: 'the last one' }, last)).code, 1)
    const refused = await file({ text: 'one too many' }, other)
    assert.deepEqual([refused.code, refused.data], [0, { reason: 'demo_forbidden' }])
    fixture.app.advance(60_000)
    const [real, second] = [(await file({ text: 'real' })).data, (await file({ text: 'second' })).data]
    const queue = await fixture.desk(carl, 'complaints/queue')
    assert.deepEqual(
      queue.data.data.slice(0, 3).map(({ id }: { id: number }) => id),
      [real.id, second.id, demo.id],
    )
    assert.equal(queue.data.total, 502)
    const answered = await fixture.desk(carl, 'complaints/answer', { id: real.id, answer: 'Yes.' })
    assert.deepEqual(answered.data, { state: 'answered', next: second.id, waiting: 501 })
    await fixture.desk(carl, 'complaints/answer', { id: demo.id, answer: 'Yes.' })
    assert.equal((await file({ text: 'room again' }, other)).code, 1)
    await answerAll()
  })

  test('cannot rewrite what was filed or answered', async () => {
    const { pool } = fixture.app.database
    for (const statement of [
      `update complaints set answer = 'other'`,
      `update complaints set text = 'other'`,
      'delete from complaints',
      'delete from complaint_records',
      `update evidence_packs set state = 'failed'`,
      'delete from evidence_packs',
    ])
      await assert.rejects(pool.query(statement), statement)
  })
})
