import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AccountStage, createAccountStage, password } from '#test/accounts-fixture.ts'

let stage: AccountStage
before(async () => {
  stage = await createAccountStage()
})
after(async () => await stage.stop())

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
  return stage.accounts.resetPassword(input, stage.visit)
}

function logIn(account: string, typed: string) {
  return stage.accounts.logIn({ channel: 'email', account, password: typed }, stage.visit)
}

describe('a password that is reset', () => {
  test('works from then on, the old one does not, and every session has ended', async () => {
    const { user, token } = await stage.newUser()
    const email = user.email ?? ''
    const ended: number[] = []
    const stopListening = stage.accounts.onSessionEnded((id) => ended.push(id))
    const session = await stage.accounts.identify(token)
    const code = await stage.codeFor(email, 'reset')
    assert.deepEqual(await reset(email, code), { kind: 'set', userId: user.id })
    assert.equal(await stage.accounts.identify(token), undefined)
    assert.ok(ended.includes(session?.sessionId ?? 0))
    stopListening()
    assert.equal((await logIn(email, password)).kind, 'refused')
    assert.equal((await logIn(email, next)).kind, 'entered')
    assert.equal(stage.sent.at(-1)?.kind, 'password_changed')
  })

  test('needs the code, which works once', async () => {
    const { user } = await stage.newUser()
    const email = user.email ?? ''
    const code = await stage.codeFor(email, 'reset')
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

  test('cannot be had with the code of a registration, nor by guessing', async () => {
    const { user } = await stage.newUser()
    const email = user.email ?? ''
    const code = await stage.codeFor(email, 'reset')
    const wrong = code === '000000' ? '111111' : '000000'
    for (let count = 0; count < 5; count++) assert.equal(reasonOf(await reset(email, wrong)), 'wrong_code')
    assert.equal(reasonOf(await reset(email, code)), 'wrong_code')
  })

  test('of an account that does not exist is answered as a wrong code, and nothing is sent', async () => {
    const before = stage.sent.length
    const asked = { channel: 'email', to: 'ghost@example.com', areaId: undefined, purpose: 'reset' } as const
    assert.deepEqual(await stage.accounts.sendCode(asked, stage.visit), { kind: 'sent' })
    assert.equal(stage.sent.length, before)
    for (const account of ['ghost@example.com', 'no address']) {
      assert.equal(reasonOf(await reset(account, '123456')), 'wrong_code')
    }
  })

  test('lets in at once whom wrong passwords had made wait', async () => {
    const { user } = await stage.newUser()
    const email = user.email ?? ''
    for (let count = 0; count < 6; count++) await logIn(email, 'wrong 1234')
    assert.equal((await logIn(email, password)).kind, 'too_many_requests')
    assert.equal((await reset(email, await stage.codeFor(email, 'reset'))).kind, 'set')
    assert.equal((await logIn(email, next)).kind, 'entered')
  })
})

describe('a password that is changed', () => {
  async function user() {
    const { user, token } = await stage.newUser()
    const identified = await stage.accounts.identify(token)
    assert.ok(identified !== undefined)
    const email = user.email ?? ''
    const other = await logIn(email, password)
    assert.ok(other.kind === 'entered')
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
    return stage.accounts.changePassword(input, stage.visit)
  }

  test('ends every session but one’s own', async () => {
    const person = await user()
    const code = await stage.codeFor(person.email, 'reset')
    assert.equal((await change(person, code)).kind, 'set')
    assert.equal(await stage.accounts.identify(person.other), undefined)
    assert.equal((await stage.accounts.identify(person.token))?.userId, person.userId)
    assert.equal((await logIn(person.email, next)).kind, 'entered')
  })

  const table: readonly (readonly [string, object, string])[] = [
    ['the old one is wrong', { oldPassword: 'wrong 1234' }, 'wrong_password'],
    ['it is the old one', { newPassword: password }, 'password_same'],
    [
      'it is the old one and that was not sent',
      { oldPassword: undefined, newPassword: password },
      'password_same',
    ],
    ['it is weak', { newPassword: 'abc' }, 'password_too_short'],
    ['the code is wrong', { code: '0' }, 'wrong_code'],
    ['the account has no number', { channel: 'mobile' }, 'invalid_input'],
  ]
  for (const [name, changes, reason] of table) {
    test(`stays as it was when ${name}`, async () => {
      const person = await user()
      const code = await stage.codeFor(person.email, 'reset')
      assert.equal(reasonOf(await change(person, code, changes)), reason)
      assert.equal((await stage.accounts.identify(person.other))?.userId, person.userId)
      assert.equal((await logIn(person.email, password)).kind, 'entered')
    })
  }

  test('tells nobody without the code whether they guessed it', async () => {
    const person = await user()
    const answers = [password, 'a wild guess 9'].map((guess) =>
      change(person, '000000', { oldPassword: undefined, newPassword: guess }),
    )
    for (const answer of await Promise.all(answers)) assert.equal(reasonOf(answer), 'wrong_code')
  })

  test('needs no old one where the client sends none', async () => {
    const person = await user()
    const code = await stage.codeFor(person.email, 'reset')
    assert.equal((await change(person, code, { oldPassword: undefined })).kind, 'set')
  })
})
