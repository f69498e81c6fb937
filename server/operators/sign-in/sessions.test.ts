import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperatorsFixture, type OperatorsFixture, origin } from '#test/operators/operators-fixture.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('an operator session', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(() => fixture.nextDay())

  const isAlive = async (token: string) => (await fixture.operators.authenticate(token)) !== undefined

  it('is extended by use within 30 minutes', async () => {
    const token = await fixture.signIn(await fixture.addOperator('viewer'))
    fixture.advance(30 * minuteMs - 1)
    assert.equal(await isAlive(token), true)
    fixture.advance(30 * minuteMs)
    assert.equal(await isAlive(token), false)
  })

  it('ends after exactly 30 minutes without use', async () => {
    const token = await fixture.signIn(await fixture.addOperator('viewer'))
    fixture.advance(30 * minuteMs)
    assert.equal(await isAlive(token), false)
  })

  it('ends after twelve hours despite use', async () => {
    const token = await fixture.signIn(await fixture.addOperator('viewer'))
    for (let passed = 0; passed < 12 * hourMs - 20 * minuteMs; passed += 20 * minuteMs) {
      fixture.advance(20 * minuteMs)
      assert.equal(await isAlive(token), true)
    }
    fixture.advance(20 * minuteMs - 1)
    assert.equal(await isAlive(token), true)
    fixture.advance(1)
    assert.equal(await isAlive(token), false)
  })

  it('updates its last use once a minute', async () => {
    const token = await fixture.signIn(await fixture.addOperator('viewer'))
    const session = await fixture.operators.authenticate(token)
    const seen = async () => {
      const { rows } = await fixture.database.query<{ at: Date }>(
        'select last_seen_at as at from operator_sessions where id = $1',
        [session?.sessionId],
      )
      return fixture.clock.now() - Number(rows[0]?.at)
    }
    fixture.advance(minuteMs - 1)
    await isAlive(token)
    assert.equal(await seen(), minuteMs - 1)
    fixture.advance(1)
    await isAlive(token)
    assert.equal(await seen(), 0)
  })

  it('ends on sign-out without ending others', async () => {
    const anna = await fixture.addOperator('viewer')
    const [first, second] = [await fixture.signIn(anna), await fixture.signIn(anna)]
    const by = await fixture.operators.authenticate(first)
    if (by !== undefined) await fixture.operators.signOut(by, origin.address)
    assert.deepEqual([await isAlive(first), await isAlive(second)], [false, true])
    assert.equal((await fixture.auditEntries(anna.id)).at(-1)?.action, 'signed_out')
  })

  it('applies a changed role at once and ends when the operator is deactivated', async () => {
    const anna = await fixture.addOperator('viewer')
    const token = await fixture.signIn(anna)
    await fixture.database.query(`update operators set role = 'content' where id = $1`, [anna.id])
    assert.equal((await fixture.operators.authenticate(token))?.role, 'content')
    await fixture.database.query('update operators set is_active = false where id = $1', [anna.id])
    assert.equal(await isAlive(token), false)
  })

  it('is not found by a modified token', async () => {
    const token = await fixture.signIn(await fixture.addOperator('viewer'))
    for (const other of ['', `${token}x`, token.slice(1), token.toLowerCase()])
      assert.equal(await isAlive(other), false)
  })

  it('is deleted ninety days after its end', async () => {
    const token = await fixture.signIn(await fixture.addOperator('viewer'))
    const { sessionId } = (await fixture.operators.authenticate(token)) ?? {}
    const isKept = async () => {
      await fixture.operators.sweep()
      const found = await fixture.database.query('select 1 from operator_sessions where id = $1', [sessionId])
      return found.rowCount === 1
    }
    fixture.advance(90 * 24 * hourMs)
    assert.equal(await isKept(), true)
    fixture.advance(1)
    assert.equal(await isKept(), false)
  })
})
