import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperatorsFixture, type OperatorsFixture, origin } from '#test/operators/operators-fixture.ts'

const oldPassword = 'correct horse 7'
const newPassword = 'fresh paint 42'

describe('the own password', () => {
  let stage: OperatorsFixture
  before(async () => {
    stage = await createOperatorsFixture()
  })
  after(async () => await stage.database.drop())
  beforeEach(() => stage.nextDay())

  const isAlive = async (token: string) => (await stage.operators.identify(token)) !== undefined

  it('is changed with the old one and a fresh code, and every other session ends', async () => {
    const anna = await stage.addOperator('support')
    const [here, elsewhere] = [await stage.signIn(anna), await stage.signIn(anna)]
    const by = await stage.operators.identify(here)
    assert.ok(by)
    stage.advance(30_000)
    const asked = { by, oldPassword, newPassword, totp: stage.totpOf(anna), address: origin.address }
    assert.deepEqual(await stage.operators.changePassword(asked), { kind: 'changed' })
    assert.deepEqual([await isAlive(here), await isAlive(elsewhere)], [true, false])
    stage.advance(30_000)
    const signIn = (password: string) =>
      stage.operators.signIn({ ...anna, ...origin, password, totp: stage.totpOf(anna) })
    assert.equal((await signIn(oldPassword)).kind, 'refused')
    assert.equal((await signIn(newPassword)).kind, 'session')
    assert.deepEqual(
      (await stage.auditEntries(anna.id)).map(({ action }) => action),
      ['signed_in', 'signed_in', 'password_changed', 'sign_in_failed', 'signed_in'],
    )
  })

  const refusals: readonly (readonly [string, object, string])[] = [
    ['the old one is wrong', { oldPassword: 'correct horse 8' }, 'wrong_password'],
    ['the code is wrong', { totp: 'AAAA-AAAA-AAAA-AAAA' }, 'wrong_code'],
    ['the new one is the old one', { newPassword: oldPassword }, 'password_same'],
    ['the new one is too short', { newPassword: 'a1' }, 'password_too_short'],
    ['the new one is common', { newPassword: 'password1' }, 'password_common'],
  ]
  it('stays as it is otherwise', async () => {
    const anna = await stage.addOperator('support')
    const by = await stage.signInAs(anna)
    const asked = { by, oldPassword, newPassword, totp: stage.totpOf(anna), address: '' }
    for (const [why, wrong, reason] of refusals) {
      const answer = await stage.operators.changePassword({ ...asked, ...wrong })
      assert.deepEqual(answer, { kind: 'refused', reason }, why)
    }
    const audited = (await stage.auditEntries(anna.id)).map(({ action }) => action)
    assert.deepEqual(audited, ['signed_in', 'confirmation_failed', 'confirmation_failed'])
    assert.deepEqual(await stage.operators.changePassword(asked), { kind: 'changed' })
  })

  it('cannot be changed with a code that was used before', async () => {
    const anna = await stage.addOperator('support')
    const by = await stage.operators.identify(await stage.signIn(anna))
    assert.ok(by)
    const asked = { by, oldPassword, newPassword, totp: stage.totpOf(anna), address: '' }
    assert.deepEqual(await stage.operators.changePassword(asked), { kind: 'refused', reason: 'wrong_code' })
  })

  it('cannot be guessed from a stolen session: mistakes make it wait, and only it', async () => {
    const anna = await stage.addOperator('support')
    const by = await stage.signInAs(anna)
    const asked = { by, oldPassword, newPassword, totp: '000000', address: '' }
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal((await stage.operators.changePassword(asked)).kind, 'refused')
    const right = { ...asked, totp: stage.totpOf(anna) }
    const wait = { kind: 'too_many_requests', retryAfterSeconds: 30 }
    assert.deepEqual(await stage.operators.changePassword(right), wait)
    const codes = { by, password: oldPassword, totp: right.totp, address: '' }
    assert.deepEqual(await stage.operators.newRecoveryCodes(codes), wait)
    assert.equal((await stage.operators.signIn({ ...anna, ...origin, totp: right.totp })).kind, 'session')
  })

  it('is not in reach of whoever was switched off meanwhile', async () => {
    const anna = await stage.addOperator('support')
    const by = await stage.signInAs(anna)
    await stage.database.query('update operators set is_active = false where id = $1', [anna.id])
    const asked = { by, oldPassword, newPassword, totp: stage.totpOf(anna), address: '' }
    assert.equal((await stage.operators.changePassword(asked)).kind, 'refused')
  })
})
