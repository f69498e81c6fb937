import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerTo, envelope, startTestServer } from '#test/fakes/call-server.ts'
import { type CodePurpose, countdownKey, sendCode } from '#web/parts/auth-forms/send-code.ts'
import type { Contact } from '#web/parts/auth-forms/typed-account.ts'

const ann: Contact = { channel: 'email', email: 'ann@example.com' }
const phone: Contact = { channel: 'mobile', areaId: 7, national: '0812345678', full: '660812345678' }

describe('sending a code', () => {
  test('has a countdown key per recipient and purpose, regardless of a leading zero', () => {
    const names = [
      countdownKey('register', ann),
      countdownKey('reset', ann),
      countdownKey('register', phone),
      countdownKey('register', { ...phone, areaId: 8 }),
    ]
    assert.equal(new Set(names).size, 4)
    assert.equal(countdownKey('reset', { ...phone, national: '812345678' }), countdownKey('reset', phone))
  })

  const table: readonly (readonly [CodePurpose, Contact, string, object])[] = [
    ['register', ann, '/api/notify/send_email', { to: 'ann@example.com', type: 1 }],
    ['reset', ann, '/api/notify/send_email', { to: 'ann@example.com', type: 2 }],
    ['register', phone, '/api/notify/send_sms', { to: '0812345678', area_id: 7, type: 1 }],
    ['reset', phone, '/api/notify/send_sms', { to: '0812345678', area_id: 7, type: 2 }],
    ['payout_method', ann, '/api/notify/send_email', { to: 'ann@example.com', type: 3 }],
    ['withdrawal', phone, '/api/notify/send_sms', { to: '0812345678', area_id: 7, type: 4 }],
  ]
  for (const [purpose, contact, path, input] of table) {
    test(`to ${purpose} calls ${path}`, async (context) => {
      const server = await startTestServer(context, envelope(1))
      await sendCode(callerTo(server.origin).call, purpose, contact)
      assert.deepEqual([server.received[0]?.path, JSON.parse(server.received[0]?.body ?? '')], [path, input])
    })
  }
})
