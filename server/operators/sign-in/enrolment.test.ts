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

describe('enrolling', () => {
  let stage: OperatorsFixture
  before(async () => {
    stage = await createOperatorsFixture()
  })
  after(async () => await stage.database.drop())
  beforeEach(() => stage.nextDay())

  const newPassword = 'fresh paint 42'

  /** Somebody with a first password, who has signed in with it. */
  async function begin({ mustChange = true } = {}) {
    const newcomer = await stage.addOperator('compliance', { isEnrolled: false, mustChange })
    return { newcomer, ...(await ticketFor(newcomer)) }
  }

  async function ticketFor(newcomer: TestOperator) {
    const answer = await stage.operators.signIn({ ...newcomer, ...origin, totp: '' })
    if (answer.kind !== 'enrolment') throw new Error(`no enrolment but ${answer.kind}`)
    return answer
  }

  function enrol(ticket: string, secret: string, chosen: string | undefined = newPassword, laterMs = 0) {
    const totp = totpAt(secret, stage.clock.now() + laterMs)
    return stage.operators.enrol({ ...origin, ticket, totp, newPassword: chosen })
  }

  it('begins with the right password alone, and gives what an authenticator needs', async () => {
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
    assert.deepEqual(await stage.operators.signIn(wrong), { kind: 'refused', reason: 'wrong_credentials' })
  })

  it('ends with a session, ten recovery codes and the new password in force', async () => {
    const { newcomer, ticket, secret } = await begin()
    const answer = await enrol(ticket, secret)
    assert.equal(answer.kind, 'session')
    if (answer.kind !== 'session') return
    assert.equal(answer.operator.hasTotp, true)
    assert.equal((await stage.operators.identify(answer.token))?.operatorId, newcomer.id)
    assert.equal(new Set(answer.recoveryCodes).size, 10)
    for (const code of answer.recoveryCodes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
    const now = stage.clock.now()
    const totp = totpAt(secret, now + 30_000)
    const old = await stage.operators.signIn({ ...newcomer, ...origin, totp })
    assert.equal(old.kind, 'refused')
    const renewed = { ...newcomer, ...origin, password: newPassword }
    const replayed = await stage.operators.signIn({ ...renewed, totp: totpAt(secret, now) })
    assert.equal(replayed.kind, 'refused', 'the code of the enrolment is spent')
    assert.equal((await stage.operators.signIn({ ...renewed, totp })).kind, 'session')
    assert.deepEqual(
      (await stage.auditEntries(newcomer.id)).map(({ action }) => action),
      ['enrolment_started', 'enrolled', 'sign_in_failed', 'sign_in_failed', 'signed_in'],
    )
  })

  it('leaves the password as it is where its owner chose it', async () => {
    const { newcomer, ticket, secret } = await begin({ mustChange: false })
    const answer = await stage.operators.enrol({
      ...origin,
      ticket,
      totp: totpAt(secret, stage.clock.now()),
      newPassword: undefined,
    })
    assert.equal(answer.kind, 'session')
    const totp = totpAt(secret, stage.clock.now() + 30_000)
    assert.equal((await stage.operators.signIn({ ...newcomer, ...origin, totp })).kind, 'session')
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
  it('refuses a new password that will not do, without using up a try', async () => {
    const { ticket, secret } = await begin()
    for (const [chosen, refusal] of passwords) {
      const totp = totpAt(secret, stage.clock.now())
      const answer = await stage.operators.enrol({ ...origin, ticket, totp, newPassword: chosen })
      assert.deepEqual(answer, { kind: 'refused', ...refusal })
    }
    assert.equal((await enrol(ticket, secret)).kind, 'session')
  })

  it('takes four wrong codes and then the right one, but no sixth try', async () => {
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

  it('has to end within ten minutes', async () => {
    const [early, late] = [await begin(), await begin()]
    stage.advance(600_000 - 1)
    assert.equal((await enrol(early.ticket, early.secret)).kind, 'session')
    stage.advance(1)
    assert.deepEqual(await enrol(late.ticket, late.secret), ended)
    await stage.operators.sweep()
    assert.equal((await stage.database.query('select 1 from operator_enrolments')).rowCount, 0)
  })

  it('knows no ticket but the newest, and that one once', async () => {
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

  it('ends when the operator is switched off', async () => {
    const { newcomer, ticket, secret } = await begin()
    await stage.database.query('update operators set is_active = false where id = $1', [newcomer.id])
    assert.deepEqual(await enrol(ticket, secret), ended)
  })

  it('ends when the operator is set back, even at the last moment', async () => {
    const { newcomer, ticket, secret } = await begin()
    const { passwords } = stage.parts
    const hash = async (password: string) => {
      await resetOperator(stage.parts, { email: newcomer.email, who: 'cli:test' })
      return await passwords.hash(password)
    }
    const late = createOperators({ ...stage.parts, passwords: { ...passwords, hash } })
    const totp = totpAt(secret, stage.clock.now())
    assert.deepEqual(await late.enrol({ ...origin, ticket, totp, newPassword }), ended)
  })

  it('takes no recovery code for the authenticator', async () => {
    const { ticket } = await begin()
    const answer = await stage.operators.enrol({
      ...origin,
      ticket,
      totp: 'ABCD-EFGH-IJKL-MNOP',
      newPassword,
    })
    assert.deepEqual(answer, { kind: 'refused', reason: 'wrong_code' })
  })
})

describe('recovery codes', () => {
  let stage: OperatorsFixture
  before(async () => {
    stage = await createOperatorsFixture()
  })
  after(async () => await stage.database.drop())
  beforeEach(() => stage.nextDay())

  async function codesOf(somebody: TestOperator): Promise<readonly string[]> {
    const by = await stage.signInAs(somebody)
    const { password, email: _ } = somebody
    const answer = await stage.operators.newRecoveryCodes({
      by,
      password,
      totp: stage.totpOf(somebody),
      address: '',
    })
    if (answer.kind !== 'made') throw new Error(answer.kind)
    return answer.recoveryCodes
  }

  const signIn = (somebody: TestOperator, totp: string) =>
    stage.operators.signIn({ ...somebody, ...origin, totp })

  it('stand in for the authenticator, each once, however they are typed', async () => {
    const anna = await stage.addOperator('viewer')
    const [first = '', second = ''] = await codesOf(anna)
    assert.equal((await signIn(anna, first)).kind, 'session')
    assert.equal((await signIn(anna, first)).kind, 'refused')
    assert.equal((await signIn(anna, ` ${second.toLowerCase().replaceAll('-', ' ')} `)).kind, 'session')
    assert.deepEqual((await stage.auditEntries(anna.id)).at(-1)?.details, { factor: 'recovery' })
  })

  it('let one in of many who use the same at once', async () => {
    const anna = await stage.addOperator('viewer')
    const [code = ''] = await codesOf(anna)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(anna, code)))
    assert.equal(answers.filter(({ kind }) => kind === 'session').length, 1)
  })

  it('are nobody else’s, need the password, and end when new ones are made', async () => {
    const [anna, ben] = [await stage.addOperator('viewer'), await stage.addOperator('viewer')]
    const [code = ''] = await codesOf(anna)
    assert.equal((await signIn(ben, code)).kind, 'refused')
    assert.equal((await signIn({ ...anna, password: 'correct horse 8' }, code)).kind, 'refused')
    const [newer = ''] = await codesOf(anna)
    assert.equal((await signIn(anna, code)).kind, 'refused')
    assert.equal((await signIn(anna, newer)).kind, 'session')
  })
})
