import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperatorsFixture, type OperatorsFixture } from '#test/operators/operators-fixture.ts'

describe('confirming an action of an owner', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(() => fixture.nextDay())

  const action = {
    action: 'door_opened',
    subject: 'door:7',
    details: { reason: 'fire' },
    address: '192.0.2.7',
  }

  async function entries() {
    const { rows } = await fixture.database.query(
      `select operator_id, who, action, details, address from audit_entries where subject = 'door:7'`,
    )
    return rows
  }

  it('needs an unused code, and writes the audit entry', async () => {
    const anna = await fixture.addOperator('owner')
    const by = await fixture.signInAs(anna)
    const { confirmOwnerAction } = fixture.operators
    const wrong = await confirmOwnerAction({ by, totp: '000000', ...action })
    assert.deepEqual(wrong, { kind: 'refused', reason: 'wrong_code' })
    assert.deepEqual(await entries(), [])
    const totp = fixture.totpOf(anna)
    assert.deepEqual(await confirmOwnerAction({ by, totp, ...action }), { kind: 'confirmed' })
    const { subject: _, ...written } = action
    assert.deepEqual(await entries(), [{ operator_id: String(anna.id), who: anna.email, ...written }])
    const again = await confirmOwnerAction({ by, totp, ...action })
    assert.deepEqual(again, { kind: 'refused', reason: 'wrong_code' })
    assert.equal((await entries()).length, 1)
  })

  it('is refused to an operator who is no owner any more, and leaves the code unused', async () => {
    const anna = await fixture.addOperator('owner')
    const by = await fixture.signInAs(anna)
    const before = (await entries()).length
    await fixture.database.query(`update operators set role = 'support' where id = $1`, [anna.id])
    const totp = fixture.totpOf(anna)
    const refused = await fixture.operators.confirmOwnerAction({ by, totp, ...action })
    assert.deepEqual(refused, { kind: 'refused', reason: 'role_forbidden' })
    assert.equal((await entries()).length, before)
    await fixture.database.query(`update operators set role = 'owner' where id = $1`, [anna.id])
    assert.deepEqual(await fixture.operators.confirmOwnerAction({ by, totp, ...action }), {
      kind: 'confirmed',
    })
  })
})
