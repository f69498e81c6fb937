import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createOperatorsFixture, type OperatorsFixture } from '#test/operators/operators-fixture.ts'

describe('confirming an action', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(() => fixture.nextDay())

  const action = {
    roles: [],
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
    const { confirmAction } = fixture.operators
    const wrong = await confirmAction({ by, totp: '000000', ...action })
    assert.deepEqual(wrong, { kind: 'refused', reason: 'wrong_code' })
    assert.deepEqual(await entries(), [])
    const totp = fixture.totpOf(anna)
    assert.deepEqual(await confirmAction({ by, totp, ...action }), { kind: 'confirmed' })
    const { subject: _, roles: __, ...written } = action
    assert.deepEqual(await entries(), [{ operator_id: String(anna.id), who: anna.email, ...written }])
    const again = await confirmAction({ by, totp, ...action })
    assert.deepEqual(again, { kind: 'refused', reason: 'wrong_code' })
    assert.equal((await entries()).length, 1)
  })

  it('is refused to an operator who is no owner any more, and leaves the code unused', async () => {
    const anna = await fixture.addOperator('owner')
    const by = await fixture.signInAs(anna)
    const before = (await entries()).length
    await fixture.database.query(`update operators set role = 'support' where id = $1`, [anna.id])
    const totp = fixture.totpOf(anna)
    const refused = await fixture.operators.confirmAction({ by, totp, ...action })
    assert.deepEqual(refused, { kind: 'refused', reason: 'role_forbidden' })
    assert.equal((await entries()).length, before)
    await fixture.database.query(`update operators set role = 'owner' where id = $1`, [anna.id])
    assert.deepEqual(await fixture.operators.confirmAction({ by, totp, ...action }), {
      kind: 'confirmed',
    })
  })

  it('is open to the named roles, and locks the other operator until its work ends', async () => {
    const [anna, ben] = [await fixture.addOperator('finance'), await fixture.addOperator('owner')]
    const by = await fixture.signInAs(anna)
    const { confirmAction, inConfirmedTransaction } = fixture.operators
    const refused = await confirmAction({ by, totp: fixture.totpOf(anna), ...action })
    assert.deepEqual(refused, { kind: 'refused', reason: 'role_forbidden' })
    const input = { by, totp: fixture.totpOf(anna), address: '', roles: ['finance'] as const, other: ben.id }
    const done = await inConfirmedTransaction(input, async () => {
      const probe = 'select 1 from operators where id = $1 for update skip locked'
      assert.equal((await fixture.database.query(probe, [ben.id])).rowCount, 0)
      return { kind: 'done' }
    })
    assert.deepEqual(done, { kind: 'done' })
    const again = await inConfirmedTransaction(input, () => assert.fail('the code is used'))
    assert.deepEqual(again, { kind: 'refused', reason: 'wrong_code' })
  })

  it('that fails after the code was found correct does not count as a wrong code', async () => {
    const anna = await fixture.addOperator('finance')
    const by = await fixture.signInAs(anna)
    const input = { by, totp: fixture.totpOf(anna), address: '', roles: ['finance'] as const }
    const fail = async () => {
      throw new Error('the database went away')
    }
    const { inConfirmedTransaction } = fixture.operators
    for (let failed = 0; failed < 10; failed += 1)
      await assert.rejects(inConfirmedTransaction(input, fail), /went away/)
    const done = await inConfirmedTransaction(input, async () => ({ kind: 'done' }) as const)
    assert.deepEqual(done, { kind: 'done' })
  })
})
