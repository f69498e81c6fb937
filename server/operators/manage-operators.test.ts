import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { OperatorRole } from '#core/user/operator-role.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  type TestOperator,
} from '#test/operators/operators-fixture.ts'

describe('managing operators', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())
  beforeEach(async () => {
    fixture.nextDay()
    // Owners of earlier tests must not count as remaining owners.
    await fixture.database.query('update operators set is_active = false')
  })

  const { address } = origin
  type OperatorChange = { role?: OperatorRole; isActive?: boolean; reset?: boolean }

  /** Changes an operator as this owner, with an unused TOTP code. */
  async function change(owner: TestOperator, id: number, update: OperatorChange) {
    const by = await fixture.signInAs(owner)
    return await fixture.operators.change({ by, id, totp: fixture.totpOf(owner), address, ...update })
  }

  async function create(owner: TestOperator, email: string, role: OperatorRole = 'viewer') {
    const by = await fixture.signInAs(owner)
    return await fixture.operators.create({ by, email, role, totp: fixture.totpOf(owner), address })
  }

  const refused = (reason: string) => ({ kind: 'refused', reason })

  it('creates an operator who signs in with the returned temporary password', async () => {
    const owner = await fixture.addOperator('owner')
    const answer = await create(owner, ' New.Hand@Example.com ', 'content')
    assert.equal(answer.kind, 'created')
    if (answer.kind !== 'created') return
    const { operator, password } = answer
    assert.deepEqual(
      [operator.email, operator.role, operator.isActive, operator.hasTotp, operator.lastSeenAt],
      ['new.hand@example.com', 'content', true, false, undefined],
    )
    const begun = await fixture.operators.signIn({ ...origin, email: operator.email, password, totp: '' })
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, true)
    const [made] = await fixture.auditEntries(operator.id)
    assert.deepEqual(made, {
      action: 'operator_created',
      details: { email: 'new.hand@example.com', role: 'content' },
      who: owner.email,
      address,
    })
  })

  it('refuses a taken or invalid email address without using up the code', async () => {
    const owner = await fixture.addOperator('owner')
    const by = await fixture.signInAs(owner)
    const input = { by, role: 'viewer', totp: fixture.totpOf(owner), address } as const
    assert.deepEqual(
      await fixture.operators.create({ ...input, email: owner.email.toUpperCase() }),
      refused('operator_exists'),
    )
    assert.deepEqual(await fixture.operators.create({ ...input, email: 'nobody' }), refused('invalid_email'))
    assert.equal((await fixture.operators.create({ ...input, email: 'third@example.com' })).kind, 'created')
    assert.deepEqual(
      await fixture.operators.create({ ...input, email: 'fourth@example.com' }),
      refused('wrong_code'),
    )
  })

  it('refuses an operator who is no longer an owner', async () => {
    const [owner, other] = [await fixture.addOperator('owner'), await fixture.addOperator('owner')]
    const by = await fixture.signInAs(owner)
    await fixture.database.query(`update operators set role = 'support' where id = $1`, [owner.id])
    const input = { by, totp: fixture.totpOf(owner), address }
    assert.deepEqual(
      await fixture.operators.change({ ...input, id: other.id, isActive: false }),
      refused('role_forbidden'),
    )
    const created = await fixture.operators.create({ ...input, email: 'x@example.com', role: 'owner' })
    assert.deepEqual(created, refused('role_forbidden'))
  })

  it('changes a role and ends the sessions of the operator', async () => {
    const [owner, anna] = [await fixture.addOperator('owner'), await fixture.addOperator('viewer')]
    const token = await fixture.signIn(anna)
    const answer = await change(owner, anna.id, { role: 'finance' })
    assert.equal(answer.kind === 'changed' && answer.operator.role, 'finance')
    assert.equal(await fixture.operators.authenticate(token), undefined)
    assert.equal((await fixture.operators.authenticate(await fixture.signIn(anna)))?.role, 'finance')
    const changed = (await fixture.auditEntries(anna.id)).find(({ action }) => action === 'operator_changed')
    assert.deepEqual(changed, {
      action: 'operator_changed',
      details: { role: { from: 'viewer', to: 'finance' } },
      who: owner.email,
      address,
    })
  })

  it('deactivates and reactivates an operator', async () => {
    const [owner, anna] = [await fixture.addOperator('owner'), await fixture.addOperator('viewer')]
    const token = await fixture.signIn(anna)
    assert.equal((await change(owner, anna.id, { isActive: false })).kind, 'changed')
    assert.equal(await fixture.operators.authenticate(token), undefined)
    await assert.rejects(fixture.signIn(anna))
    assert.equal((await change(owner, anna.id, { isActive: true })).kind, 'changed')
    assert.equal(await fixture.operators.authenticate(token), undefined, 'ended sessions stay ended')
    assert.ok(await fixture.signIn(anna))
  })

  it('resets password, second factor, recovery codes, sessions and lockout', async () => {
    const [owner, anna] = [await fixture.addOperator('owner'), await fixture.addOperator('viewer')]
    const by = await fixture.signInAs(anna)
    const { password } = anna
    const codes = await fixture.operators.newRecoveryCodes({
      by,
      password,
      totp: fixture.totpOf(anna),
      address,
    })
    assert.equal(codes.kind, 'made')
    for (let mistake = 1; mistake <= 5; mistake += 1)
      await fixture.operators.signIn({
        ...origin,
        limitKey: `${mistake}`,
        email: anna.email,
        password: 'x',
        totp: '',
      })
    const answer = await change(owner, anna.id, { reset: true })
    assert.equal(answer.kind, 'changed')
    if (answer.kind !== 'changed' || codes.kind !== 'made') return
    assert.deepEqual([answer.operator.hasTotp, typeof answer.password], [false, 'string'])
    const signIn = (typed: string, totp: string) =>
      fixture.operators.signIn({ ...origin, email: anna.email, password: typed, totp })
    assert.equal((await signIn(password, codes.recoveryCodes[0] ?? '')).kind, 'refused')
    const begun = await signIn(answer.password ?? '', '')
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, true)
    const left = await fixture.database.query(
      'select 1 from operator_recovery_codes where operator_id = $1',
      [anna.id],
    )
    assert.equal(left.rowCount, 0)
    const changed = (await fixture.auditEntries(anna.id)).find(({ action }) => action === 'operator_changed')
    assert.deepEqual(changed?.details, { reset: true })
  })

  it('ends no session and audits nothing if nothing changes', async () => {
    const [owner, anna] = [await fixture.addOperator('owner'), await fixture.addOperator('viewer')]
    const token = await fixture.signIn(anna)
    const answer = await change(owner, anna.id, { role: 'viewer', isActive: true })
    assert.equal(answer.kind === 'changed' && answer.password, undefined)
    assert.ok(await fixture.operators.authenticate(token))
    assert.deepEqual(
      (await fixture.auditEntries(anna.id)).map(({ action }) => action),
      ['signed_in'],
    )
  })

  it('refuses an unknown id and an empty change', async () => {
    const owner = await fixture.addOperator('owner')
    assert.deepEqual(await change(owner, 999_999, { isActive: false }), refused('not_found'))
    assert.deepEqual(await change(owner, owner.id, {}), refused('invalid_input'))
  })

  const restrictions: readonly OperatorChange[] = [{ role: 'viewer' }, { isActive: false }, { reset: true }]
  for (const update of restrictions) {
    it(`refuses ${JSON.stringify(update)} for the last owner`, async () => {
      const owner = await fixture.addOperator('owner')
      await fixture.addOperator('owner', { isEnrolled: false })
      assert.deepEqual(await change(owner, owner.id, update), refused('last_owner'))
      assert.ok(await fixture.signIn(owner))
    })

    it(`refuses ${JSON.stringify(update)} for the operator’s own account`, async () => {
      const [owner] = [await fixture.addOperator('owner'), await fixture.addOperator('owner')]
      assert.deepEqual(await change(owner, owner.id, update), refused('own_account'))
    })

    it(`allows ${JSON.stringify(update)} for another owner`, async () => {
      const [owner, other] = [await fixture.addOperator('owner'), await fixture.addOperator('owner')]
      assert.equal((await change(owner, other.id, update)).kind, 'changed')
    })
  }

  it('keeps one owner when two demote each other in parallel', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await fixture.addOperator('owner'), await fixture.addOperator('owner')]
      const [byOne, byTwo] = [await fixture.signInAs(one), await fixture.signInAs(two)]
      const answers = await Promise.all([
        fixture.operators.change({
          by: byOne,
          id: two.id,
          role: 'viewer',
          totp: fixture.totpOf(one),
          address,
        }),
        fixture.operators.change({
          by: byTwo,
          id: one.id,
          role: 'viewer',
          totp: fixture.totpOf(two),
          address,
        }),
      ])
      assert.deepEqual(answers.map(({ kind }) => kind).sort(), ['changed', 'refused'])
    }
  })

  it('lists operators with the time of their last use', async () => {
    const anna = await fixture.addOperator('viewer')
    await fixture.signIn(anna)
    const listed = (await fixture.operators.list()).find(({ id }) => id === anna.id)
    assert.deepEqual(listed?.lastSeenAt, new Date(fixture.clock.now()))
    assert.deepEqual(await fixture.operators.read(anna.id), listed)
    assert.equal(await fixture.operators.read(999_999), undefined)
  })

  it('refuses the 201st operator', async () => {
    const owner = await fixture.addOperator('owner')
    const { rows } = await fixture.database.query<{ count: string }>('select count(*) from operators')
    await fixture.database.query(
      `insert into operators (email, role, is_active, password_hash, created_at)
       select 'filler-' || n || '@example.com', 'viewer', false, 'none', now() from generate_series(1, $1::int) n`,
      [199 - Number(rows[0]?.count)],
    )
    assert.equal((await create(owner, 'last@example.com')).kind, 'created')
    assert.deepEqual(await create(owner, 'one-too-many@example.com'), refused('operators_limit'))
  })
})
