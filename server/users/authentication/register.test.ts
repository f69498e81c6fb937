import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { RegisterInput } from '#server/users/authentication/register.ts'
import { createUsersFixture, password, registration, type UsersFixture } from '#test/users/users-fixture.ts'

let fixture: UsersFixture
before(async () => {
  fixture = await createUsersFixture()
})
after(async () => await fixture.stop())

const reasonOf = (answer: object) => ('reason' in answer ? answer.reason : 'none')

describe('a registration', () => {
  test('with the sent code creates an account and a session', async () => {
    const email = fixture.newAddress()
    const code = await fixture.codeFor(email)
    const loggedIn = await fixture.users.register(
      registration(` ${email.toUpperCase()} `, code),
      fixture.client,
    )
    assert.ok(loggedIn.kind === 'logged_in')
    const { user, token } = loggedIn
    assert.equal(user.email, email)
    assert.deepEqual([user.isDemo, user.mobile], [false, undefined])
    assert.match(user.uid, /^\d{8}$/)
    assert.match(user.inviteCode ?? '', /^[2-9A-Z]{8}$/)
    const identified = await fixture.users.authenticate(token)
    assert.deepEqual([identified?.userId, identified?.isDemo], [user.id, false])
    assert.deepEqual(await fixture.users.user(user.id), user)
  })

  test('by mobile stores one normalized number for every way of typing it', async () => {
    const [, taiwan] = fixture.users.areas
    assert.equal(taiwan?.country, 'TW')
    const areaId = taiwan?.id
    const request = { channel: 'mobile', to: '0912 345 678', areaId, purpose: 'register' } as const
    assert.deepEqual(await fixture.users.sendCode(request, fixture.client), { kind: 'sent' })
    const message = fixture.sent.at(-1)
    assert.ok(message !== undefined && 'code' in message)
    assert.equal(message.to, '886912345678')
    const input = {
      ...registration('', message.code),
      channel: 'mobile',
      contact: '+886-912-345-678',
      areaId,
    } as const
    const loggedIn = await fixture.users.register(input, fixture.client)
    assert.ok(loggedIn.kind === 'logged_in')
    assert.deepEqual([loggedIn.user.mobile, loggedIn.user.mobileFull], ['912345678', '886912345678'])
    for (const account of ['886912345678', '8860912345678', '+886 912 345 678']) {
      const again = await fixture.users.logIn({ channel: 'mobile', account, password }, fixture.client)
      assert.equal(again.kind, 'logged_in', account)
    }
  })

  const table: readonly (readonly [string, Partial<RegisterInput>, string])[] = [
    ['an invalid email address', { contact: 'nobody' }, 'invalid_email'],
    ['an email address with Cyrillic letters', { contact: 'аnn@example.com' }, 'invalid_email'],
    ['two different passwords', { repeated: 'correct horse 8' }, 'password_mismatch'],
    ['a short password', { password: 'abc 123', repeated: 'abc 123' }, 'password_too_short'],
    [
      'a long password',
      { password: `a1${'x'.repeat(71)}`, repeated: `a1${'x'.repeat(71)}` },
      'password_too_long',
    ],
    [
      'a password without a digit',
      { password: 'correct horse', repeated: 'correct horse' },
      'password_no_digit',
    ],
    [
      'a password without a letter',
      { password: '7294 1838 22', repeated: '7294 1838 22' },
      'password_no_letter',
    ],
    ['a common password', { password: 'Password123', repeated: 'Password123' }, 'password_common'],
    ['an unknown invite code', { inviteCode: 'ABCDEFGH' }, 'invite_unknown'],
    ['a malformed invite code', { inviteCode: "' or 1=1" }, 'invite_unknown'],
    ['a wrong code', { code: '000000' }, 'wrong_code'],
    ['no area', { channel: 'mobile', contact: '912345678' }, 'invalid_input'],
    ['an invalid mobile number', { channel: 'mobile', contact: 'x', areaId: 2 }, 'invalid_mobile'],
  ]
  for (const [name, change, reason] of table) {
    test(`with ${name} is refused and does not use up the code`, async () => {
      const email = fixture.newAddress()
      const code = await fixture.codeFor(email)
      // The sent code may itself be 000000.
      const wrong = change.code === code ? { code: '111111' } : change
      const refusal = await fixture.users.register({ ...registration(email, code), ...wrong }, fixture.client)
      assert.equal(reasonOf(refusal), reason)
      const loggedIn = await fixture.users.register(registration(email, code), fixture.client)
      assert.equal(loggedIn.kind, 'logged_in')
    })
  }

  test('from an unsupported country is refused by area, dialling code and client country', async () => {
    const { rows } = await fixture.database.query<{ id: number; country: string; dialling_code: string }>(
      'select id, country, dialling_code from areas where not is_supported order by country',
    )
    assert.deepEqual(
      rows.map(({ country }) => country),
      ['CN', 'CU', 'HK', 'IL', 'KP', 'VU'],
    )
    for (const { id, country, dialling_code } of rows) {
      const mobile = { ...registration('', '123456'), channel: 'mobile' } as const
      const byArea = await fixture.users.register(
        { ...mobile, contact: '1234567', areaId: id },
        fixture.client,
      )
      const international = {
        ...mobile,
        contact: `+${dialling_code}1234567`,
        areaId: fixture.users.areas[1]?.id,
      }
      const byCode = await fixture.users.register(international, fixture.client)
      const byCountry = await fixture.users.register(registration('a@example.com', '123456'), {
        ...fixture.client,
        country,
      })
      for (const refusal of [byArea, byCode, byCountry]) {
        assert.equal(reasonOf(refusal), 'country_not_supported', country)
      }
      const request = { channel: 'mobile', to: '1234567', areaId: id, purpose: 'register' } as const
      assert.equal(reasonOf(await fixture.users.sendCode(request, fixture.client)), 'country_not_supported')
      assert.ok(!fixture.users.areas.some((area) => area.country === country))
    }
  })

  test('three times in parallel with one code creates one account', async () => {
    const email = fixture.newAddress()
    const code = await fixture.codeFor(email)
    const both = await Promise.all(
      [1, 2, 3].map(() => fixture.users.register(registration(email, code), fixture.client)),
    )
    assert.equal(both.filter(({ kind }) => kind === 'logged_in').length, 1)
    assert.ok(both.every((answer) => answer.kind === 'logged_in' || reasonOf(answer) === 'wrong_code'))
  })

  test('of an existing account gets a notice instead of a code and is refused as a wrong code', async () => {
    const { user } = await fixture.newUser()
    const email = user.email ?? ''
    assert.equal(await fixture.codeFor(email), 'no code was sent')
    assert.equal(fixture.sent.at(-1)?.kind, 'account_exists')
    for (const code of ['000000', '123456']) {
      const refusal = await fixture.users.register(registration(email, code), fixture.client)
      assert.equal(reasonOf(refusal), 'wrong_code')
    }
  })
})

describe('an invitation', () => {
  test('is listed to the inviter only, masked, newest first', async () => {
    const inviter = await fixture.newUser()
    const inviteCode = inviter.user.inviteCode?.toLowerCase() ?? ''
    await fixture.newUser('first.guest@example.com', { inviteCode })
    await fixture.newUser('second.guest@mail.example.org', { inviteCode })
    const { data, total } = await fixture.users.invitedBy(inviter.user.id, 1)
    assert.deepEqual([data.map(({ name }) => name), total], [['se•••@m•••.org', 'fi•••@e•••.com'], 2])
    assert.deepEqual(await fixture.users.invitedBy(inviter.user.id, 2), { data: [], total: 2 })
    const other = await fixture.newUser()
    assert.deepEqual(await fixture.users.invitedBy(other.user.id, 1), { data: [], total: 0 })
  })

  test('by the user’s own invite code is refused', async () => {
    const { user } = await fixture.newUser()
    const email = fixture.newAddress()
    const code = await fixture.codeFor(email)
    const own = { ...registration(email, code), inviteCode: user.inviteCode ?? '', userId: user.id }
    assert.equal(reasonOf(await fixture.users.register(own, fixture.client)), 'invite_self')
  })

  test('is required while invite_required is 1', async () => {
    fixture.setSetting('invite_required', 1)
    const email = fixture.newAddress()
    const code = await fixture.codeFor(email)
    const refusal = await fixture.users.register(registration(email, code), fixture.client)
    fixture.setSetting('invite_required', 0)
    assert.equal(reasonOf(refusal), 'invite_required')
  })
})

describe('registration by captcha', () => {
  test('sends no code, and a wrong answer or id is refused', async () => {
    fixture.setSetting('verify_reg_type', 2)
    const email = fixture.newAddress()
    const request = { channel: 'email', to: email, areaId: undefined, purpose: 'register' } as const
    assert.equal(reasonOf(await fixture.users.sendCode(request, fixture.client)), 'code_not_needed')
    const drawn = await fixture.codes.drawCaptcha({ address: fixture.client.limitKey })
    assert.ok(drawn.kind === 'drawn')
    const wrong = { ...registration(email, 'zzzzzz'), captchaId: drawn.id }
    assert.equal(reasonOf(await fixture.users.register(wrong, fixture.client)), 'wrong_captcha')
    assert.equal(
      reasonOf(await fixture.users.register({ ...wrong, captchaId: '' }, fixture.client)),
      'wrong_captcha',
    )
    fixture.setSetting('verify_reg_type', 1)
  })
})

test('mobile numbers are refused while is_show_mobile is 0', async () => {
  fixture.setSetting('is_show_mobile', 0)
  const input = { ...registration('', '123456'), channel: 'mobile', contact: '912345678', areaId: 2 } as const
  const registered = await fixture.users.register(input, fixture.client)
  const request = { channel: 'mobile', to: '912345678', areaId: 2, purpose: 'register' } as const
  const sent = await fixture.users.sendCode(request, fixture.client)
  fixture.setSetting('is_show_mobile', 1)
  assert.deepEqual([reasonOf(registered), reasonOf(sent)], ['mobile_off', 'mobile_off'])
})

test('mobile numbers are refused while no text message can be sent, also for a new password', async () => {
  const { users, client, sent, setSms } = fixture
  setSms(false)
  const before = sent.length
  const input = { ...registration('', '123456'), channel: 'mobile', contact: '912345678', areaId: 2 } as const
  const request = { channel: 'mobile', to: '912345678', areaId: 2 } as const
  const answers = [
    await users.register(input, client),
    await users.sendCode({ ...request, purpose: 'register' }, client),
    await users.sendCode({ ...request, purpose: 'reset' }, client),
  ]
  assert.deepEqual(answers.map(reasonOf), ['mobile_off', 'mobile_off', 'mobile_off'])
  assert.equal(users.isMobileOn(), false)
  assert.equal(sent.length, before)
  setSms(true)
  assert.equal(users.isMobileOn(), true)
})
