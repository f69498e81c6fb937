// Codes for payout methods and withdrawals, and the language of a user, through the whole application.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inTransaction } from '#server/storage/storage.ts'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser } from '#test/calls/app-users.ts'
import { eventually } from '#test/eventually.ts'

let fixture: AppFixture
before(async () => {
  fixture = await createAppFixture()
})
after(async () => await fixture.stop())

const purposes = { 3: 'payout_method', 4: 'withdrawal' } as const
type CodeType = keyof typeof purposes

function request(type: CodeType, token?: string, more: Record<string, string> = {}, path = 'send_email') {
  fixture.advance(61_000)
  return fixture.call({ url: `/api/notify/${path}`, token, form: { type: String(type), ...more } })
}

async function codeFor(type: CodeType, email: string, token: string, more = {}): Promise<string> {
  const before = (await fixture.messagesTo(email)).length
  const sent = await request(type, token, more)
  assert.equal(sent.code, 1, sent.msg)
  await eventually(async () => (await fixture.messagesTo(email)).length > before)
  return (await fixture.messagesTo(email)).at(-1)?.code ?? ''
}

for (const type of [3, 4] as const) {
  describe(`a code of type ${type}`, () => {
    const purpose = purposes[type]

    test("goes to the account's own address, whatever `to` says, and is used once", async () => {
      const email = `own${type}@example.com`
      const { token, user } = await registerUser(fixture, email)
      const other = `stranger${type}@example.com`
      const code = await codeFor(type, email, token, { to: other })
      assert.match(code, /^\d{6}$/)
      assert.deepEqual(await fixture.messagesTo(other), [])
      const { users } = fixture.modules
      assert.equal(await users.verifyOwnCode(user.id, purpose, code), true)
      const consume = () =>
        inTransaction(fixture.database.pool, (client) => users.consumeOwnCode(client, user.id, purpose, code))
      assert.deepEqual([await consume(), await consume()], [true, false])
      assert.equal(await users.verifyOwnCode(user.id, purpose, code), false)
    })

    test('is valid for no other user, no other purpose, and stays valid if the transaction rolls back', async () => {
      const { users } = fixture.modules
      const email = `first${type}@example.com`
      const first = await registerUser(fixture, email)
      const second = await registerUser(fixture, `second${type}@example.com`)
      const code = await codeFor(type, email, first.token)
      assert.equal(await users.verifyOwnCode(second.user.id, purpose, code), false)
      const wrong = type === 3 ? purposes[4] : purposes[3]
      assert.equal(await users.verifyOwnCode(first.user.id, wrong, code), false)
      const recipient = { channel: 'email', recipient: email } as const
      assert.equal(await fixture.modules.codes.verify({ ...recipient, purpose: 'reset', code }), false)
      const rolledBack = inTransaction(fixture.database.pool, async (client) => {
        assert.equal(await users.consumeOwnCode(client, first.user.id, purpose, code), true)
        throw new Error('no')
      })
      await assert.rejects(rolledBack, /no/)
      assert.equal(await users.verifyOwnCode(first.user.id, purpose, code), true)
    })

    test('is refused to visitors, ended sessions and demo users', async () => {
      assert.equal((await request(type)).code, 999)
      assert.equal((await request(type, 'x'.repeat(43), { to: 'someone@example.com' })).code, 999)
      const demo = await openDemo(fixture, `${type}123456789abcdef0123456789abcdef`)
      assert.equal((await request(type, demo)).data.reason, 'demo_forbidden')
      assert.equal((await request(type, demo, {}, 'send_sms')).data.reason, 'demo_forbidden')
    })

    test('is refused on a channel that the account does not have', async () => {
      const { token } = await registerUser(fixture, `mail-only${type}@example.com`)
      const sent = await request(type, token, { to: '91234567', area_id: '1' }, 'send_sms')
      assert.deepEqual([sent.code, sent.data.reason], [0, 'invalid_mobile'])
    })

    test('is limited to one a minute', async () => {
      const email = `often${type}@example.com`
      const { token } = await registerUser(fixture, email)
      await codeFor(type, email, token)
      const again = await fixture.call({ url: '/api/notify/send_email', token, form: { type: String(type) } })
      assert.equal(again.code, 429)
    })
  })
}

test('types 1 and 2 still need an address', async () => {
  for (const type of ['1', '2']) {
    for (const form of [{ type }, { type, to: '' }]) {
      const { code, data } = await fixture.call({ url: '/api/notify/send_email', form })
      assert.deepEqual([code, data], [0, { reason: 'invalid_input', field: 'to' }])
    }
  }
})

describe('the language of a user', () => {
  const stored = async (id: number) =>
    (await fixture.database.query<{ language: string }>('select language from users where id = $1', [id]))
      .rows[0]?.language
  const info = (token: string, headers: Record<string, string>) =>
    fixture.call({ url: '/api/user/info', token, headers })

  test('is that of the registration, then of the app, and never of a request that names none', async () => {
    const { token, user } = await registerUser(fixture, 'speaker@example.com')
    assert.equal(await stored(user.id), 'en')
    await info(token, { lang: 'de' })
    assert.equal(await stored(user.id), 'de')
    for (const lang of ['', 'xx']) await info(token, { lang })
    assert.equal(await stored(user.id), 'de')
    const form = { account: 'speaker@example.com', password: 'correct horse 7', login_type: '1' }
    await fixture.call({ url: '/api/user/loginForU', form, headers: { lang: 'zz' } })
    assert.equal(await stored(user.id), 'de')
    await fixture.call({ url: '/api/user/loginForU', form, headers: { lang: 'tw' } })
    assert.equal(await stored(user.id), 'hk')
  })

  test('is part of the contact for messages; without one it is the default, and a demo user has none', async () => {
    const contactOf = async (id: number) => (await fixture.modules.users.contactsOf([id])).get(id)
    const { user } = await registerUser(fixture, 'contact@example.com')
    const contact = { channel: 'email', to: 'contact@example.com' } as const
    assert.deepEqual(await contactOf(user.id), { ...contact, language: 'en' })
    await fixture.database.query('update users set language = null where id = $1', [user.id])
    assert.deepEqual(await contactOf(user.id), { ...contact, language: 'hk' })
    const demo = await fixture.modules.users.authenticate(await openDemo(fixture))
    assert.equal(await contactOf(demo?.userId ?? 0), undefined)
    assert.equal(await stored(demo?.userId ?? 0), 'en')
  })
})
