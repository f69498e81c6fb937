import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createSmsTransport } from '#server/messages/transports/sms-transport.ts'
import type { RenderedMessage } from '#server/messages/transports/transport.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { isGenuine, type SmsRequest, smsSecret, startSmsProvider } from '#test/messages/sms-provider.ts'

const startMs = Date.UTC(2026, 10, 5, 14, 30, 15, 900)
const rendered: RenderedMessage = {
  id: '0123456789abcdef0123',
  message: {
    channel: 'mobile',
    to: '85291234567',
    language: 'hk',
    kind: 'register_code',
    code: '004217',
    validMinutes: 10,
  },
  createdAtMs: startMs,
  subject: '',
  text: '您的註冊驗證碼是 004217',
  html: '',
}

let provider: Awaited<ReturnType<typeof startSmsProvider>>
const timers = createFakeTimers(startMs)

beforeEach(async () => {
  provider = await startSmsProvider()
})

afterEach(() => provider.close())

const transportTo = (smsUrl: string) =>
  createSmsTransport({ smsUrl, smsSecret, wallClock: timers.clock, timers })

async function answered(answer: (request: SmsRequest) => void) {
  const delivery = transportTo(provider.url).deliver(rendered)
  const request = await provider.requests.next()
  answer(request)
  return { request, delivery: await delivery }
}

describe('a text message', () => {
  test('is posted as JSON with all documented fields', async () => {
    const { request, delivery } = await answered(({ answer }) => answer(202))
    assert.deepEqual(delivery, { ok: true })
    assert.equal(request.path, 'POST /send')
    assert.equal(request.headers['content-type'], 'application/json')
    assert.deepEqual(request.body, {
      id: '0123456789abcdef0123',
      to: '85291234567',
      type: 1,
      lang: 'hk',
      kind: 'register_code',
      code: '004217',
      text: '您的註冊驗證碼是 004217',
    })
  })

  test('is signed together with its timestamp', async () => {
    const { request } = await answered(({ answer }) => answer(200))
    assert.equal(request.headers['openlot-timestamp'], String(Math.floor(startMs / 1000)))
    assert.equal(request.isGenuine, true)
    const later = { ...request.headers, 'openlot-timestamp': String(Math.floor(startMs / 1000) + 1) }
    const body = JSON.stringify(request.body)
    assert.deepEqual(
      [isGenuine(request.headers, body), isGenuine(later, body), isGenuine(request.headers, `${body} `)],
      [true, false, false],
    )
  })

  const statuses: readonly (readonly [number, boolean])[] = [
    [400, true],
    [401, true],
    [404, true],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ]
  for (const [status, isFinal] of statuses) {
    test(`answered with ${status} ${isFinal ? 'fails permanently' : 'may be retried'}`, async () => {
      const { delivery } = await answered(({ answer }) => answer(status))
      assert.deepEqual(delivery, { ok: false, isFinal, why: `status ${status}` })
    })
  }

  test('does not follow a redirect to another host', async () => {
    const elsewhere = await startSmsProvider()
    const { delivery } = await answered(({ answer }) => answer(307, { location: elsewhere.url }))
    assert.deepEqual(delivery, { ok: false, isFinal: true, why: 'status 307' })
    assert.deepEqual(elsewhere.requests.all, [])
    await elsewhere.close()
  })

  test('times out after ten seconds', async () => {
    const delivery = transportTo(provider.url).deliver(rendered)
    await provider.requests.next()
    assert.deepEqual(timers.pending(), [10_000])
    timers.advance(10_000)
    assert.deepEqual(await delivery, { ok: false, isFinal: false, why: 'no answer in time' })
  })

  test('may be retried after a refused connection and leaves no timer', async () => {
    const { url } = provider
    await provider.close()
    assert.deepEqual(await transportTo(url).deliver(rendered), {
      ok: false,
      isFinal: false,
      why: 'not reached',
    })
    assert.deepEqual(timers.pending(), [])
    provider = await startSmsProvider()
  })

  test('sends credentials of the URL as basic authorization', async () => {
    const url = provider.url.replace('http://', 'http://anna:p%3Ass@')
    const delivery = transportTo(url).deliver(rendered)
    const request = await provider.requests.next()
    request.answer(200)
    assert.deepEqual(await delivery, { ok: true })
    assert.equal(request.headers.authorization, `Basic ${Buffer.from('anna:p:ss').toString('base64')}`)
  })
})
