// The support chat of users, demo users and visitors through the whole application.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { dayMs } from '#core/candle/period.ts'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser } from '#test/calls/app-users.ts'
import { eventually } from '#test/eventually.ts'
import { type Chat, createChat, openThread } from '#test/support/support-callers.ts'
import { fileForm } from '#test/uploads/multipart.ts'
import { photo } from '#test/uploads/pictures.ts'

let fixture: AppFixture
let ann: string
let demo: string

before(async () => {
  fixture = await createAppFixture()
  ann = (await registerUser(fixture, 'ann@example.com')).token
  demo = await openDemo(fixture)
})
after(async () => await fixture.stop())

const chatOf = (token: string) => createChat(fixture, { token })
const visitor = async () => createChat(fixture, { thread: await openThread(fixture) })
const reasonOf = ({ code, data }: { code: number; data: { reason?: string } | null }) => [code, data?.reason]

/** A user whom no other test uses. */
async function someUser(name: string): Promise<Chat & { readonly token: string }> {
  const { token } = await registerUser(fixture, `${name}@example.com`)
  return { ...chatOf(token), token }
}

describe('a message', () => {
  const hostile = '  <b>\u202Eevil</b> \r\n{x}\t\u{1F4A9}é\u0007 '

  test('is stored and answered unchanged to users, demo users and visitors, with a number from 1', async () => {
    for (const chat of [chatOf(ann), chatOf(demo), await visitor()]) {
      const { code, msg, data } = await chat.send(hostile)
      assert.equal(code, 1, msg)
      const { created_at, ...message } = data
      assert.equal(new Date(created_at).getTime(), fixture.nowMs())
      assert.deepEqual(message, { number: 1, author: 'user', text: hostile, order_id: null, images: [] })
      assert.deepEqual((await chat.get('messages')).data.data, [data])
      const marks = { delivered: 0, read: 0, desk_delivered: 0, desk_read: 0 }
      assert.deepEqual(await chat.state(), { state: 'open', last_number: 1, unread: 0, ...marks })
    }
  })

  test('may have 2,000 characters, and needs something to say', async () => {
    const chat = await visitor()
    assert.equal((await chat.send('\u{1F4A9}'.repeat(2000))).code, 1)
    for (const text of ['\u{1F4A9}'.repeat(2001), 'a\u0000b', '\ud800'])
      assert.deepEqual(reasonOf(await chat.send(text)), [0, 'invalid_input'])
    for (const text of ['', ' \n ']) assert.deepEqual(reasonOf(await chat.send(text)), [0, 'support_empty'])
  })

  test('sent ten times at once with one key is one message; another text with it is refused', async () => {
    const chat = await visitor()
    const answers = await Promise.all(Array.from({ length: 10 }, () => chat.send('once', 'key-0001')))
    assert.deepEqual(new Set(answers.map(({ data }) => data.number)), new Set([1]))
    assert.deepEqual(await chat.texts(), ['once'])
    assert.deepEqual(reasonOf(await chat.send('twice', 'key-0001')), [0, 'idempotency_mismatch'])
  })

  test('of thirty sent at once has a number of its own, without gaps', async () => {
    const chat = await someUser('bob')
    const sent = await Promise.all(Array.from({ length: 30 }, (_, index) => chat.send(`m${index}`)))
    const numbers = sent.map(({ data }) => data.number).sort((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
  })

  test('is found after and before a number', async () => {
    const chat = await visitor()
    for (const text of ['1', '2', '3', '4']) await chat.send(text)
    const textsOf = async (query: string) =>
      (await chat.get(`messages?${query}`)).data.data.map(({ text }: { text: string }) => text)
    assert.deepEqual(await textsOf('after=2'), ['3', '4'])
    assert.deepEqual(await textsOf('after=0&limit=1'), ['1'])
    assert.deepEqual(await textsOf('before=4&limit=2'), ['2', '3'])
    assert.deepEqual(await textsOf('limit=1'), ['4'])
  })

  test('may name an order of the user; one of another user or of a visitor is not found', async () => {
    fixture.trading.quote('EURUSD', 114_500, 114_510)
    const order = {
      type: 1,
      forex_id: fixture.trading.idOf('EURUSD'),
      status: 1,
      cont: '0.10',
      multiple: '100',
    }
    const placed = await fixture.call({ url: '/v1/api/forex/submit', token: demo, body: order })
    assert.equal(placed.code, 1, placed.msg)
    const more = { order_id: placed.data.Id }
    assert.equal((await chatOf(demo).send('', undefined, more)).data.order_id, placed.data.Id)
    for (const chat of [chatOf(ann), await visitor()])
      assert.deepEqual(reasonOf(await chat.send('mine', undefined, more)), [0, 'order_not_found'])
  })
})

describe('a thread', () => {
  test('is not opened by a guessed, ended or malformed token, nor by none', async () => {
    for (const thread of [undefined, 'A'.repeat(43), 'x', '../1', '1', `${'a'.repeat(129)}`]) {
      const chat = createChat(fixture, { thread })
      for (const answer of [await chat.get('thread'), await chat.get('messages'), await chat.send('hello')])
        assert.deepEqual(reasonOf(answer), [0, 'support_ended'])
    }
    const ended = createChat(fixture, { token: 'B'.repeat(43), thread: await openThread(fixture) })
    assert.equal((await ended.get('thread')).code, 999)
  })

  test('of a session is read even if a thread token is sent with it', async () => {
    const thread = await openThread(fixture)
    await createChat(fixture, { thread }).send('of the visitor')
    const both = createChat(fixture, { token: demo, thread })
    assert.ok(!(await both.texts()).includes('of the visitor'))
  })

  test('is opened twenty times a day from one address', async () => {
    const url = '/api/support/open'
    const open = async () => await fixture.call({ url, body: {}, remoteAddress: '203.0.113.7' })
    for (let count = 0; count < 20; count++) assert.equal((await open()).code, 1)
    assert.deepEqual(reasonOf(await open()), [0, 'support_limit'])
    assert.equal((await fixture.call({ url, body: {}, remoteAddress: '203.0.113.8' })).code, 1)
  })

  test('has marks that only rise, up to the newest message', async () => {
    const chat = await visitor()
    for (const text of ['1', '2', '3']) await chat.send(text)
    const marked = async (marks: object) => {
      const { delivered, read } = (await chat.post('mark', marks)).data
      return [delivered, read]
    }
    assert.deepEqual(await marked({ delivered: 2 }), [2, 0])
    assert.deepEqual(await marked({ read: 1 }), [2, 1])
    assert.deepEqual(await marked({ delivered: 1, read: 99 }), [3, 3])
    assert.deepEqual(await marked({}), [3, 3])
  })

  test('of a visitor is deleted after 90 days without activity, or after a day if empty', async () => {
    const [full, empty] = [await openThread(fixture), await openThread(fixture)]
    const chat = createChat(fixture, { thread: full })
    await chat.send('kept for a while')
    fixture.advance(dayMs + 1)
    await fixture.support.sweep()
    assert.equal((await createChat(fixture, { thread: empty }).get('thread')).code, 0)
    assert.deepEqual(await chat.texts(), ['kept for a while'])
    fixture.advance(89 * dayMs)
    await fixture.support.sweep()
    assert.equal((await chat.get('thread')).code, 0)
    demo = await openDemo(fixture)
    assert.equal((await chatOf(demo).state()).state, 'open')
    ann = await logIn('ann')
  })
})

async function logIn(name: string): Promise<string> {
  const { rows } = await fixture.database.query<{ id: string }>('select id from users where email = $1', [
    `${name}@example.com`,
  ])
  assert.equal(rows.length, 1)
  const form = { account: `${name}@example.com`, password: 'correct horse 7', login_type: '1' }
  const answer = await fixture.call({ url: '/api/user/loginForU', form })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.token
}

describe('a picture', () => {
  let image: Buffer
  before(async () => {
    image = fileForm(await photo())
  })

  test('is read by the owner of its thread only', async () => {
    const [chat, other] = [await visitor(), await visitor()]
    const { code, msg, data } = await chat.upload(image)
    assert.equal(code, 1, msg)
    assert.deepEqual([data.width, data.height], [160, 120])
    const { data: message } = await chat.send('', undefined, { images: data.name })
    assert.deepEqual(message.images, [data])
    assert.equal((await chat.image(data.name)).headers['content-type'], 'image/jpeg')
    for (const stranger of [other, chatOf(demo), createChat(fixture, {})])
      assert.equal((await stranger.image(data.name)).json().code, 0)
  })

  test('that begins the thread of a user begins it in the language of the client', async () => {
    const chat = await someUser('lea')
    assert.equal((await chat.upload(image)).code, 1)
    const { rows } = await fixture.database.query<{ language: string }>(
      'select language from support_threads where user_id is not null order by id desc limit 1',
    )
    assert.deepEqual(rows, [{ language: 'en' }])
  })

  test('is sent once, in its own thread; a message with an unknown one is not stored', async () => {
    const [chat, other] = [await visitor(), await visitor()]
    const { data } = await chat.upload(image)
    assert.deepEqual(reasonOf(await other.send('mine', undefined, { images: data.name })), [
      0,
      'image_unknown',
    ])
    const unknown = `${data.name},${'0'.repeat(32)}`
    assert.deepEqual(reasonOf(await chat.send('two', undefined, { images: unknown })), [0, 'image_unknown'])
    assert.equal((await chat.send('one', undefined, { images: data.name })).code, 1)
    assert.deepEqual(reasonOf(await chat.send('again', undefined, { images: data.name })), [
      0,
      'image_unknown',
    ])
    assert.deepEqual(await chat.texts(), ['one'])
  })

  test('is refused to a visitor beyond eight that were not sent, and to an unknown one', async () => {
    const chat = await visitor()
    const codes: number[] = []
    for (let count = 0; count < 9; count++) {
      codes.push((await chat.upload(image)).code)
      fixture.advance(10_000)
    }
    assert.deepEqual(codes, [1, 1, 1, 1, 1, 1, 1, 1, 0])
    assert.deepEqual(reasonOf(await createChat(fixture, {}).upload(image)), [0, 'support_ended'])
  })

  test('with a name that no picture has is refused like any invalid input, also with a NUL', async () => {
    for (const name of ['a%00b', 'x', '0'.repeat(33), '../1'])
      assert.deepEqual(reasonOf((await chatOf(demo).image(name)).json()), [0, 'invalid_input'])
    assert.deepEqual(reasonOf((await chatOf(demo).image('0'.repeat(32))).json()), [0, 'image_unknown'])
  })

  test('of a visitor waits for those of others, and is refused when all have 1 GiB together', async () => {
    const [chat, other] = [await visitor(), await visitor()]
    assert.equal((await chat.upload(image)).code, 1)
    // Another process is storing a picture.
    const client = new Client({ connectionString: fixture.database.url })
    await client.connect()
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('support pictures of visitors', 0))`)
    await client.query(
      `update support_threads set picture_bytes = $1
       where id = (select thread_id from support_pictures order by created_at desc limit 1)`,
      [1024 ** 3],
    )
    const uploading = other.upload(image)
    const isWaiting = async () =>
      (await client.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rows.length >
      0
    await Promise.race([eventually(isWaiting), uploading])
    await client.query('commit')
    await client.end()
    assert.deepEqual(reasonOf(await uploading), [0, 'image_quota'])
    assert.equal((await chatOf(demo).upload(image)).code, 1)
    await fixture.database.query('update support_threads set picture_bytes = 0 where picture_bytes > 1000000')
  })

  test('that was not sent is deleted after a day, and no longer counts', async () => {
    const chat = await visitor()
    const { data } = await chat.upload(image)
    fixture.advance(dayMs + 1)
    await fixture.support.sweep()
    assert.equal((await chat.image(data.name)).json().data.reason, 'support_ended')
    const { rows } = await fixture.database.query('select 1 from support_pictures where name = $1', [
      data.name,
    ])
    assert.equal(rows.length, 0)
  })
})

describe('a claim', () => {
  const claim = async (token: string, thread: string) =>
    await fixture.call({ url: '/api/support/claim', token, body: { thread } })

  test('makes the visitor’s thread that of a user who has none, once and for this user only', async () => {
    const user = await someUser('carl')
    const other = await someUser('dora')
    const thread = await openThread(fixture)
    const chat = createChat(fixture, { thread })
    await chat.send('first', 'key-0001')
    await chat.send('second')
    const claimed = await claim(user.token, thread)
    assert.deepEqual([claimed.code, claimed.data.last_number], [1, 2])
    assert.deepEqual(await user.texts(), ['first', 'second'])
    assert.deepEqual(await claim(user.token, thread), claimed)
    assert.deepEqual(reasonOf(await claim(other.token, thread)), [0, 'support_ended'])
    assert.deepEqual(await other.texts(), [])
    assert.deepEqual(reasonOf(await chat.get('messages')), [0, 'support_ended'])
    // A message whose answer was lost before the login is repeated with the session.
    assert.equal((await user.send('first', 'key-0001')).data.number, 1)
  })

  test('appends to the thread of a user who has one, and keeps both messages of one key', async () => {
    const user = await someUser('erik')
    await user.send('mine', 'key-0001')
    const thread = await openThread(fixture)
    const chat = createChat(fixture, { thread })
    await chat.send('theirs', 'key-0001')
    const { data } = await chat.upload(fileForm(await photo()))
    await chat.send('a picture', undefined, { images: data.name })
    assert.equal((await claim(user.token, thread)).code, 1)
    assert.deepEqual(await user.texts(), ['mine', 'theirs', 'a picture'])
    assert.equal((await user.image(data.name)).statusCode, 200)
    assert.equal((await user.send('mine', 'key-0001')).data.number, 1)
    assert.equal((await user.send('next')).data.number, 4)
  })

  test('of one thread by two users at once succeeds for one of them', async () => {
    const [one, two] = [await someUser('finn'), await someUser('gina')]
    const thread = await openThread(fixture)
    await createChat(fixture, { thread }).send('whose?')
    const answers = await Promise.all([claim(one.token, thread), claim(two.token, thread)])
    assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 1])
    const texts = [...(await one.texts()), ...(await two.texts())]
    assert.deepEqual(texts, ['whose?'])
  })

  test('of an unknown token is refused', async () => {
    const user = await someUser('hans')
    assert.deepEqual(reasonOf(await claim(user.token, 'A'.repeat(43))), [0, 'support_ended'])
  })

  test('while the visitor sends and uploads loses nothing that was answered, and leaves no gap', async () => {
    const user = await someUser('ida')
    await user.send('mine')
    const thread = await openThread(fixture)
    const chat = createChat(fixture, { thread })
    const image = fileForm(await photo())
    await chat.send('m0')
    const sending = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'].map((text) => chat.send(text))
    const uploading = [chat.upload(image), chat.upload(image)]
    const claiming = [claim(user.token, thread), claim(user.token, thread)]
    const [sent, uploaded, claimed] = await Promise.all([
      Promise.all(sending),
      Promise.all(uploading),
      Promise.all(claiming),
    ])
    assert.deepEqual(
      claimed.map(({ code }) => code),
      [1, 1],
    )
    for (const answer of [...sent, ...uploaded])
      if (answer.code !== 1) assert.deepEqual(reasonOf(answer), [0, 'support_ended'])
    const { data } = (await user.get('messages?limit=100')).data
    const texts = sent.flatMap((answer) => (answer.code === 1 ? [answer.data.text] : []))
    assert.deepEqual(data.map(({ text }: { text: string }) => text).sort(), ['m0', ...texts, 'mine'].sort())
    assert.deepEqual(
      data.map(({ number }: { number: number }) => number),
      data.map((_: unknown, index: number) => index + 1),
    )
    for (const { code, data: picture } of uploaded)
      if (code === 1) assert.equal((await user.image(picture.name)).statusCode, 200)
    const { rows } = await fixture.database.query(
      `select 1 from support_messages m join support_threads t on t.id = m.thread_id where t.claimed_by is not null
       union all
       select 1 from support_pictures p join support_threads t on t.id = p.thread_id where t.claimed_by is not null`,
    )
    assert.equal(rows.length, 0)
  })

  test('of two threads at once by one user appends both without a gap', async () => {
    const user = await someUser('jon')
    const threads = [await openThread(fixture), await openThread(fixture)]
    for (const thread of threads)
      for (const text of ['1', '2']) await createChat(fixture, { thread }).send(text)
    const answers = await Promise.all(threads.map((thread) => claim(user.token, thread)))
    assert.deepEqual(
      answers.map(({ code }) => code),
      [1, 1],
    )
    assert.deepEqual(await user.texts(), ['1', '2', '1', '2'])
  })

  test('that would exceed the pictures of a user’s thread is refused, and leaves the visitor’s thread', async () => {
    const user = await someUser('kim')
    await user.send('mine')
    const thread = await openThread(fixture)
    const chat = createChat(fixture, { thread })
    const { data } = await chat.upload(fileForm(await photo()))
    await chat.send('look', undefined, { images: data.name })
    const fill = async (bytes: number) =>
      await fixture.database.query(
        `update support_threads set picture_bytes = $1
         where id = (select thread_id from support_messages where text = 'mine' order by id desc limit 1)`,
        [bytes],
      )
    await fill(100 * 1024 ** 2)
    assert.deepEqual(reasonOf(await claim(user.token, thread)), [0, 'image_quota'])
    assert.deepEqual([await chat.texts(), await user.texts()], [['look'], ['mine']])
    await fill(0)
    assert.equal((await claim(user.token, thread)).code, 1)
    assert.deepEqual(await user.texts(), ['mine', 'look'])
  })
})
