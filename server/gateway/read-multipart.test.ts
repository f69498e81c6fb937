import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { answered } from '#contract/outcome.ts'
import { route, userRoute, type WebServer } from '#server/gateway/gateway.ts'
import { fc } from '#test/fast-check.ts'
import { boundary, fileForm, multipart, multipartType, type Part } from '#test/uploads/multipart.ts'
import { authenticateFrom, createSmallServer } from '#test/uploads/small-server.ts'

const anyFields = Type.Record(Type.String(), Type.String())

/** A call that takes fields and no file. */
const fill = defineCall({
  name: 'fill',
  group: 'Test',
  summary: 'Fill',
  path: '/api/fill',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  input: Type.Object({}),
  answer: anyFields,
})

/** A call that takes a file and answers with its type and size. */
const attach = defineCall({ ...fill, name: 'attach', path: '/api/attach', access: 'user', takesFile: true })

const mebibyte = 1024 * 1024
const form = { 'content-type': multipartType }

describe('a multipart form', () => {
  let app: WebServer
  let port: number
  const authenticate = authenticateFrom(
    new Map(['ann', 'bob'].map((name, index) => [name, { userId: index, sessionId: 1, isDemo: false }])),
  )
  before(async () => {
    app = await createSmallServer([
      route(fill, async (input) => answered({ ...(input as Record<string, string>) })),
      userRoute(attach, authenticate, async (input, _user, { file }) =>
        answered({ ...(input as Record<string, string>), file: `${file?.type} ${file?.bytes.length}` }),
      ),
    ])
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  after(async () => {
    app.server.closeAllConnections()
    await app.close()
  })

  type Sent = { payload: Buffer | Readable; headers?: Record<string, string>; url?: string }

  async function send({ payload, headers = {}, url = '/api/attach' }: Sent) {
    const sent = { lang: 'en', authorization: 'ann', ...form, ...headers }
    const response = await app.inject({ method: 'POST', url, payload, headers: sent })
    assert.equal(response.statusCode, 200)
    const { code, data } = response.json()
    return code === 1 ? data : `${code} ${data?.reason ?? ''}`
  }

  const fillWith = async (...parts: readonly Part[]) =>
    await send({ url: '/api/fill', payload: multipart(...parts) })

  const file = { name: 'file', filename: 'a.jpg', type: 'image/jpeg', content: 'picture' }
  const field = { name: 'note', content: 'sünny' }

  it('yields its fields and file in any order', async () => {
    const whole = { note: 'sünny', file: 'image/jpeg 7' }
    assert.deepEqual(await send({ payload: multipart(file, field) }), whole)
    assert.deepEqual(await send({ payload: multipart(field, file) }), whole)
    assert.deepEqual(await fillWith(field, { name: 'empty', content: '' }), { note: 'sünny', empty: '' })
  })

  it('yields the file byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7) & 0xff))
    assert.deepEqual(await send({ payload: fileForm(bytes) }), { file: 'image/jpeg 100000' })
  })

  it('reads fields of any content type as text', async () => {
    const content = '{"toString": 1, "valueOf": 1, "__proto__": {}}'
    const named = [
      { type: 'application/json' },
      { type: 'application/octet-stream' },
      { type: 'text/x; charset=x' },
    ]
    for (const part of named)
      assert.deepEqual(await fillWith({ name: 'note', ...part, content }), { note: content })
  })

  it('accepts a quoted boundary and headers in any case', async () => {
    const headers = { 'content-type': `Multipart/Form-Data; charset=utf-8; Boundary="${boundary}"` }
    const payload = multipart(field)
    payload.write('CONTENT-disposition: FORM-DATA', payload.indexOf('Content-Disposition'))
    assert.deepEqual(await send({ payload, headers }), { note: 'sünny', file: 'undefined undefined' })
  })

  it('is read by its own boundary, not one quoted in another parameter', async () => {
    const headers = { 'content-type': `multipart/form-data; x="; boundary=c; "; boundary=${boundary}` }
    const whole = { note: 'sünny', file: 'image/jpeg 7' }
    assert.deepEqual(await send({ payload: multipart(field, file), headers }), whole)
  })

  it('accepts unusual but valid spellings', async () => {
    const whole = { note: 'sünny', file: 'image/jpeg 7' }
    const payload = multipart(field, file)
    const odd = [
      Buffer.concat([Buffer.from('For readers without a form.\r\n'), payload]),
      Buffer.concat([Buffer.from('\r\n'), payload]),
      multipart(field, { ...file, filename: String.raw`C:\pictures\a.jpg` }),
      Buffer.from(payload.toString('latin1').replace('a.jpg', 'caf\xe9\xa0.jpg'), 'latin1'),
    ]
    for (const sent of odd) assert.deepEqual(await send({ payload: sent }), whole, sent.toString('latin1'))
    assert.deepEqual(await fillWith({ name: 'nöte', content: 'x' }), { nöte: 'x' })
  })

  it('is the only content type accepted for an upload', async () => {
    const payload = Buffer.from('{}')
    const headers = { 'content-type': 'application/json' }
    assert.equal(await send({ payload, headers }), '0 unsupported_media_type')
    const { data } = (
      await app.inject({ method: 'POST', url: '/api/attach', headers: { authorization: 'ann' } })
    ).json()
    assert.deepEqual(data, { file: 'undefined undefined' })
  })

  it('may have no file or no parts', async () => {
    assert.deepEqual(await send({ payload: multipart(field) }), {
      note: 'sünny',
      file: 'undefined undefined',
    })
    assert.deepEqual(await send({ payload: multipart() }), { file: 'undefined undefined' })
    assert.deepEqual(await fillWith(), {})
  })

  it('is refused with a second file, a file of another name, or an unexpected file', async () => {
    assert.equal(await send({ payload: multipart(file, file) }), '0 invalid_input')
    assert.equal(await send({ payload: multipart(file, field, { ...file, name: 'b' }) }), '0 invalid_input')
    assert.equal(await send({ payload: multipart({ ...file, name: 'picture' }) }), '0 invalid_input')
    assert.equal(await fillWith(field, file), '0 invalid_input')
  })

  it('is refused with too many or too long fields', async () => {
    const longest = { name: 'note', content: 'x'.repeat(16 * 1024) }
    assert.deepEqual(await fillWith(longest), { note: longest.content })
    const tooMuch = '0 body_too_large'
    assert.equal(await fillWith({ ...longest, content: `${longest.content}x` }), tooMuch)
    assert.equal(await fillWith({ name: 'note', content: 'x'.repeat(mebibyte) }), tooMuch)
    const field1MB = multipart({ name: 'note', content: 'x'.repeat(mebibyte) }, file)
    assert.equal(await send({ payload: field1MB }), tooMuch)
    const fields = Array.from({ length: 31 }, (_, index) => ({ name: `n${index}`, content: '' }))
    assert.equal(await fillWith(...fields), tooMuch)
    assert.deepEqual(Object.keys(await fillWith(...fields.slice(1))).length, 30)
    assert.equal(await send({ payload: multipart(...fields, file) }), tooMuch)
  })

  it('is refused with a file beyond 10 MiB', async () => {
    const largest = Buffer.alloc(10 * mebibyte)
    assert.deepEqual(await send({ payload: fileForm(largest) }), { file: 'image/jpeg 10485760' })
    const larger = Buffer.concat([largest, Buffer.alloc(1)])
    assert.equal(await send({ payload: fileForm(larger) }), '0 image_too_large')
    assert.equal(await send({ payload: Readable.from([fileForm(larger)]) }), '0 image_too_large')
    const muchLarger = fileForm(Buffer.alloc(12 * mebibyte))
    assert.equal(await send({ payload: muchLarger }), '0 image_too_large')
    // Above the body limit of the route, too. Without a Content-Length header this is found only while the body is
    // read, and Fastify's error does not say that it is an image.
    assert.equal(await send({ payload: Readable.from([muchLarger]) }), '0 body_too_large')
  })

  it('is refused as malformed with invalid names, text or boundaries', async () => {
    const invalidParts: readonly Part[] = [
      { name: '__proto__', content: 'x' },
      { name: 'toString', content: 'x' },
      { name: '', content: 'nameless' },
      { content: 'nameless' },
      { name: 'a\r\nb', content: 'x' },
      { name: 'x'.repeat(5000), content: 'x' },
      { name: 'note', content: Buffer.from([0xff, 0xfe]) },
      { name: 'note', type: 'text/plain\r\nno header', content: 'x' },
    ]
    for (const part of invalidParts) assert.equal(await fillWith(part), '0 malformed_body')
    assert.equal(await fillWith(field, field), '0 malformed_body')
    const payload = multipart(field)
    const invalid = [
      { payload, headers: { 'content-type': 'multipart/form-data' } },
      { payload, headers: { 'content-type': 'multipart/form-data; boundary=' } },
      { payload, headers: { 'content-type': 'multipart/form-data; boundary=""' } },
      { payload: Buffer.from(payload.toString('latin1').replace('"note"', '"n\xf6te"'), 'latin1') },
      { payload, headers: { 'content-type': 'multipart/form-data; boundary=another' } },
      { payload: Buffer.from('not a form at all') },
    ]
    for (const [at, sent] of invalid.entries())
      assert.equal(await send(sent), '0 malformed_body', `form ${at}`)
    const related = { 'content-type': `multipart/related; boundary=${boundary}` }
    assert.equal(await send({ payload, headers: related }), '0 unsupported_media_type')
  })

  it('is refused with too many or too long headers of a part', async () => {
    const headers = (count: number) => ({ ...field, type: `text/plain${'\r\na: b'.repeat(count)}` })
    assert.deepEqual(await fillWith(headers(14)), { note: 'sünny' })
    assert.equal(await fillWith(headers(15)), '0 malformed_body')
    assert.equal(
      await fillWith({ ...field, type: `text/plain\r\na: ${'b'.repeat(4096)}` }),
      '0 malformed_body',
    )
  })

  it('is refused if its file repeats the start of a delimiter more than a thousand times', async () => {
    const start = (count: number) => fileForm('\r\n--'.repeat(count))
    assert.deepEqual(await send({ payload: start(1000) }), { file: 'image/jpeg 4000' })
    assert.equal(await send({ payload: start(1001) }), '0 malformed_body')
  })

  it('is found wherever the delimiter of a long file is', async () => {
    for (const length of [65_529, 65_530, 131_000, 131_071, 131_072, 131_073])
      assert.deepEqual(await send({ payload: fileForm(Buffer.alloc(length, '\r')) }), {
        file: `image/jpeg ${length}`,
      })
  })

  it('of 10 MiB lets the server handle other requests while it is read and hashed', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) process.nextTick(() => globalThis.setImmediate(count))
    }
    const answer = send({
      payload: fileForm(Buffer.alloc(10 * mebibyte)),
      headers: { 'idempotency-key': 'largest-file' },
    })
    count()
    assert.deepEqual(await answer, { file: 'image/jpeg 10485760' })
    isDone = true
    // 160 slices are searched, and 160 are hashed.
    assert.ok(turns >= 320, `${turns} turns`)
  })

  it('is refused when truncated at any byte', async () => {
    const whole = multipart(field, file, { name: 'more', content: 'text' })
    const end = whole.length - '\r\n'.length
    for (let at = 1; at < end; at += 1)
      assert.equal(await send({ payload: whole.subarray(0, at) }), '0 malformed_body', `at ${at}`)
  })

  it('is answered or refused, never a fault, after random byte changes', async () => {
    const whole = multipart(field, file)
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    const property = fc.asyncProperty(changes, async (changed) => {
      const payload = Buffer.from(whole)
      for (const [at, value] of changed) payload[at] = value
      const outcome = await send({ payload })
      if (typeof outcome === 'string') assert.match(outcome, /^0 (malformed_body|invalid_input)$/)
    })
    await fc.assert(property, { numRuns: 200 })
  })

  describe('over a real connection', () => {
    type Opened = { readonly sent: ClientRequest; readonly answer: Promise<unknown> }

    /** Sends the headers. The caller sends the body later, or only a part of it. */
    function open(token: string, bytes: number, agent?: Agent): Opened {
      const headers = { lang: 'en', authorization: token, 'content-length': bytes, ...form }
      const options = { port, host: '127.0.0.1', method: 'POST', path: '/api/attach', headers }
      const sent = request(agent === undefined ? options : { ...options, agent })
      // Resets by the test or the server are expected.
      sent.on('error', () => undefined)
      const answer = once(sent, 'response').then(async ([response]: IncomingMessage[]) => {
        let text = ''
        for await (const chunk of response ?? []) text += chunk
        return JSON.parse(text)
      })
      answer.catch(() => undefined)
      sent.flushHeaders()
      return { sent, answer }
    }

    it('is not read without a session, or if its Content-Length is too large', async () => {
      const visitor = open('nobody', 5 * mebibyte)
      assert.deepEqual(await visitor.answer, {
        code: 999,
        msg: 'Your session has ended. Please log in again.',
        data: null,
      })
      visitor.sent.destroy()
      const tooLong = open('ann', 50 * mebibyte)
      const { data } = (await tooLong.answer) as { data: unknown }
      assert.deepEqual(data, { reason: 'image_too_large' })
      tooLong.sent.destroy()
    })

    it('leaves the connection usable after a refusal', async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const bodies = [multipart(file, file), fileForm(Buffer.alloc(12 * mebibyte)), multipart(field, file)]
      const answers = []
      for (const body of bodies) {
        const { sent, answer } = open('ann', body.length, agent)
        sent.end(body)
        answers.push(((await answer) as { data: unknown }).data)
      }
      agent.destroy()
      assert.deepEqual(answers, [
        { reason: 'invalid_input' },
        { reason: 'image_too_large' },
        { note: 'sünny', file: 'image/jpeg 7' },
      ])
    })

    it('is admitted while its caller has fewer than three others, and disconnects free the slots', async () => {
      const body = fileForm('picture')
      // A refused fourth upload shows that the first three were admitted.
      const begun = Array.from({ length: 3 }, () => open('ann', body.length))
      const attempt = async (token: string) => {
        const { sent, answer } = open(token, body.length)
        sent.end(body)
        return ((await answer) as { data: { reason?: string } }).data.reason ?? 'accepted'
      }
      async function until(expected: string): Promise<void> {
        for (let tries = 0; tries < 500; tries += 1) {
          if ((await attempt('ann')) === expected) return
          await setImmediate()
        }
        assert.fail(`never ${expected}`)
      }
      await until('busy')
      assert.equal(await attempt('bob'), 'accepted')
      for (const { sent } of begun) sent.destroy()
      await until('accepted')
    })
  })
})
