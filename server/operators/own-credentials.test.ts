import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperatorsFixture, type OperatorsFixture, origin } from '#test/operators/operators-fixture.ts'

const oldPassword = 'correct horse 7'
const newPassword = 'fresh paint 42'

describe('an operator’s own password change', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(() => fixture.nextDay())

  const isAlive = async (token: string) => (await fixture.operators.authenticate(token)) !== undefined

  it('requires the old password and an unused code, and ends every other session', async () => {
    const anna = await fixture.addOperator('support')
    const [here, elsewhere] = [await fixture.signIn(anna), await fixture.signIn(anna)]
    const by = await fixture.operators.authenticate(here)
    assert.ok(by)
    fixture.advance(30_000)
    const input = { by, oldPassword, newPassword, totp: fixture.totpOf(anna), address: origin.address }
    assert.deepEqual(await fixture.operators.changePassword(input), { kind: 'changed' })
    assert.deepEqual([await isAlive(here), await isAlive(elsewhere)], [true, false])
    fixture.advance(30_000)
    const signIn = (password: string) =>
      fixture.operators.signIn({ ...anna, ...origin, password, totp: fixture.totpOf(anna) })
    assert.equal((await signIn(oldPassword)).kind, 'refused')
    assert.equal((await signIn(newPassword)).kind, 'session')
    assert.deepEqual(
      (await fixture.auditEntries(anna.id)).map(({ action }) => action),
      ['signed_in', 'signed_in', 'password_changed', 'sign_in_failed', 'signed_in'],
    )
  })

  const refusals: readonly (readonly [string, object, string])[] = [
    ['wrong old password', { oldPassword: 'correct horse 8' }, 'wrong_password'],
    ['wrong code', { totp: 'AAAA-AAAA-AAAA-AAAA' }, 'wrong_code'],
    ['unchanged password', { newPassword: oldPassword }, 'password_same'],
    ['short password', { newPassword: 'a1' }, 'password_too_short'],
    ['common password', { newPassword: 'password1' }, 'password_common'],
  ]
  it('is refused with a wrong old password, a wrong code or a weak new password', async () => {
    const anna = await fixture.addOperator('support')
    const by = await fixture.signInAs(anna)
    const input = { by, oldPassword, newPassword, totp: fixture.totpOf(anna), address: '' }
    for (const [why, wrong, reason] of refusals) {
      const answer = await fixture.operators.changePassword({ ...input, ...wrong })
      assert.deepEqual(answer, { kind: 'refused', reason }, why)
    }
    const audited = (await fixture.auditEntries(anna.id)).map(({ action }) => action)
    assert.deepEqual(audited, ['signed_in', 'confirmation_failed', 'confirmation_failed'])
    assert.deepEqual(await fixture.operators.changePassword(input), { kind: 'changed' })
  })

  it('is refused with a used code', async () => {
    const anna = await fixture.addOperator('support')
    const by = await fixture.operators.authenticate(await fixture.signIn(anna))
    assert.ok(by)
    const input = { by, oldPassword, newPassword, totp: fixture.totpOf(anna), address: '' }
    assert.deepEqual(await fixture.operators.changePassword(input), { kind: 'refused', reason: 'wrong_code' })
  })

  it('is locked out after five failures, without affecting sign-in', async () => {
    const anna = await fixture.addOperator('support')
    const by = await fixture.signInAs(anna)
    const input = { by, oldPassword, newPassword, totp: '000000', address: '' }
    for (let mistake = 1; mistake <= 5; mistake += 1)
      assert.equal((await fixture.operators.changePassword(input)).kind, 'refused')
    const right = { ...input, totp: fixture.totpOf(anna) }
    const wait = { kind: 'too_many_requests', retryAfterSeconds: 30 }
    assert.deepEqual(await fixture.operators.changePassword(right), wait)
    const codes = { by, password: oldPassword, totp: right.totp, address: '' }
    assert.deepEqual(await fixture.operators.newRecoveryCodes(codes), wait)
    assert.equal((await fixture.operators.signIn({ ...anna, ...origin, totp: right.totp })).kind, 'session')
  })

  it('is refused for a deactivated operator', async () => {
    const anna = await fixture.addOperator('support')
    const by = await fixture.signInAs(anna)
    await fixture.database.query('update operators set is_active = false where id = $1', [anna.id])
    const input = { by, oldPassword, newPassword, totp: fixture.totpOf(anna), address: '' }
    assert.equal((await fixture.operators.changePassword(input)).kind, 'refused')
  })
})
