import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerTo, envelope, startTestServer } from '#test/fakes/call-server.ts'

const input = { name: 'Ünï & co = 1', zero: 0, no: false, empty: '', missing: undefined, nothing: null }

for (const verb of ['GET', 'DELETE'] as const) {
  test(`${verb} sends its input and a timestamp in the query, and no body`, async (context) => {
    const server = await startTestServer(context, envelope(1))
    await callerTo(server.origin).call({ path: '/api/news/list', verb, input })
    const [seen] = server.received
    assert.equal(seen?.verb, verb)
    assert.equal(seen?.path, '/api/news/list')
    assert.deepEqual(Object.fromEntries(seen?.query ?? []), {
      name: 'Ünï & co = 1',
      zero: '0',
      no: 'false',
      empty: '',
      t: '1700000000000',
    })
    assert.equal(seen?.body, '')
  })
}

test('POST sends JSON by default, and no timestamp', async (context) => {
  const server = await startTestServer(context, envelope(1))
  await callerTo(server.origin).call({ path: '/p', verb: 'POST', input: { lots: '0.10', leave: null } })
  await callerTo(server.origin).call({ path: '/p', verb: 'POST' })
  assert.deepEqual(
    server.received.map((seen) => [seen.headers['content-type'], seen.body, seen.query.size]),
    [
      ['application/json', '{"lots":"0.10"}', 0],
      ['application/json', '{}', 0],
    ],
  )
})

test('url-encodes a form and leaves out undefined and null', async (context) => {
  const server = await startTestServer(context, envelope(1))
  await callerTo(server.origin).call({ path: '/p', verb: 'POST', encoding: 'form', input })
  const [seen] = server.received
  assert.match(seen?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/)
  assert.deepEqual([...new URLSearchParams(seen?.body).keys()], ['name', 'zero', 'no', 'empty'])
  assert.equal(new URLSearchParams(seen?.body).get('name'), 'Ünï & co = 1')
})

test('sends an upload as multipart with the file unchanged', async (context) => {
  const server = await startTestServer(context, envelope(1, '', { url: '/u/1' }))
  const bytes = new Uint8Array([0xff, 0xd8, 0, 13, 10, 255])
  const file = new File([bytes], 'front.jpg', { type: 'image/jpeg' })
  const input = { file, side: 1, remark: undefined }
  await callerTo(server.origin).call({
    path: '/api/common/image_upload',
    verb: 'POST',
    encoding: 'multipart',
    input,
  })
  const [seen] = server.received
  const headers = { 'content-type': seen?.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.from(seen?.body ?? '', 'latin1'), { headers }).formData()
  const arrived = form.get('file')
  assert.ok(arrived instanceof File)
  assert.equal(arrived.name, 'front.jpg')
  assert.deepEqual(new Uint8Array(await arrived.arrayBuffer()), bytes)
  assert.deepEqual([...form.keys()], ['file', 'side'])
})

test('sends language and token with every call; a visitor sends no authorization header', async (context) => {
  const server = await startTestServer(context, envelope(1))
  const user = callerTo(server.origin, { language: () => 'spa' })
  await user.call({ path: '/a', verb: 'GET' })
  user.session.token = undefined
  await user.call({ path: '/a', verb: 'GET' })
  assert.deepEqual(
    server.received.map(({ headers: { lang, authorization } }) => [lang, authorization]),
    [
      ['spa', 'token-1'],
      ['spa', undefined],
    ],
  )
})

test('sends a generated or given idempotency key with a change, and none with a read', async (context) => {
  const server = await startTestServer(context, envelope(1))
  const { call } = callerTo(server.origin)
  await call({ path: '/a', verb: 'POST', changes: true })
  await call({ path: '/a', verb: 'POST', changes: true })
  await call({ path: '/a', verb: 'POST', changes: true, key: 'mine' })
  await call({ path: '/a', verb: 'GET' })
  const keys = server.received.map(({ headers }) => headers['idempotency-key'])
  assert.deepEqual(keys, ['key-1', 'key-2', 'mine', undefined])
})
