import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperatorsFixture, type OperatorsFixture, origin } from '#test/operators/operators-fixture.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('a session of the console', () => {
  let stage: OperatorsFixture
  before(async () => {
    stage = await createOperatorsFixture()
  })
  after(async () => await stage.database.drop())
  beforeEach(() => stage.nextDay())

  const isAlive = async (token: string) => (await stage.operators.identify(token)) !== undefined

  it('lives until half an hour has passed without use', async () => {
    const token = await stage.signIn(await stage.addOperator('viewer'))
    stage.advance(30 * minuteMs - 1)
    assert.equal(await isAlive(token), true)
    stage.advance(30 * minuteMs)
    assert.equal(await isAlive(token), false)
  })

  it('ends exactly at half an hour', async () => {
    const token = await stage.signIn(await stage.addOperator('viewer'))
    stage.advance(30 * minuteMs)
    assert.equal(await isAlive(token), false)
  })

  it('ends after twelve hours however much it is used', async () => {
    const token = await stage.signIn(await stage.addOperator('viewer'))
    for (let passed = 0; passed < 12 * hourMs - 20 * minuteMs; passed += 20 * minuteMs) {
      stage.advance(20 * minuteMs)
      assert.equal(await isAlive(token), true)
    }
    stage.advance(20 * minuteMs - 1)
    assert.equal(await isAlive(token), true)
    stage.advance(1)
    assert.equal(await isAlive(token), false)
  })

  it('writes its use once a minute', async () => {
    const token = await stage.signIn(await stage.addOperator('viewer'))
    const session = await stage.operators.identify(token)
    const seen = async () => {
      const { rows } = await stage.database.query<{ at: Date }>(
        'select last_seen_at as at from operator_sessions where id = $1',
        [session?.sessionId],
      )
      return stage.clock.now() - Number(rows[0]?.at)
    }
    stage.advance(minuteMs - 1)
    await isAlive(token)
    assert.equal(await seen(), minuteMs - 1)
    stage.advance(1)
    await isAlive(token)
    assert.equal(await seen(), 0)
  })

  it('ends when its operator signs out, and no other with it', async () => {
    const anna = await stage.addOperator('viewer')
    const [first, second] = [await stage.signIn(anna), await stage.signIn(anna)]
    const by = await stage.operators.identify(first)
    if (by !== undefined) await stage.operators.signOut(by, origin.address)
    assert.deepEqual([await isAlive(first), await isAlive(second)], [false, true])
    assert.equal((await stage.auditEntries(anna.id)).at(-1)?.action, 'signed_out')
  })

  it('follows a change of role at once, and ends when its operator is switched off', async () => {
    const anna = await stage.addOperator('viewer')
    const token = await stage.signIn(anna)
    await stage.database.query(`update operators set role = 'content' where id = $1`, [anna.id])
    assert.equal((await stage.operators.identify(token))?.role, 'content')
    await stage.database.query('update operators set is_active = false where id = $1', [anna.id])
    assert.equal(await isAlive(token), false)
  })

  it('is nobody’s with another token', async () => {
    const token = await stage.signIn(await stage.addOperator('viewer'))
    for (const other of ['', `${token}x`, token.slice(1), token.toLowerCase()])
      assert.equal(await isAlive(other), false)
  })

  it('is kept for ninety days after it has ended', async () => {
    const token = await stage.signIn(await stage.addOperator('viewer'))
    const { sessionId } = (await stage.operators.identify(token)) ?? {}
    const isKept = async () => {
      await stage.operators.sweep()
      const found = await stage.database.query('select 1 from operator_sessions where id = $1', [sessionId])
      return found.rowCount === 1
    }
    stage.advance(90 * 24 * hourMs)
    assert.equal(await isKept(), true)
    stage.advance(1)
    assert.equal(await isKept(), false)
  })
})
