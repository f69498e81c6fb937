import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { RegisterInput } from '#server/accounts/authentication/register.ts'
import { type AccountStage, createAccountStage, password, registration } from '#test/accounts-fixture.ts'

let stage: AccountStage
before(async () => {
  stage = await createAccountStage()
})
after(async () => await stage.stop())

const reasonOf = (answer: object) => ('reason' in answer ? answer.reason : 'none')

describe('a registration', () => {
  test('with the code that was sent opens an account and a session', async () => {
    const email = stage.newAddress()
    const code = await stage.codeFor(email)
    const entered = await stage.accounts.register(registration(` ${email.toUpperCase()} `, code), stage.visit)
    assert.ok(entered.kind === 'entered')
    const { user, token } = entered
    assert.equal(user.email, email)
    assert.deepEqual([user.isDemo, user.mobile], [false, undefined])
    assert.match(user.uid, /^\d{8}$/)
    assert.match(user.inviteCode ?? '', /^[2-9A-Z]{8}$/)
    const identified = await stage.accounts.identify(token)
    assert.deepEqual([identified?.userId, identified?.isDemo], [user.id, false])
    assert.deepEqual(await stage.accounts.user(user.id), user)
  })

  test('by mobile is known by dialling code and number, however it was typed', async () => {
    const [, taiwan] = stage.accounts.areas
    assert.equal(taiwan?.country, 'TW')
    const areaId = taiwan?.id
    const asked = { channel: 'mobile', to: '0912 345 678', areaId, purpose: 'register' } as const
    assert.deepEqual(await stage.accounts.sendCode(asked, stage.visit), { kind: 'sent' })
    const message = stage.sent.at(-1)
    assert.ok(message !== undefined && 'code' in message)
    assert.equal(message.to, '886912345678')
    const input = {
      ...registration('', message.code),
      channel: 'mobile',
      contact: '+886-912-345-678',
      areaId,
    } as const
    const entered = await stage.accounts.register(input, stage.visit)
    assert.ok(entered.kind === 'entered')
    assert.deepEqual([entered.user.mobile, entered.user.mobileFull], ['912345678', '886912345678'])
    for (const account of ['886912345678', '8860912345678', '+886 912 345 678']) {
      const again = await stage.accounts.logIn({ channel: 'mobile', account, password }, stage.visit)
      assert.equal(again.kind, 'entered', account)
    }
  })

  const table: readonly (readonly [string, Partial<RegisterInput>, string])[] = [
    ['no address', { contact: 'nobody' }, 'invalid_email'],
    ['an address in other letters', { contact: 'аnn@example.com' }, 'invalid_email'],
    ['two passwords', { repeated: 'correct horse 8' }, 'password_mismatch'],
    ['a short password', { password: 'abc 123', repeated: 'abc 123' }, 'password_too_short'],
    [
      'a long password',
      { password: `a1${'x'.repeat(71)}`, repeated: `a1${'x'.repeat(71)}` },
      'password_too_long',
    ],
    ['no digit', { password: 'correct horse', repeated: 'correct horse' }, 'password_no_digit'],
    ['no letter', { password: '7294 1838 22', repeated: '7294 1838 22' }, 'password_no_letter'],
    ['a common password', { password: 'Password123', repeated: 'Password123' }, 'password_common'],
    ['an invite code nobody has', { inviteCode: 'ABCDEFGH' }, 'invite_unknown'],
    ['an invite code that is none', { inviteCode: "' or 1=1" }, 'invite_unknown'],
    ['another code', { code: '000000' }, 'wrong_code'],
    ['no area', { channel: 'mobile', contact: '912345678' }, 'invalid_input'],
    ['no number', { channel: 'mobile', contact: 'x', areaId: 2 }, 'invalid_mobile'],
  ]
  for (const [name, change, reason] of table) {
    test(`with ${name} is refused, and its code can still be used`, async () => {
      const email = stage.newAddress()
      const code = await stage.codeFor(email)
      // The one code in a million that is really all zeros would be right.
      const wrong = change.code === code ? { code: '111111' } : change
      const refusal = await stage.accounts.register({ ...registration(email, code), ...wrong }, stage.visit)
      assert.equal(reasonOf(refusal), reason)
      const entered = await stage.accounts.register(registration(email, code), stage.visit)
      assert.equal(entered.kind, 'entered')
    })
  }

  test('from where we offer no service is refused, by area, by dialling code and by country', async () => {
    const { rows } = await stage.database.query<{ id: number; country: string; dialling_code: string }>(
      'select id, country, dialling_code from areas where not is_supported order by country',
    )
    assert.deepEqual(
      rows.map(({ country }) => country),
      ['CN', 'CU', 'HK', 'IL', 'KP', 'VU'],
    )
    for (const { id, country, dialling_code } of rows) {
      const mobile = { ...registration('', '123456'), channel: 'mobile' } as const
      const byArea = await stage.accounts.register({ ...mobile, contact: '1234567', areaId: id }, stage.visit)
      const international = {
        ...mobile,
        contact: `+${dialling_code}1234567`,
        areaId: stage.accounts.areas[1]?.id,
      }
      const byCode = await stage.accounts.register(international, stage.visit)
      const byCountry = await stage.accounts.register(registration('a@example.com', '123456'), {
        ...stage.visit,
        country,
      })
      for (const refusal of [byArea, byCode, byCountry]) {
        assert.equal(reasonOf(refusal), 'country_not_supported', country)
      }
      const asked = { channel: 'mobile', to: '1234567', areaId: id, purpose: 'register' } as const
      assert.equal(reasonOf(await stage.accounts.sendCode(asked, stage.visit)), 'country_not_supported')
      assert.ok(!stage.accounts.areas.some((area) => area.country === country))
    }
  })

  test('twice at once with one code makes one account', async () => {
    const email = stage.newAddress()
    const code = await stage.codeFor(email)
    const both = await Promise.all(
      [1, 2, 3].map(() => stage.accounts.register(registration(email, code), stage.visit)),
    )
    assert.equal(both.filter(({ kind }) => kind === 'entered').length, 1)
    assert.ok(both.every((answer) => answer.kind === 'entered' || reasonOf(answer) === 'wrong_code'))
  })

  test('of an address that has an account gets no code, and the same answer as any wrong code', async () => {
    const { user } = await stage.newUser()
    const email = user.email ?? ''
    assert.equal(await stage.codeFor(email), 'none was sent')
    assert.equal(stage.sent.at(-1)?.kind, 'account_exists')
    for (const code of ['000000', '123456']) {
      const refusal = await stage.accounts.register(registration(email, code), stage.visit)
      assert.equal(reasonOf(refusal), 'wrong_code')
    }
  })
})

describe('an invitation', () => {
  test('is remembered, shown masked to who invited, newest first, and to nobody else', async () => {
    const inviter = await stage.newUser()
    const inviteCode = inviter.user.inviteCode?.toLowerCase() ?? ''
    await stage.newUser('first.guest@example.com', { inviteCode })
    await stage.newUser('second.guest@mail.example.org', { inviteCode })
    const { data, total } = await stage.accounts.invitedBy(inviter.user.id, 1)
    assert.deepEqual([data.map(({ name }) => name), total], [['se•••@m•••.org', 'fi•••@e•••.com'], 2])
    assert.deepEqual(await stage.accounts.invitedBy(inviter.user.id, 2), { data: [], total: 2 })
    const other = await stage.newUser()
    assert.deepEqual(await stage.accounts.invitedBy(other.user.id, 1), { data: [], total: 0 })
  })

  test('by oneself is refused', async () => {
    const { user } = await stage.newUser()
    const email = stage.newAddress()
    const code = await stage.codeFor(email)
    const own = { ...registration(email, code), inviteCode: user.inviteCode ?? '', userId: user.id }
    assert.equal(reasonOf(await stage.accounts.register(own, stage.visit)), 'invite_self')
  })

  test('is needed while the setting says so', async () => {
    stage.set('invite_required', 1)
    const email = stage.newAddress()
    const code = await stage.codeFor(email)
    const refusal = await stage.accounts.register(registration(email, code), stage.visit)
    stage.set('invite_required', 0)
    assert.equal(reasonOf(refusal), 'invite_required')
  })
})

describe('while captchas stand in for codes', () => {
  test('no code is sent, and a captcha works once', async () => {
    stage.set('verify_reg_type', 2)
    const email = stage.newAddress()
    const asked = { channel: 'email', to: email, areaId: undefined, purpose: 'register' } as const
    assert.equal(reasonOf(await stage.accounts.sendCode(asked, stage.visit)), 'code_not_needed')
    const drawn = await stage.codes.drawCaptcha({ address: stage.visit.limitKey })
    assert.ok(drawn.kind === 'drawn')
    const wrong = { ...registration(email, 'zzzzzz'), captchaId: drawn.id }
    assert.equal(reasonOf(await stage.accounts.register(wrong, stage.visit)), 'wrong_captcha')
    assert.equal(
      reasonOf(await stage.accounts.register({ ...wrong, captchaId: '' }, stage.visit)),
      'wrong_captcha',
    )
    stage.set('verify_reg_type', 1)
  })
})

test('mobile numbers are refused while the setting says so', async () => {
  stage.set('is_show_mobile', 0)
  const input = { ...registration('', '123456'), channel: 'mobile', contact: '912345678', areaId: 2 } as const
  const registered = await stage.accounts.register(input, stage.visit)
  const asked = { channel: 'mobile', to: '912345678', areaId: 2, purpose: 'register' } as const
  const sent = await stage.accounts.sendCode(asked, stage.visit)
  stage.set('is_show_mobile', 1)
  assert.deepEqual([reasonOf(registered), reasonOf(sent)], ['mobile_off', 'mobile_off'])
})
