import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperators } from '#server/operators/operators.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  type TestOperator,
} from '#test/operators/operators-fixture.ts'

describe('mistakes at the sign-in', () => {
  let stage: OperatorsFixture
  let address = 0
  before(async () => {
    stage = await createOperatorsFixture()
  })
  after(async () => await stage.database.drop())
  beforeEach(() => stage.nextDay())

  /** Each from an address of its own, unless one is named. */
  function signIn(email: string, { password = 'wrong', totp = '', from = '' } = {}) {
    address += 1
    const limitKey = from === '' ? `198.51.100.${address}` : from
    return stage.operators.signIn({ ...origin, limitKey, email, password, totp })
  }

  async function waitOf(answer: Promise<{ readonly kind: string; readonly retryAfterSeconds?: number }>) {
    const { kind, retryAfterSeconds } = await answer
    return kind === 'too_many_requests' ? retryAfterSeconds : kind
  }

  const right = (somebody: TestOperator) => ({ password: somebody.password, totp: stage.totpOf(somebody) })

  it('are free five times, then cost twice as long each time, up to a quarter of an hour', async () => {
    const anna = await stage.addOperator('viewer')
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      assert.equal(await waitOf(signIn(anna.email, right(anna))), seconds, 'even for the right ones')
      stage.advance(seconds * 1000 - 1)
      assert.equal(await waitOf(signIn(anna.email)), 1)
      stage.advance(1)
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
    }
  })

  it('count for an address nobody has in just the same way', async () => {
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal(await waitOf(signIn('nobody@example.com')), 'refused')
    assert.equal(await waitOf(signIn(' NOBODY@example.com ')), 30)
  })

  it('of strangers do not keep an operator out where they signed in before', async () => {
    const anna = await stage.addOperator('viewer')
    const home = { ...origin, address: '203.0.113.77', limitKey: '203.0.113.77' }
    const fromHome = () => stage.operators.signIn({ ...home, email: anna.email, ...right(anna) })
    assert.equal((await fromHome()).kind, 'session')
    for (let mistake = 1; mistake <= 5; mistake += 1) await signIn(anna.email)
    stage.advance(30_000)
    await signIn(anna.email)
    assert.equal(await waitOf(signIn(anna.email)), 60)
    assert.equal((await fromHome()).kind, 'session')
  })

  it('are counted for the address as it was typed where it is none', async () => {
    for (let mistake = 1; mistake <= 5; mistake += 1) await signIn('mark@example.com')
    // The sign of the kelvin would be a k in lower case, and is in no address.
    assert.equal(await waitOf(signIn('mar\u212a@example.com')), 'refused')
  })

  it('are forgotten with a success', async () => {
    const anna = await stage.addOperator('viewer')
    for (let mistake = 1; mistake <= 4; mistake += 1) await signIn(anna.email)
    assert.equal(await waitOf(signIn(anna.email, right(anna))), 'session')
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
  })

  it('are forgotten an hour after the last', async () => {
    const anna = await stage.addOperator('viewer')
    for (let mistake = 1; mistake <= 5; mistake += 1) await signIn(anna.email)
    stage.advance(3_600_001)
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal(await waitOf(signIn(anna.email)), 'refused')
    assert.equal(await waitOf(signIn(anna.email)), 30)
  })

  it('count for where they come from, too, and a success there takes none of them back', async () => {
    const anna = await stage.addOperator('viewer')
    const from = '203.0.113.9'
    for (let mistake = 1; mistake <= 4; mistake += 1) await signIn(`nobody-${mistake}@example.com`, { from })
    assert.equal(await waitOf(signIn(anna.email, { ...right(anna), from })), 'session')
    assert.equal(await waitOf(signIn('nobody-5@example.com', { from })), 'refused')
    assert.equal(await waitOf(signIn('nobody-6@example.com', { from })), 30)
    stage.advance(1000)
    assert.equal(await waitOf(signIn(anna.email, { ...right(anna), from })), 29)
    assert.equal(
      await waitOf(signIn(anna.email, { password: anna.password, totp: stage.totpOf(anna, 30_000) })),
      'session',
    )
  })

  it('do not count for where they come from while the account has to wait anyway', async () => {
    const anna = await stage.addOperator('viewer')
    for (let mistake = 1; mistake <= 5; mistake += 1) await signIn(anna.email)
    const from = '203.0.113.10'
    for (let refusal = 1; refusal <= 9; refusal += 1)
      assert.equal(await waitOf(signIn(anna.email, { from })), 30)
    assert.equal(await waitOf(signIn('nobody-7@example.com', { from })), 'refused')
  })

  it('are no more when made all at once', async () => {
    const anna = await stage.addOperator('viewer')
    const answers = await Promise.all(Array.from({ length: 20 }, () => waitOf(signIn(anna.email))))
    assert.equal(answers.filter((answer) => answer === 'refused').length, 5)
    assert.equal(answers.filter((answer) => answer === 30).length, 15)
  })

  it('count for accounts alone where limits are off', async () => {
    const free = createOperators({ ...stage.parts, limits: false })
    const guess = (email: string) => waitOf(free.signIn({ ...origin, email, password: 'x', totp: '' }))
    for (let mistake = 1; mistake <= 8; mistake += 1)
      assert.equal(await guess(`nobody-${mistake}@example.com`), 'refused')
    for (let mistake = 1; mistake <= 5; mistake += 1) assert.equal(await guess('one@example.com'), 'refused')
    assert.equal(await guess('one@example.com'), 30)
  })

  it('name nobody in the table, and are swept away once forgotten', async () => {
    await signIn('somebody.private@example.com', { from: '203.0.113.77' })
    const { rows } = await stage.database.query('select * from operator_failures')
    assert.ok(rows.length > 0)
    assert.doesNotMatch(JSON.stringify(rows), /private|203\.0/)
    stage.advance(3_600_001)
    await stage.operators.sweep()
    assert.equal((await stage.database.query('select 1 from operator_failures')).rowCount, 0)
  })
})
