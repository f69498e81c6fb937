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
  let stage: OperatorsFixture
  before(async () => {
    stage = await createOperatorsFixture()
  })
  after(async () => await stage.database.drop())
  beforeEach(() => stage.nextDay())

  const signIn = (
    somebody: Partial<TestOperator> & { email: string },
    totp: string,
    password = 'correct horse 7',
  ) => stage.operators.signIn({ ...origin, email: somebody.email, password, totp })

  const wrong = { kind: 'refused', reason: 'wrong_credentials' }

  it('takes the address in any case, the password and the code, and gives a session', async () => {
    const anna = await stage.addOperator('finance')
    const answer = await signIn({ email: ` ${anna.email.toUpperCase()} ` }, stage.totpOf(anna))
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
    assert.deepEqual([createdAt, lastSeenAt].map(Number), [stage.clock.now(), stage.clock.now()])
    const session = await stage.operators.identify(answer.token)
    assert.deepEqual([session?.operatorId, session?.email, session?.role], [anna.id, anna.email, 'finance'])
    assert.deepEqual(await stage.auditEntries(anna.id), [
      { action: 'signed_in', details: { factor: 'totp' }, who: anna.email, address: origin.address },
    ])
  })

  it('answers alike whichever of the three is wrong, and audits it where there is an operator', async () => {
    const anna = await stage.addOperator('owner')
    const right = stage.totpOf(anna)
    const wrongCode = right === '000000' ? '000001' : '000000'
    assert.deepEqual(await signIn(anna, right, 'correct horse 8'), wrong)
    assert.deepEqual(await signIn(anna, wrongCode), wrong)
    assert.deepEqual(await signIn({ email: 'nobody@example.com' }, right), wrong)
    assert.deepEqual(await signIn({ email: 'no address \u0000 at all' }, right), wrong)
    const failed = { action: 'sign_in_failed', details: {}, who: anna.email, address: origin.address }
    assert.deepEqual(await stage.auditEntries(anna.id), [failed, failed])
    assert.equal((await signIn(anna, right)).kind, 'session', 'a wrong password does not use up a code')
  })

  it('works as long for an address nobody has: the password is always compared', async () => {
    const compared: (string | undefined)[] = []
    const watched = createOperators({
      ...stage.parts,
      passwords: {
        ...stage.parts.passwords,
        verify: async (hash) => {
          compared.push(hash)
          return false
        },
      },
    })
    const off = await stage.addOperator('viewer')
    await stage.database.query('update operators set is_active = false where id = $1', [off.id])
    for (const email of ['nobody@example.com', 'not an address', off.email])
      assert.deepEqual(await watched.signIn({ ...origin, email, password: 'x', totp: '' }), wrong)
    assert.deepEqual(compared, [undefined, undefined, undefined])
  })

  it('treats whoever was switched off like somebody unknown', async () => {
    const anna = await stage.addOperator('owner')
    await stage.database.query('update operators set is_active = false where id = $1', [anna.id])
    assert.deepEqual(await signIn(anna, stage.totpOf(anna)), wrong)
  })

  const codes: readonly (readonly [name: string, laterMs: number, isTaken: boolean])[] = [
    ['the code of this half minute', 0, true],
    ['the last one', -30_000, true],
    ['the next one', 30_000, true],
    ['the one before the last', -60_000, false],
    ['the one after the next', 60_000, false],
  ]
  for (const [name, laterMs, isTaken] of codes) {
    it(`${isTaken ? 'takes' : 'refuses'} ${name}`, async () => {
      const anna = await stage.addOperator('viewer')
      const answer = await signIn(anna, stage.totpOf(anna, laterMs))
      assert.equal(answer.kind, isTaken ? 'session' : 'refused')
    })
  }

  it('takes a code once, and none older than it afterwards', async () => {
    const anna = await stage.addOperator('viewer')
    assert.equal((await signIn(anna, stage.totpOf(anna))).kind, 'session')
    assert.deepEqual(await signIn(anna, stage.totpOf(anna)), wrong)
    assert.deepEqual(await signIn(anna, stage.totpOf(anna, -30_000)), wrong)
    assert.equal((await signIn(anna, stage.totpOf(anna, 30_000))).kind, 'session')
  })

  it('lets one of many in who use the same code at the same time', async () => {
    const anna = await stage.addOperator('viewer')
    const totp = stage.totpOf(anna)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(anna, totp)))
    assert.equal(answers.filter(({ kind }) => kind === 'session').length, 1)
  })

  it('takes the digits of a Chinese keyboard and a blank in the middle', async () => {
    const anna = await stage.addOperator('viewer')
    const code = stage.totpOf(anna)
    const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
    assert.equal((await signIn(anna, `${wide.slice(0, 3)} ${wide.slice(3)}`)).kind, 'session')
  })

  it('does not let a password in that was changed while it was compared', async () => {
    const anna = await stage.addOperator('viewer')
    const slow = createOperators({
      ...stage.parts,
      passwords: {
        ...stage.parts.passwords,
        verify: async () => {
          await stage.database.query(`update operators set password_hash = 'another' where id = $1`, [
            anna.id,
          ])
          return true
        },
      },
    })
    assert.deepEqual(await slow.signIn({ ...anna, ...origin, totp: stage.totpOf(anna) }), wrong)
  })

  it('says it is busy when too many passwords wait, and holds it against nobody', async () => {
    const anna = await stage.addOperator('viewer')
    const passwords = { ...stage.parts.passwords, verify: async () => 'busy' as const }
    const busy = createOperators({ ...stage.parts, passwords })
    for (let time = 0; time < 7; time += 1) {
      const answer = await busy.signIn({ ...anna, ...origin, totp: stage.totpOf(anna) })
      assert.deepEqual(answer, { kind: 'refused', reason: 'busy' })
    }
    assert.equal((await signIn(anna, stage.totpOf(anna))).kind, 'session')
  })

  it('keeps ten sessions and ends the oldest beyond them', async () => {
    const anna = await stage.addOperator('viewer')
    const tokens: string[] = []
    for (let made = 0; made < 11; made += 1) tokens.push(await stage.signIn(anna))
    const alive = await Promise.all(tokens.map((token) => stage.operators.identify(token)))
    assert.deepEqual(
      alive.map((session) => session !== undefined),
      [false, ...Array.from({ length: 10 }, () => true)],
    )
  })
})
