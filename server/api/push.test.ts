// The calls of pushes, through the whole server.
import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { openDemo } from '#test/calls/app-users.ts'

let fixture: AppFixture
let token: string

before(async () => {
  fixture = await createAppFixture()
  token = await openDemo(fixture)
})
after(async () => await fixture.stop())

const browser = {
  endpoint: 'https://push.example.com/x1',
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: 'A'.repeat(22),
}

async function stored(): Promise<readonly unknown[]> {
  const { rows } = await fixture.database.query('select endpoint, language from push_subscriptions')
  return rows
}

test('a browser subscribes with the key of the server, in the language of the call, and unsubscribes', async () => {
  const { data } = await fixture.call({ url: '/api/push/key', token })
  assert.match(data.key, /^[\w-]{87}$/)
  const headers = { lang: 'tw' }
  const subscribed = await fixture.call({ url: '/api/push/subscribe', token, body: browser, headers })
  assert.deepEqual([subscribed.code, subscribed.data], [1, null])
  assert.deepEqual(await stored(), [{ endpoint: browser.endpoint, language: 'hk' }])
  const body = { endpoint: browser.endpoint }
  const unsubscribed = await fixture.call({ url: '/api/push/unsubscribe', token, body })
  assert.deepEqual([unsubscribed.code, await stored()], [1, []])
})

for (const [reason, field, value] of [
  ['push_service_unknown', 'endpoint', 'https://evil.example/x'],
  ['push_service_unknown', 'endpoint', 'http://push.example.com/x'],
  ['invalid_input', 'p256dh', 'A'.repeat(87)],
  ['invalid_input', 'auth', 'A'.repeat(21)],
] as const)
  test(`a wrong ${field}, ${value} -> ${reason} with its name`, async () => {
    const body = { ...browser, [field]: value }
    const { code, data } = await fixture.call({ url: '/api/push/subscribe', token, body })
    assert.deepEqual([code, data], [0, { reason, field }])
    assert.deepEqual(await stored(), [])
  })
