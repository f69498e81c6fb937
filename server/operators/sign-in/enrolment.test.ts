import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperators, resetOperator } from '#server/operators/operators.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  type TestOperator,
  totpAt,
} from '#test/operators/operators-fixture.ts'

describe('enrolling a second factor', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(() => fixture.nextDay())

  const newPassword = 'fresh paint 42'

  /** A new operator who has signed in with the temporary password. */
  async function begin({ mustChange = true } = {}) {
    const newcomer = await fixture.addOperator('compliance', { isEnrolled: false, mustChange })
    return { newcomer, ...(await ticketFor(newcomer)) }
  }

  async function ticketFor(newcomer: TestOperator) {
    const answer = await fixture.operators.signIn({ ...newcomer, ...origin, totp: '' })
    if (answer.kind !== 'enrolment') throw new Error(`no enrolment but ${answer.kind}`)
    return answer
  }

  function enrol(ticket: string, secret: string, chosen: string | undefined = newPassword, laterMs = 0) {
    const totp = totpAt(secret, fixture.clock.now() + laterMs)
    return fixture.operators.enrol({ ...origin, ticket, totp, newPassword: chosen })
  }

  it('starts with the correct password and returns a TOTP secret and URI', async () => {
    const { newcomer, secret, uri, needsPassword } = await begin()
    assert.match(secret, /^[A-Z2-7]{32}$/)
    const { protocol, host, pathname, searchParams } = new URL(uri)
    assert.deepEqual(
      [protocol, host, decodeURIComponent(pathname)],
      ['otpauth:', 'totp', `/Openlot:${newcomer.email}`],
    )
    assert.deepEqual(Object.fromEntries(searchParams), {
      issuer: 'Openlot',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    assert.equal(needsPassword, true)
    assert.equal((await begin({ mustChange: false })).needsPassword, false)
    const wrong = { ...newcomer, ...origin, password: 'correct horse 8', totp: '' }
    assert.deepEqual(await fixture.operators.signIn(wrong), { kind: 'refused', reason: 'wrong_credentials' })
  })

  it('returns a session and ten recovery codes and replaces the password', async () => {
    const { newcomer, ticket, secret } = await begin()
    const answer = await enrol(ticket, secret)
    assert.equal(answer.kind, 'session')
    if (answer.kind !== 'session') return
    assert.equal(answer.operator.hasTotp, true)
    assert.equal((await fixture.operators.authenticate(answer.token))?.operatorId, newcomer.id)
    assert.equal(new Set(answer.recoveryCodes).size, 10)
    for (const code of answer.recoveryCodes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
    const now = fixture.clock.now()
    const totp = totpAt(secret, now + 30_000)
    const old = await fixture.operators.signIn({ ...newcomer, ...origin, totp })
    assert.equal(old.kind, 'refused')
    const renewed = { ...newcomer, ...origin, password: newPassword }
    const replayed = await fixture.operators.signIn({ ...renewed, totp: totpAt(secret, now) })
    assert.equal(replayed.kind, 'refused', 'the code of the enrolment is used up')
    assert.equal((await fixture.operators.signIn({ ...renewed, totp })).kind, 'session')
    assert.deepEqual(
      (await fixture.auditEntries(newcomer.id)).map(({ action }) => action),
      ['enrolment_started', 'enrolled', 'sign_in_failed', 'sign_in_failed', 'signed_in'],
    )
  })

  it('checks the code by the system clock, although the time of the server is a minute ahead of it', async () => {
    const { ticket, secret } = await begin()
    const wallClock = { now: fixture.clock.now }
    const clock = { ...fixture.clock, now: () => wallClock.now() + 60_001 }
    const ahead = createOperators({ ...fixture.parts, clock, wallClock })
    const totp = totpAt(secret, wallClock.now())
    assert.equal((await ahead.enrol({ ...origin, ticket, totp, newPassword })).kind, 'session')
  })

  it('keeps a password that the operator has chosen', async () => {
    const { newcomer, ticket, secret } = await begin({ mustChange: false })
    const answer = await fixture.operators.enrol({
      ...origin,
      ticket,
      totp: totpAt(secret, fixture.clock.now()),
      newPassword: undefined,
    })
    assert.equal(answer.kind, 'session')
    const totp = totpAt(secret, fixture.clock.now() + 30_000)
    assert.equal((await fixture.operators.signIn({ ...newcomer, ...origin, totp })).kind, 'session')
  })

  const passwords: readonly (readonly [chosen: string | undefined, refusal: object])[] = [
    [undefined, { reason: 'invalid_input', field: 'new_password' }],
    ['short 1', { reason: 'password_too_short' }],
    [`long 1 ${'x'.repeat(80)}`, { reason: 'password_too_long' }],
    ['1234567890', { reason: 'password_no_letter' }],
    ['only letters here', { reason: 'password_no_digit' }],
    ['password1', { reason: 'password_common' }],
    ['correct horse 7', { reason: 'password_same' }],
  ]
  it('refuses an unacceptable new password without using up a try', async () => {
    const { ticket, secret } = await begin()
    for (const [chosen, refusal] of passwords) {
      const totp = totpAt(secret, fixture.clock.now())
      const answer = await fixture.operators.enrol({ ...origin, ticket, totp, newPassword: chosen })
      assert.deepEqual(answer, { kind: 'refused', ...refusal })
    }
    assert.equal((await enrol(ticket, secret)).kind, 'session')
  })

  it('accepts the correct code after four wrong ones but not after five', async () => {
    const [patient, careless] = [await begin(), await begin()]
    const wrongCode = { kind: 'refused', reason: 'wrong_code' }
    for (let mistake = 1; mistake <= 4; mistake += 1)
      assert.deepEqual(await enrol(patient.ticket, patient.secret, newPassword, 90_000), wrongCode)
    assert.equal((await enrol(patient.ticket, patient.secret)).kind, 'session')
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.deepEqual(await enrol(careless.ticket, careless.secret, newPassword, 90_000), wrongCode)
    assert.deepEqual(await enrol(careless.ticket, careless.secret), {
      kind: 'refused',
      reason: 'enrolment_ended',
    })
  })

  const ended = { kind: 'refused', reason: 'enrolment_ended' }

  it('expires after ten minutes', async () => {
    const [early, late] = [await begin(), await begin()]
    fixture.advance(600_000 - 1)
    assert.equal((await enrol(early.ticket, early.secret)).kind, 'session')
    fixture.advance(1)
    assert.deepEqual(await enrol(late.ticket, late.secret), ended)
    await fixture.operators.sweep()
    assert.equal((await fixture.database.query('select 1 from operator_enrolments')).rowCount, 0)
  })

  it('accepts only the newest ticket, once', async () => {
    const { newcomer, ticket, secret } = await begin()
    const second = await ticketFor(newcomer)
    assert.deepEqual(await enrol(ticket, secret), ended)
    const answers = await Promise.all([
      enrol(second.ticket, second.secret),
      enrol(second.ticket, second.secret),
    ])
    assert.deepEqual(answers.map(({ kind }) => kind).sort(), ['refused', 'session'])
    assert.deepEqual(await enrol('made-up', second.secret), ended)
  })

  it('is refused for a deactivated operator', async () => {
    const { newcomer, ticket, secret } = await begin()
    await fixture.database.query('update operators set is_active = false where id = $1', [newcomer.id])
    assert.deepEqual(await enrol(ticket, secret), ended)
  })

  it('is refused if the operator is reset while the password is hashed', async () => {
    const { newcomer, ticket, secret } = await begin()
    const { passwords } = fixture.parts
    const hash = async (password: string) => {
      await resetOperator(fixture.parts, { email: newcomer.email, who: 'cli:test' })
      return await passwords.hash(password)
    }
    const late = createOperators({ ...fixture.parts, passwords: { ...passwords, hash } })
    const totp = totpAt(secret, fixture.clock.now())
    assert.deepEqual(await late.enrol({ ...origin, ticket, totp, newPassword }), ended)
  })

  it('refuses a recovery code', async () => {
    const { ticket } = await begin()
    const answer = await fixture.operators.enrol({
      ...origin,
      ticket,
      totp: 'ABCD-EFGH-IJKL-MNOP',
      newPassword,
    })
    assert.deepEqual(answer, { kind: 'refused', reason: 'wrong_code' })
  })
})

describe('recovery codes', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(() => fixture.nextDay())

  async function codesOf(operator: TestOperator): Promise<readonly string[]> {
    const by = await fixture.signInAs(operator)
    const { password, email: _ } = operator
    const answer = await fixture.operators.newRecoveryCodes({
      by,
      password,
      totp: fixture.totpOf(operator),
      address: '',
    })
    if (answer.kind !== 'made') throw new Error(answer.kind)
    return answer.recoveryCodes
  }

  const signIn = (operator: TestOperator, totp: string) =>
    fixture.operators.signIn({ ...operator, ...origin, totp })

  it('replace a TOTP code once each, in any case and grouping', async () => {
    const anna = await fixture.addOperator('viewer')
    const [first = '', second = ''] = await codesOf(anna)
    assert.equal((await signIn(anna, first)).kind, 'session')
    assert.equal((await signIn(anna, first)).kind, 'refused')
    assert.equal((await signIn(anna, ` ${second.toLowerCase().replaceAll('-', ' ')} `)).kind, 'session')
    assert.deepEqual((await fixture.auditEntries(anna.id)).at(-1)?.details, { factor: 'recovery' })
  })

  it('allow one of four parallel sign-ins with the same code', async () => {
    const anna = await fixture.addOperator('viewer')
    const [code = ''] = await codesOf(anna)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(anna, code)))
    assert.equal(answers.filter(({ kind }) => kind === 'session').length, 1)
  })

  it('belong to one operator, require the password and expire when renewed', async () => {
    const [anna, ben] = [await fixture.addOperator('viewer'), await fixture.addOperator('viewer')]
    const [code = ''] = await codesOf(anna)
    assert.equal((await signIn(ben, code)).kind, 'refused')
    assert.equal((await signIn({ ...anna, password: 'correct horse 8' }, code)).kind, 'refused')
    const [newer = ''] = await codesOf(anna)
    assert.equal((await signIn(anna, code)).kind, 'refused')
    assert.equal((await signIn(anna, newer)).kind, 'session')
  })
})
