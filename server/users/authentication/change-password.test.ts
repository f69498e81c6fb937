import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createUsersFixture, password, type UsersFixture } from '#test/users/users-fixture.ts'

let fixture: UsersFixture
before(async () => {
  fixture = await createUsersFixture()
})
after(async () => await fixture.stop())

const next = 'another staple 8'
const reasonOf = (answer: object) => ('reason' in answer ? answer.reason : 'none')

function reset(email: string, code: string, changes: { password?: string; repeated?: string } = {}) {
  const input = {
    channel: 'email',
    account: email,
    password: next,
    repeated: next,
    code,
    ...changes,
  } as const
  return fixture.users.resetPassword(input, fixture.client)
}

function logIn(account: string, typed: string) {
  return fixture.users.logIn({ channel: 'email', account, password: typed }, fixture.client)
}

describe('resetting a password', () => {
  test('replaces the old password, ends every session and sends a notice', async () => {
    const { user, token } = await fixture.newUser()
    const email = user.email ?? ''
    const ended: number[] = []
    const stopListening = fixture.users.onSessionEnded((id) => ended.push(id))
    const session = await fixture.users.authenticate(token)
    const code = await fixture.codeFor(email, 'reset')
    assert.deepEqual(await reset(email, code), { kind: 'set', userId: user.id })
    assert.equal(await fixture.users.authenticate(token), undefined)
    assert.ok(ended.includes(session?.sessionId ?? 0))
    stopListening()
    assert.equal((await logIn(email, password)).kind, 'refused')
    assert.equal((await logIn(email, next)).kind, 'logged_in')
    assert.equal(fixture.sent.at(-1)?.kind, 'password_changed')
  })

  test('requires the code, which works once', async () => {
    const { user } = await fixture.newUser()
    const email = user.email ?? ''
    const code = await fixture.codeFor(email, 'reset')
    const wrong = code === '000000' ? '111111' : '000000'
    assert.equal(reasonOf(await reset(email, wrong)), 'wrong_code')
    assert.equal(reasonOf(await reset(email, code, { repeated: 'x' })), 'password_mismatch')
    assert.equal(
      reasonOf(await reset(email, code, { password: 'short 1', repeated: 'short 1' })),
      'password_too_short',
    )
    assert.equal((await reset(email, code)).kind, 'set')
    assert.equal(reasonOf(await reset(email, code)), 'wrong_code')
  })

  test('refuses even the correct code after five wrong ones', async () => {
    const { user } = await fixture.newUser()
    const email = user.email ?? ''
    const code = await fixture.codeFor(email, 'reset')
    const wrong = code === '000000' ? '111111' : '000000'
    for (let count = 0; count < 5; count++) assert.equal(reasonOf(await reset(email, wrong)), 'wrong_code')
    assert.equal(reasonOf(await reset(email, code)), 'wrong_code')
  })

  test('of an unknown account is refused like a wrong code and sends nothing', async () => {
    const before = fixture.sent.length
    const request = {
      channel: 'email',
      to: 'ghost@example.com',
      areaId: undefined,
      purpose: 'reset',
    } as const
    assert.deepEqual(await fixture.users.sendCode(request, fixture.client), { kind: 'sent' })
    assert.equal(fixture.sent.length, before)
    for (const account of ['ghost@example.com', 'no address']) {
      assert.equal(reasonOf(await reset(account, '123456')), 'wrong_code')
    }
  })

  test('ends the lockout of the account', async () => {
    const { user } = await fixture.newUser()
    const email = user.email ?? ''
    for (let count = 0; count < 6; count++) await logIn(email, 'wrong 1234')
    assert.equal((await logIn(email, password)).kind, 'too_many_requests')
    assert.equal((await reset(email, await fixture.codeFor(email, 'reset'))).kind, 'set')
    assert.equal((await logIn(email, next)).kind, 'logged_in')
  })
})

describe('changing a password', () => {
  async function user() {
    const { user, token } = await fixture.newUser()
    const identified = await fixture.users.authenticate(token)
    assert.ok(identified !== undefined)
    const email = user.email ?? ''
    const other = await logIn(email, password)
    assert.ok(other.kind === 'logged_in')
    return { email, token, other: other.token, ...identified }
  }
  type Person = Awaited<ReturnType<typeof user>>
  function change({ userId, sessionId }: Person, code: string, changes: object = {}) {
    const input = {
      userId,
      sessionId,
      channel: 'email',
      code,
      oldPassword: password,
      newPassword: next,
      ...changes,
    } as const
    return fixture.users.changePassword(input, fixture.client)
  }

  test('ends every session except the current one', async () => {
    const person = await user()
    const code = await fixture.codeFor(person.email, 'reset')
    assert.equal((await change(person, code)).kind, 'set')
    assert.equal(await fixture.users.authenticate(person.other), undefined)
    assert.equal((await fixture.users.authenticate(person.token))?.userId, person.userId)
    assert.equal((await logIn(person.email, next)).kind, 'logged_in')
  })

  const table: readonly (readonly [string, object, string])[] = [
    ['the old password is wrong', { oldPassword: 'wrong 1234' }, 'wrong_password'],
    ['the new password is the old one', { newPassword: password }, 'password_same'],
    [
      'the new password is the old one, which was not sent',
      { oldPassword: undefined, newPassword: password },
      'password_same',
    ],
    ['the new password is weak', { newPassword: 'abc' }, 'password_too_short'],
    ['the code is wrong', { code: '0' }, 'wrong_code'],
    ['the account has no mobile number', { channel: 'mobile' }, 'invalid_input'],
  ]
  for (const [name, changes, reason] of table) {
    test(`is refused when ${name}`, async () => {
      const person = await user()
      const code = await fixture.codeFor(person.email, 'reset')
      assert.equal(reasonOf(await change(person, code, changes)), reason)
      assert.equal((await fixture.users.authenticate(person.other))?.userId, person.userId)
      assert.equal((await logIn(person.email, password)).kind, 'logged_in')
    })
  }

  test('without the code does not reveal whether a guess of the old password is correct', async () => {
    const person = await user()
    const answers = [password, 'a wild guess 9'].map((guess) =>
      change(person, '000000', { oldPassword: undefined, newPassword: guess }),
    )
    for (const answer of await Promise.all(answers)) assert.equal(reasonOf(answer), 'wrong_code')
  })

  test('works without the old password if the client sends none', async () => {
    const person = await user()
    const code = await fixture.codeFor(person.email, 'reset')
    assert.equal((await change(person, code, { oldPassword: undefined })).kind, 'set')
  })
})
