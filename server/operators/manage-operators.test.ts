import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { OperatorRole } from '#core/account/operator-role.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  type TestOperator,
} from '#test/operators/operators-fixture.ts'

describe('the staff', () => {
  let stage: OperatorsFixture
  before(async () => {
    stage = await createOperatorsFixture()
  })
  after(async () => await stage.database.drop())
  beforeEach(async () => {
    stage.nextDay()
    // Owners of the tests before must not count as the other owner who is left.
    await stage.database.query('update operators set is_active = false')
  })

  const { address } = origin
  type Wish = { role?: OperatorRole; isActive?: boolean; reset?: boolean }

  /** As an owner would ask, with a fresh code. */
  async function change(owner: TestOperator, id: number, wish: Wish) {
    const by = await stage.signInAs(owner)
    return await stage.operators.change({ by, id, totp: stage.totpOf(owner), address, ...wish })
  }

  async function create(owner: TestOperator, email: string, role: OperatorRole = 'viewer') {
    const by = await stage.signInAs(owner)
    return await stage.operators.create({ by, email, role, totp: stage.totpOf(owner), address })
  }

  const refused = (reason: string) => ({ kind: 'refused', reason })

  it('grows by an owner’s word: the newcomer signs in with the password that is shown once', async () => {
    const owner = await stage.addOperator('owner')
    const answer = await create(owner, ' New.Hand@Example.com ', 'content')
    assert.equal(answer.kind, 'created')
    if (answer.kind !== 'created') return
    const { operator, password } = answer
    assert.deepEqual(
      [operator.email, operator.role, operator.isActive, operator.hasTotp, operator.lastSeenAt],
      ['new.hand@example.com', 'content', true, false, undefined],
    )
    const begun = await stage.operators.signIn({ ...origin, email: operator.email, password, totp: '' })
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, true)
    const [made] = await stage.auditEntries(operator.id)
    assert.deepEqual(made, {
      action: 'operator_created',
      details: { email: 'new.hand@example.com', role: 'content' },
      who: owner.email,
      address,
    })
  })

  it('takes no second one with an address, and none without; that leaves the code unused', async () => {
    const owner = await stage.addOperator('owner')
    const by = await stage.signInAs(owner)
    const asked = { by, role: 'viewer', totp: stage.totpOf(owner), address } as const
    assert.deepEqual(
      await stage.operators.create({ ...asked, email: owner.email.toUpperCase() }),
      refused('operator_exists'),
    )
    assert.deepEqual(await stage.operators.create({ ...asked, email: 'nobody' }), refused('invalid_email'))
    assert.equal((await stage.operators.create({ ...asked, email: 'third@example.com' })).kind, 'created')
    assert.deepEqual(
      await stage.operators.create({ ...asked, email: 'fourth@example.com' }),
      refused('wrong_code'),
    )
  })

  it('is changed by owners only, as they are at that moment', async () => {
    const [owner, other] = [await stage.addOperator('owner'), await stage.addOperator('owner')]
    const by = await stage.signInAs(owner)
    await stage.database.query(`update operators set role = 'support' where id = $1`, [owner.id])
    const asked = { by, totp: stage.totpOf(owner), address }
    assert.deepEqual(
      await stage.operators.change({ ...asked, id: other.id, isActive: false }),
      refused('role_forbidden'),
    )
    const created = await stage.operators.create({ ...asked, email: 'x@example.com', role: 'owner' })
    assert.deepEqual(created, refused('role_forbidden'))
  })

  it('gets another role at once, and out of its sessions', async () => {
    const [owner, anna] = [await stage.addOperator('owner'), await stage.addOperator('viewer')]
    const token = await stage.signIn(anna)
    const answer = await change(owner, anna.id, { role: 'finance' })
    assert.equal(answer.kind === 'changed' && answer.operator.role, 'finance')
    assert.equal(await stage.operators.identify(token), undefined)
    assert.equal((await stage.operators.identify(await stage.signIn(anna)))?.role, 'finance')
    const changed = (await stage.auditEntries(anna.id)).find(({ action }) => action === 'operator_changed')
    assert.deepEqual(changed, {
      action: 'operator_changed',
      details: { role: { from: 'viewer', to: 'finance' } },
      who: owner.email,
      address,
    })
  })

  it('is switched off and on again', async () => {
    const [owner, anna] = [await stage.addOperator('owner'), await stage.addOperator('viewer')]
    const token = await stage.signIn(anna)
    assert.equal((await change(owner, anna.id, { isActive: false })).kind, 'changed')
    assert.equal(await stage.operators.identify(token), undefined)
    await assert.rejects(stage.signIn(anna))
    assert.equal((await change(owner, anna.id, { isActive: true })).kind, 'changed')
    assert.equal(await stage.operators.identify(token), undefined, 'what ended stays ended')
    assert.ok(await stage.signIn(anna))
  })

  it('is set back to the first sign-in: a new password, no factor, no codes, no sessions, no waiting', async () => {
    const [owner, anna] = [await stage.addOperator('owner'), await stage.addOperator('viewer')]
    const by = await stage.signInAs(anna)
    const { password } = anna
    const codes = await stage.operators.newRecoveryCodes({ by, password, totp: stage.totpOf(anna), address })
    assert.equal(codes.kind, 'made')
    for (let mistake = 1; mistake <= 5; mistake += 1)
      await stage.operators.signIn({
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
      stage.operators.signIn({ ...origin, email: anna.email, password: typed, totp })
    assert.equal((await signIn(password, codes.recoveryCodes[0] ?? '')).kind, 'refused')
    const begun = await signIn(answer.password ?? '', '')
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, true)
    const left = await stage.database.query('select 1 from operator_recovery_codes where operator_id = $1', [
      anna.id,
    ])
    assert.equal(left.rowCount, 0)
    const changed = (await stage.auditEntries(anna.id)).find(({ action }) => action === 'operator_changed')
    assert.deepEqual(changed?.details, { reset: true })
  })

  it('stays untouched when nothing differs, and sessions with it', async () => {
    const [owner, anna] = [await stage.addOperator('owner'), await stage.addOperator('viewer')]
    const token = await stage.signIn(anna)
    const answer = await change(owner, anna.id, { role: 'viewer', isActive: true })
    assert.equal(answer.kind === 'changed' && answer.password, undefined)
    assert.ok(await stage.operators.identify(token))
    assert.deepEqual(
      (await stage.auditEntries(anna.id)).map(({ action }) => action),
      ['signed_in'],
    )
  })

  it('has nobody by an id that is none, and nothing to do without a wish', async () => {
    const owner = await stage.addOperator('owner')
    assert.deepEqual(await change(owner, 999_999, { isActive: false }), refused('not_found'))
    assert.deepEqual(await change(owner, owner.id, {}), refused('invalid_input'))
  })

  const away: readonly Wish[] = [{ role: 'viewer' }, { isActive: false }, { reset: true }]
  for (const wish of away) {
    it(`keeps its last owner from ${JSON.stringify(wish)}`, async () => {
      const owner = await stage.addOperator('owner')
      await stage.addOperator('owner', { isEnrolled: false })
      assert.deepEqual(await change(owner, owner.id, wish), refused('last_owner'))
      assert.ok(await stage.signIn(owner))
    })

    it(`lets nobody do ${JSON.stringify(wish)} to themself, even where another owner is left`, async () => {
      const [owner] = [await stage.addOperator('owner'), await stage.addOperator('owner')]
      assert.deepEqual(await change(owner, owner.id, wish), refused('own_account'))
    })

    it(`lets an owner do ${JSON.stringify(wish)} to another owner`, async () => {
      const [owner, other] = [await stage.addOperator('owner'), await stage.addOperator('owner')]
      assert.equal((await change(owner, other.id, wish)).kind, 'changed')
    })
  }

  it('keeps an owner when two take each other’s place away at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await stage.addOperator('owner'), await stage.addOperator('owner')]
      const [byOne, byTwo] = [await stage.signInAs(one), await stage.signInAs(two)]
      const answers = await Promise.all([
        stage.operators.change({ by: byOne, id: two.id, role: 'viewer', totp: stage.totpOf(one), address }),
        stage.operators.change({ by: byTwo, id: one.id, role: 'viewer', totp: stage.totpOf(two), address }),
      ])
      assert.deepEqual(answers.map(({ kind }) => kind).sort(), ['changed', 'refused'])
    }
  })

  it('is listed with who was seen when', async () => {
    const anna = await stage.addOperator('viewer')
    await stage.signIn(anna)
    const listed = (await stage.operators.list()).find(({ id }) => id === anna.id)
    assert.deepEqual(listed?.lastSeenAt, new Date(stage.clock.now()))
    assert.deepEqual(await stage.operators.read(anna.id), listed)
    assert.equal(await stage.operators.read(999_999), undefined)
  })

  it('has an end: two hundred', async () => {
    const owner = await stage.addOperator('owner')
    const { rows } = await stage.database.query<{ count: string }>('select count(*) from operators')
    await stage.database.query(
      `insert into operators (email, role, is_active, password_hash, created_at)
       select 'filler-' || n || '@example.com', 'viewer', false, 'none', now() from generate_series(1, $1::int) n`,
      [199 - Number(rows[0]?.count)],
    )
    assert.equal((await create(owner, 'last@example.com')).kind, 'created')
    assert.deepEqual(await create(owner, 'one-too-many@example.com'), refused('operators_limit'))
  })
})
