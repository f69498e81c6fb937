import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperators } from '#server/operators/operators.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  type TestOperator,
} from '#test/operators/operators-fixture.ts'

describe('the sign-in lockout', () => {
  let fixture: OperatorsFixture
  let address = 0
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(() => fixture.nextDay())

  /** Each call comes from a new address unless `from` is given. */
  function signIn(email: string, { password = 'wrong', totp = '', from = '' } = {}) {
    address += 1
    const limitKey = from === '' ? `198.51.100.${address}` : from
    return fixture.operators.signIn({ ...origin, limitKey, email, password, totp })
  }

  async function waitOf(answer: Promise<{ readonly kind: string; readonly retryAfterSeconds?: number }>) {
    const { kind, retryAfterSeconds } = await answer
    return kind === 'too_many_requests' ? retryAfterSeconds : kind
  }

  const right = (operator: TestOperator) => ({ password: operator.password, totp: fixture.totpOf(operator) })

  it('starts after five failures and doubles from 30 seconds to 15 minutes', async () => {
    const anna = await fixture.addOperator('viewer')
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      assert.equal(await waitOf(signIn(anna.email, right(anna))), seconds, 'also with the right credentials')
      fixture.advance(seconds * 1000 - 1)
      assert.equal(await waitOf(signIn(anna.email)), 1)
      fixture.advance(1)
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
    }
  })

  it('that was set while the clock was days ahead does not outlast the correction', async () => {
    const anna = await fixture.addOperator('viewer')
    for (let mistake = 1; mistake <= 8; mistake += 1) {
      await signIn(anna.email)
      fixture.advance(mistake < 5 ? 0 : 240_000)
    }
    fixture.advance(-3 * 86_400_000)
    assert.equal((await signIn(anna.email, right(anna))).kind, 'session')
  })

  it('of the longest kind holds for an attempt that read the clock before it was set', async () => {
    const anna = await fixture.addOperator('viewer')
    for (let mistake = 1; mistake <= 12; mistake += 1) {
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
      fixture.advance(mistake < 5 || mistake === 12 ? 0 : 900_000)
    }
    fixture.advance(-5)
    assert.equal(await waitOf(signIn(anna.email, right(anna))), 901)
    fixture.advance(5)
  })

  it('applies to an unknown email address in the same way', async () => {
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal(await waitOf(signIn('nobody@example.com')), 'refused')
    assert.equal(await waitOf(signIn(' NOBODY@example.com ')), 30)
  })

  it('caused by other addresses does not apply at a known address', async () => {
    const anna = await fixture.addOperator('viewer')
    const home = { ...origin, address: '203.0.113.77', limitKey: '203.0.113.77' }
    const fromHome = () => fixture.operators.signIn({ ...home, email: anna.email, ...right(anna) })
    assert.equal((await fromHome()).kind, 'session')
    for (let mistake = 1; mistake <= 5; mistake += 1) await signIn(anna.email)
    fixture.advance(30_000)
    await signIn(anna.email)
    assert.equal(await waitOf(signIn(anna.email)), 60)
    assert.equal((await fromHome()).kind, 'session')
  })

  it('counts an invalid email address as typed', async () => {
    for (let mistake = 1; mistake <= 5; mistake += 1) await signIn('mark@example.com')
    // The Kelvin sign lower-cases to k but is not valid in an email address.
    assert.equal(await waitOf(signIn('mar\u212a@example.com')), 'refused')
  })

  it('restarts its count after a success', async () => {
    const anna = await fixture.addOperator('viewer')
    for (let mistake = 1; mistake <= 4; mistake += 1) await signIn(anna.email)
    assert.equal(await waitOf(signIn(anna.email, right(anna))), 'session')
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
  })

  it('forgets failures after an hour', async () => {
    const anna = await fixture.addOperator('viewer')
    for (let mistake = 1; mistake <= 5; mistake += 1) await signIn(anna.email)
    fixture.advance(3_600_001)
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
    assert.equal(await waitOf(signIn(anna.email)), 30)
  })

  it('counts failures per client address, which a success does not clear', async () => {
    const anna = await fixture.addOperator('viewer')
    const from = '203.0.113.9'
    for (let mistake = 1; mistake <= 4; mistake += 1) await signIn(`nobody-${mistake}@example.com`, { from })
    assert.equal(await waitOf(signIn(anna.email, { ...right(anna), from })), 'session')
    assert.equal(await waitOf(signIn('nobody-5@example.com', { from })), 'refused')
    assert.equal(await waitOf(signIn('nobody-6@example.com', { from })), 30)
    fixture.advance(1000)
    assert.equal(await waitOf(signIn(anna.email, { ...right(anna), from })), 29)
    assert.equal(
      await waitOf(signIn(anna.email, { password: anna.password, totp: fixture.totpOf(anna, 30_000) })),
      'session',
    )
  })

  it('does not count against the client address while the account is locked', async () => {
    const anna = await fixture.addOperator('viewer')
    for (let mistake = 1; mistake <= 5; mistake += 1) await signIn(anna.email)
    const from = '203.0.113.10'
    for (let refusal = 1; refusal <= 9; refusal += 1)
      assert.equal(await waitOf(signIn(anna.email, { from })), 30)
    assert.equal(await waitOf(signIn('nobody-7@example.com', { from })), 'refused')
  })

  it('allows five of twenty parallel failures', async () => {
    const anna = await fixture.addOperator('viewer')
    const answers = await Promise.all(Array.from({ length: 20 }, () => waitOf(signIn(anna.email))))
    assert.equal(answers.filter((answer) => answer === 'refused').length, 5)
    assert.equal(answers.filter((answer) => answer === 30).length, 15)
  })

  it('counts only per account if limits are off', async () => {
    const free = createOperators({ ...fixture.parts, limits: false })
    const guess = (email: string) => waitOf(free.signIn({ ...origin, email, password: 'x', totp: '' }))
    for (let mistake = 1; mistake <= 8; mistake += 1)
      assert.equal(await guess(`nobody-${mistake}@example.com`), 'refused')
    for (let mistake = 1; mistake <= 5; mistake += 1) assert.equal(await guess('one@example.com'), 'refused')
    assert.equal(await guess('one@example.com'), 30)
  })

  it('stores no email or client address, and deletes expired failures', async () => {
    await signIn('operator.private@example.com', { from: '203.0.113.77' })
    const { rows } = await fixture.database.query('select * from operator_failures')
    assert.ok(rows.length > 0)
    assert.doesNotMatch(JSON.stringify(rows), /private|203\.0/)
    fixture.advance(3_600_001)
    await fixture.operators.sweep()
    assert.equal((await fixture.database.query('select 1 from operator_failures')).rowCount, 0)
  })
})
