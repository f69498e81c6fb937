import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperators } from '#server/operators/operators.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  type TestOperator,
} from '#test/operators/operators-fixture.ts'

describe('signing in', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(() => fixture.nextDay())

  const signIn = (
    operator: Partial<TestOperator> & { email: string },
    totp: string,
    password = 'correct horse 7',
  ) => fixture.operators.signIn({ ...origin, email: operator.email, password, totp })

  const wrong = { kind: 'refused', reason: 'wrong_credentials' }

  it('opens a session for email in any case, password and code', async () => {
    const anna = await fixture.addOperator('finance')
    const answer = await signIn({ email: ` ${anna.email.toUpperCase()} ` }, fixture.totpOf(anna))
    assert.equal(answer.kind, 'session')
    if (answer.kind !== 'session') return
    const { createdAt, lastSeenAt, ...operator } = answer.operator
    assert.deepEqual(operator, {
      id: anna.id,
      email: anna.email,
      role: 'finance',
      isActive: true,
      hasTotp: true,
    })
    assert.deepEqual([createdAt, lastSeenAt].map(Number), [fixture.clock.now(), fixture.clock.now()])
    const session = await fixture.operators.authenticate(answer.token)
    assert.deepEqual([session?.operatorId, session?.email, session?.role], [anna.id, anna.email, 'finance'])
    assert.deepEqual(await fixture.auditEntries(anna.id), [
      { action: 'signed_in', details: { factor: 'totp' }, who: anna.email, address: origin.address },
    ])
  })

  it('checks the code by the system clock, although the time of the server is an hour ahead of it', async () => {
    const anna = await fixture.addOperator('finance')
    const wallClock = { now: fixture.clock.now }
    const clock = { ...fixture.clock, now: () => wallClock.now() + 3_600_000 }
    const ahead = createOperators({ ...fixture.parts, clock, wallClock })
    const given = { ...origin, email: anna.email, password: 'correct horse 7', totp: fixture.totpOf(anna) }
    assert.equal((await ahead.signIn(given)).kind, 'session')
  })

  it('gives one answer for a wrong email, password or code, and audits failures of known operators', async () => {
    const anna = await fixture.addOperator('owner')
    const right = fixture.totpOf(anna)
    const wrongCode = right === '000000' ? '000001' : '000000'
    assert.deepEqual(await signIn(anna, right, 'correct horse 8'), wrong)
    assert.deepEqual(await signIn(anna, wrongCode), wrong)
    assert.deepEqual(await signIn({ email: 'nobody@example.com' }, right), wrong)
    assert.deepEqual(await signIn({ email: 'no address \u0000 at all' }, right), wrong)
    const failed = { action: 'sign_in_failed', details: {}, who: anna.email, address: origin.address }
    assert.deepEqual(await fixture.auditEntries(anna.id), [failed, failed])
    assert.equal((await signIn(anna, right)).kind, 'session', 'a wrong password does not use up a code')
  })

  it('verifies a password even for an unknown or deactivated operator', async () => {
    const compared: (string | undefined)[] = []
    const watched = createOperators({
      ...fixture.parts,
      passwords: {
        ...fixture.parts.passwords,
        verify: async (hash) => {
          compared.push(hash)
          return false
        },
      },
    })
    const off = await fixture.addOperator('viewer')
    await fixture.database.query('update operators set is_active = false where id = $1', [off.id])
    for (const email of ['nobody@example.com', 'not an address', off.email])
      assert.deepEqual(await watched.signIn({ ...origin, email, password: 'x', totp: '' }), wrong)
    assert.deepEqual(compared, [undefined, undefined, undefined])
  })

  it('refuses a deactivated operator like an unknown one', async () => {
    const anna = await fixture.addOperator('owner')
    await fixture.database.query('update operators set is_active = false where id = $1', [anna.id])
    assert.deepEqual(await signIn(anna, fixture.totpOf(anna)), wrong)
  })

  const codes: readonly (readonly [name: string, laterMs: number, isAccepted: boolean])[] = [
    ['the current code', 0, true],
    ['the previous code', -30_000, true],
    ['the next code', 30_000, true],
    ['the code of two steps ago', -60_000, false],
    ['the code two steps ahead', 60_000, false],
  ]
  for (const [name, laterMs, isAccepted] of codes) {
    it(`${isAccepted ? 'accepts' : 'refuses'} ${name}`, async () => {
      const anna = await fixture.addOperator('viewer')
      const answer = await signIn(anna, fixture.totpOf(anna, laterMs))
      assert.equal(answer.kind, isAccepted ? 'session' : 'refused')
    })
  }

  it('accepts a code once and no older code afterwards', async () => {
    const anna = await fixture.addOperator('viewer')
    assert.equal((await signIn(anna, fixture.totpOf(anna))).kind, 'session')
    assert.deepEqual(await signIn(anna, fixture.totpOf(anna)), wrong)
    assert.deepEqual(await signIn(anna, fixture.totpOf(anna, -30_000)), wrong)
    assert.equal((await signIn(anna, fixture.totpOf(anna, 30_000))).kind, 'session')
  })

  it('allows one of four parallel sign-ins with the same code', async () => {
    const anna = await fixture.addOperator('viewer')
    const totp = fixture.totpOf(anna)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(anna, totp)))
    assert.equal(answers.filter(({ kind }) => kind === 'session').length, 1)
  })

  it('accepts full-width digits with a space', async () => {
    const anna = await fixture.addOperator('viewer')
    const code = fixture.totpOf(anna)
    const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
    assert.equal((await signIn(anna, `${wide.slice(0, 3)} ${wide.slice(3)}`)).kind, 'session')
  })

  it('refuses a password that changes while it is verified', async () => {
    const anna = await fixture.addOperator('viewer')
    const slow = createOperators({
      ...fixture.parts,
      passwords: {
        ...fixture.parts.passwords,
        verify: async () => {
          await fixture.database.query(`update operators set password_hash = 'another' where id = $1`, [
            anna.id,
          ])
          return true
        },
      },
    })
    assert.deepEqual(await slow.signIn({ ...anna, ...origin, totp: fixture.totpOf(anna) }), wrong)
  })

  it('answers busy if too many passwords are queued, without counting a failure', async () => {
    const anna = await fixture.addOperator('viewer')
    const passwords = { ...fixture.parts.passwords, verify: async () => 'busy' as const }
    const busy = createOperators({ ...fixture.parts, passwords })
    for (let time = 0; time < 7; time += 1) {
      const answer = await busy.signIn({ ...anna, ...origin, totp: fixture.totpOf(anna) })
      assert.deepEqual(answer, { kind: 'refused', reason: 'busy' })
    }
    assert.equal((await signIn(anna, fixture.totpOf(anna))).kind, 'session')
  })

  it('ends the oldest session when an eleventh is opened', async () => {
    const anna = await fixture.addOperator('viewer')
    const tokens: string[] = []
    for (let made = 0; made < 11; made += 1) tokens.push(await fixture.signIn(anna))
    const alive = await Promise.all(tokens.map((token) => fixture.operators.authenticate(token)))
    assert.deepEqual(
      alive.map((session) => session !== undefined),
      [false, ...Array.from({ length: 10 }, () => true)],
    )
  })
})
