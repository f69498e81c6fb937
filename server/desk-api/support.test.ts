// Support threads in the console, through the whole application.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import {
  addOperator,
  openDemo,
  registerUser,
  signInAgain,
  signInOwner,
  type TestDeskOperator,
} from '#test/calls/app-users.ts'
import { createChat, openThread } from '#test/support/support-callers.ts'
import { fileForm, multipart, multipartType } from '#test/uploads/multipart.ts'
import { photo } from '#test/uploads/pictures.ts'

let fixture: AppFixture
let sue: TestDeskOperator
let sam: TestDeskOperator
let owner: string
let user: ReturnType<typeof createChat> & { readonly token: string }

before(async () => {
  fixture = await createAppFixture()
  const { token } = await registerUser(fixture, 'ann@example.com')
  user = { ...createChat(fixture, { token }), token }
  owner = await signInOwner(fixture)
  sue = await addOperator(fixture, owner, 'support', 'sue@example.com')
  sam = await addOperator(fixture, owner, 'support', 'sam@example.com')
})
after(async () => await fixture.stop())

async function desk(
  path: string,
  body?: object,
  { token }: Pick<TestDeskOperator, 'token'> = sue,
  key?: string,
) {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return await fixture.call({
    url: `/desk/api/support/${path}`,
    token,
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

async function upload(id: string, image: Buffer, { token }: Pick<TestDeskOperator, 'token'> = sue) {
  const payload = multipart(
    { name: 'id', content: id },
    { name: 'file', filename: 'a.jpg', type: 'image/jpeg', content: image },
  )
  const headers = { 'content-type': multipartType }
  return await fixture.call({ method: 'POST', url: '/desk/api/support/upload', token, payload, headers })
}

/** The thread that was opened last. */
async function newestId(): Promise<number> {
  const { rows } = await fixture.database.query<{ id: string }>('select max(id) as id from support_threads')
  return Number(rows[0]?.id)
}

async function visitorSays(...texts: readonly string[]) {
  const chat = createChat(fixture, { thread: await openThread(fixture) })
  for (const text of texts) await chat.send(text)
  return { chat, id: await newestId() }
}

async function audited(action: string) {
  const { rows } = await fixture.database.query<{ subject: string; details: object; who: string }>(
    'select subject, details, who from audit_entries where action = $1 order by id',
    [action],
  )
  return rows
}

describe('the inbox', () => {
  test('lists open threads that have waited longest first, and closed ones apart', async () => {
    const first = await visitorSays('first')
    fixture.advance(minuteMs)
    const second = await visitorSays('second')
    fixture.advance(minuteMs)
    await first.chat.send('still waiting')
    const idsOf = async (query = '') =>
      (await desk(`inbox?${query}`)).data.data.map(({ id }: { id: number }) => id)
    assert.deepEqual(await idsOf(), [first.id, second.id])
    await desk('answer', { id: first.id, text: 'An answer' })
    assert.deepEqual(await idsOf(), [second.id, first.id])
    assert.deepEqual(await idsOf('mine=1'), [first.id])
    const closed = await desk('close', { id: second.id })
    assert.deepEqual([closed.data.state, closed.data.waiting_since], ['closed', null])
    assert.deepEqual([await idsOf(), await idsOf('state=closed')], [[first.id], [second.id]])
    assert.equal((await second.chat.state()).state, 'closed')
    await second.chat.send('One more thing')
    assert.deepEqual(await idsOf(), [second.id, first.id])
    assert.equal((await second.chat.state()).state, 'open')
    for (const { id } of [first, second]) await desk('close', { id })
  })

  test('is searched by uid, whole email address and text; what was searched is not audited', async () => {
    await user.send('My deposit of 250 is LATE')
    const id = await newestId()
    const { uid } = (await desk(`details?id=${id}`)).data.thread
    const found = async (text: string) =>
      (await desk(`search?text=${encodeURIComponent(text)}`)).data.data.map(
        (row: { thread: { id: number }; number: number | null }) => [row.thread.id, row.number],
      )
    assert.deepEqual(await found(uid), [[id, null]])
    assert.deepEqual(await found('ANN@example.com'), [[id, null]])
    assert.deepEqual(await found('250 is late'), [[id, 1]])
    for (const text of ['ann@example', '%', '_50', 'nothing like that'])
      assert.deepEqual(await found(text), [])
    const longer = await visitorSays('1', '2', 'both say this')
    const newer = await visitorSays('both say this')
    assert.deepEqual(await found('BOTH say'), [
      [newer.id, 1],
      [longer.id, 3],
    ])
    assert.deepEqual((await audited('support_searched')).at(-1), {
      ...{ subject: 'support', details: {}, who: sue.email },
    })
  })
})

describe('a thread', () => {
  test('is answered once for a key, live both ways with marks, without naming the operator to the user', async () => {
    const { chat, id } = await visitorSays('hello')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk('answer', { id, text: ' Hi <b>there</b> ' }, sue, 'answer-1')),
    )
    assert.deepEqual(new Set(answers.map(({ data }) => data.number)), new Set([2]))
    assert.equal(answers[0]?.data.operator, sue.email)
    const { data } = await chat.get('messages')
    assert.deepEqual(
      data.data.map(({ author, text }: { author: string; text: string }) => [author, text]),
      [
        ['user', 'hello'],
        ['desk', ' Hi <b>there</b> '],
      ],
    )
    assert.ok(!JSON.stringify(data).includes('example.com'))
    assert.deepEqual([data.thread.unread, data.thread.desk_read], [1, 2])
    await chat.post('mark', { read: 2 })
    const { thread } = (await desk(`messages?id=${id}`)).data
    assert.deepEqual([thread.user_read, thread.user_delivered, thread.unread], [2, 2, 0])
    await chat.send('thanks')
    await desk('mark', { id, read: 3 })
    assert.equal((await chat.state()).desk_read, 3)
  })

  test('waits on for a message that came while the answer was written', async () => {
    const { chat, id } = await visitorSays('one')
    fixture.advance(minuteMs)
    const { data: two } = await chat.send('two')
    const stateOf = async () => {
      const { waiting_since, unread, desk_read } = (await desk(`messages?id=${id}`)).data.thread
      return [waiting_since, unread, desk_read]
    }
    await desk('answer', { id, text: 'to one', read: 1 })
    assert.deepEqual(await stateOf(), [two.created_at, 1, 1])
    await desk('answer', { id, text: 'to two', read: 99 })
    assert.deepEqual(await stateOf(), [null, 0, 4])
    await chat.send('three')
    await desk('close', { id })
    assert.equal((await desk('answer', { id, text: 'after the closing', read: 4 })).code, 1)
    assert.deepEqual(await stateOf(), [null, 1, 4])
    await desk('answer', { id, text: 'without a number' })
    assert.deepEqual(await stateOf(), [null, 0, 7])
  })

  test('is assigned to who answers first; another takes it over on purpose, which is audited', async () => {
    const { id } = await visitorSays('hello')
    assert.equal((await desk('assign', { id })).data.is_mine, 1)
    const refused = await desk('assign', { id }, sam)
    assert.deepEqual([refused.code, refused.data.reason], [0, 'support_assigned'])
    const taken = await desk('assign', { id, take_over: 1 }, sam)
    assert.deepEqual([taken.data.assigned_to, taken.data.is_mine], [sam.email, 1])
    assert.deepEqual((await audited('support_thread_taken_over')).at(-1), {
      ...{ subject: `support_thread:${id}`, details: { from: sue.email }, who: sam.email },
    })
  })

  test('is released by who has it, and by no other, which is audited', async () => {
    const { id } = await visitorSays('hello')
    await desk('answer', { id, text: 'An answer' })
    assert.equal((await desk('release', { id }, sam)).data.reason, 'support_assigned')
    const { data } = await desk('release', { id })
    assert.deepEqual([data.assigned_to, data.is_mine, data.state], ['', 0, 'open'])
    assert.equal((await desk('release', { id }, sam)).code, 1)
    assert.deepEqual((await audited('support_thread_released')).slice(-1), [
      { subject: `support_thread:${id}`, details: {}, who: sue.email },
    ])
    assert.equal((await audited('support_thread_released')).length, 1)
    assert.equal((await desk('release', { id: 999_999 })).data.reason, 'not_found')
  })

  test('that was closed and opens by a claim is not left to who closed it', async () => {
    const { token } = await registerUser(fixture, 'bea@example.com')
    const chat = createChat(fixture, { token })
    await chat.send('first')
    const id = await newestId()
    await desk('assign', { id })
    await desk('close', { id })
    const thread = await openThread(fixture)
    await createChat(fixture, { thread }).send('as a visitor')
    assert.equal((await chat.post('claim', { thread })).code, 1)
    const { thread: merged } = (await desk(`messages?id=${id}`)).data
    assert.deepEqual([merged.state, merged.assigned_to], ['open', ''])
    assert.ok(merged.waiting_since)
  })

  test('shows its user with masked contact, figures and earlier episodes, audited', async () => {
    await user.send('hello again')
    const { rows } = await fixture.database.query<{ id: string }>(
      'select id from support_threads where user_id is not null order by id limit 1',
    )
    const id = Number(rows[0]?.id)
    const { data } = await desk(`details?id=${id}`)
    const { uid, created_at, ...shown } = data.user
    assert.equal(uid, data.thread.uid)
    assert.ok(Date.parse(created_at) > 0)
    assert.deepEqual(shown, {
      ...{ is_demo: 0, contact: 'a•••@e•••.com', name: '', review_status: 0 },
      ...{ balance: '0.000000', net_value: '0.000000', used_margin: '0.000000', available: '0.000000' },
      ...{ open_orders: 0, pending_orders: 0 },
    })
    assert.equal(data.episodes.length, 1)
    const entry = (await audited('support_thread_viewed')).at(-1)
    assert.equal(entry?.subject, `support_thread:${id}`)
    const visitor = await visitorSays('nobody')
    assert.equal((await desk(`details?id=${visitor.id}`)).data.user, null)
  })

  test('shows the order of a message with its receipt, and no order otherwise', async () => {
    const token = await openDemo(fixture)
    fixture.trading.quote('EURUSD', 114_500, 114_510)
    const terms = { status: 1, cont: '0.10', multiple: '100' }
    const order = { type: 1, forex_id: fixture.trading.idOf('EURUSD'), ...terms }
    const placed = await fixture.call({ url: '/v1/api/forex/submit', token, body: order })
    const chat = createChat(fixture, { token })
    await chat.send('why?', undefined, { order_id: placed.data.Id })
    await chat.send('no order')
    const id = await newestId()
    const { data } = await desk(`order?id=${id}&number=1`)
    assert.deepEqual([data.Id, data.receipt.opened.ask], [placed.data.Id, '1.14510'])
    for (const number of [2, 3])
      assert.equal((await desk(`order?id=${id}&number=${number}`)).data.reason, 'not_found')
  })

  test('takes pictures of both sides; one that the user has not sent is not shown', async () => {
    const { chat, id } = await visitorSays('look')
    const image = await photo()
    const { name } = (await chat.upload(fileForm(image))).data
    const readAtDesk = async (of: string) =>
      await fixture.raw({ url: `/desk/api/support/image?name=${of}`, token: sue.token })
    assert.equal((await readAtDesk(name)).json().data.reason, 'not_found')
    await chat.send('', undefined, { images: name })
    assert.equal((await readAtDesk(name)).headers['content-type'], 'image/jpeg')
    assert.equal((await audited('support_picture_viewed')).at(-1)?.subject, `support_thread:${id}`)
    const uploaded = await upload(String(id), image)
    assert.equal(uploaded.code, 1, uploaded.msg)
    const own = uploaded.data.name
    assert.equal((await chat.image(own)).json().data.reason, 'image_unknown')
    assert.equal((await chat.send('mine?', undefined, { images: own })).data.reason, 'image_unknown')
    assert.equal((await desk('answer', { id, images: own }, sam)).data.reason, 'image_unknown')
    assert.deepEqual((await desk('answer', { id, images: own })).data.images, [uploaded.data])
    assert.equal((await chat.image(own)).headers['content-type'], 'image/jpeg')
  })

  test('takes pictures of an operator for the id of a thread, and up to eight that were not sent', async () => {
    const { id } = await visitorSays('look')
    const image = await photo()
    for (const wrong of [
      '',
      'x',
      '0',
      '-1',
      '1.5',
      '[1]',
      '{"id":1}',
      `${id},${id}`,
      '9007199254740993',
      '\u0000',
    ]) {
      const { code, data } = await upload(wrong, image)
      assert.deepEqual([code, data], [0, { reason: 'invalid_input', field: 'id' }], wrong)
    }
    assert.equal((await upload('999999', image)).data.reason, 'not_found')
    const codes: number[] = []
    for (let count = 0; count < 9; count++) {
      fixture.advance(5_000)
      codes.push((await upload(String(id), image)).code)
    }
    assert.deepEqual(codes, [1, 1, 1, 1, 1, 1, 1, 1, 0])
    assert.equal((await upload(String(id), image, sam)).code, 1)
    await fixture.database.query('update support_threads set picture_bytes = $1 where id = $2', [
      100 * 1024 ** 2,
      id,
    ])
    assert.equal((await upload(String(id), image, sam)).data.reason, 'image_quota')
  })

  test('is exported as a file, audited', async () => {
    const hostile = '</script><script>alert(1)</script>'
    const { id } = await visitorSays('one', hostile)
    const response = await fixture.raw({ url: `/desk/api/support/export?id=${id}`, token: sue.token })
    const { 'content-security-policy': policy, ...headers } = response.headers
    assert.equal(headers['content-disposition'], `attachment; filename="support-${id}.json"`)
    assert.deepEqual([headers['x-content-type-options'], headers['cache-control']], ['nosniff', 'no-store'])
    assert.deepEqual([headers['content-type'], policy], ['application/json', "default-src 'none'; sandbox"])
    const { thread, messages } = response.json()
    assert.deepEqual([thread.id, messages.map(({ text }: { text: string }) => text)], [id, ['one', hostile]])
    assert.equal((await audited('support_thread_exported')).at(-1)?.subject, `support_thread:${id}`)
  })

  test('that was claimed, deleted or never existed is not found', async () => {
    const thread = await openThread(fixture)
    await createChat(fixture, { thread }).send('mine')
    const id = await newestId()
    assert.equal((await user.post('claim', { thread })).code, 1)
    for (const gone of [id, 999_999]) {
      for (const path of ['details', 'messages', 'export'])
        assert.equal((await desk(`${path}?id=${gone}`)).data.reason, 'not_found')
      for (const path of ['answer', 'assign', 'close'])
        assert.equal((await desk(path, { id: gone, text: 'x' })).data?.reason, 'not_found')
    }
  })
})

test('prepared answers are created, changed once per revision, and removed', async () => {
  const typed = { language: 'en', title: ' Hours ', text: 'We answer from 9 to 17.' }
  const { data: created } = await desk('save_canned', typed)
  assert.deepEqual([created.title, created.revision, created.changed_by], ['Hours', 1, sue.email])
  const { id } = created
  const changed = await desk('save_canned', { ...typed, id, revision: 1, text: 'Always.' }, sam)
  assert.deepEqual([changed.data.text, changed.data.revision], ['Always.', 2])
  const refusals: readonly (readonly [object, string])[] = [
    [{ ...typed, id, revision: 1 }, 'changed_meanwhile'],
    [{ ...typed, id: 999, revision: 1 }, 'not_found'],
    [{ ...typed, language: 'xx' }, 'invalid_input'],
    [{ ...typed, title: ' ' }, 'invalid_input'],
  ]
  for (const [body, reason] of refusals) assert.equal((await desk('save_canned', body)).data.reason, reason)
  assert.deepEqual((await desk('canned')).data.data, [changed.data])
  assert.equal((await desk('remove_canned', { id })).code, 1)
  assert.deepEqual((await desk('canned')).data.data, [])
})

test('figures have median and 90th percentile of first answers and resolutions, overall and by operator', async () => {
  fixture.advance(86_400_000)
  const tokens = {
    sue: { token: await signInAgain(fixture, sue) },
    sam: { token: await signInAgain(fixture, sam) },
  }
  const from = fixture.nowMs()
  const table: readonly (readonly ['sue' | 'sam', number, number])[] = [
    ['sue', 1, 2],
    ['sue', 3, 4],
    ['sam', 11, 12],
  ]
  for (const [who, answeredAfter, closedAfter] of table) {
    const { id } = await visitorSays('hello')
    fixture.advance(answeredAfter * minuteMs)
    assert.equal((await desk('answer', { id, text: 'Hi' }, tokens[who])).code, 1)
    fixture.advance((closedAfter - answeredAfter) * minuteMs)
    assert.equal((await desk('close', { id }, tokens[who])).code, 1)
  }
  await visitorSays('nobody answers')
  const { data } = await desk(`figures?from=${from}&to=${fixture.nowMs() + 1}`, undefined, tokens.sue)
  const of = (operator: string, answered: number, times: readonly number[]) => {
    const [first_answer_median, first_answer_p90, resolution_median, resolution_p90] = times
    const first = { first_answer_median, first_answer_p90 }
    return { operator, answered, ...first, resolved: answered, resolution_median, resolution_p90 }
  }
  assert.deepEqual(data, {
    opened: 4,
    overall: of('', 3, [180, 564, 240, 624]),
    operators: [of(sam.email, 1, [660, 660, 720, 720]), of(sue.email, 2, [120, 168, 180, 228])],
  })
  const empty = await desk('figures?from=0&to=1', undefined, tokens.sue)
  assert.deepEqual([empty.data.opened, empty.data.operators], [0, []])
})
