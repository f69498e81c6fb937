// Attempts of one owner to act as two people, by the calls of the console.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { createDeskFixture, type DeskFixture } from '#test/operators/desk-fixture.ts'
import { origin, type TestOperator, totpAt } from '#test/operators/operators-fixture.ts'

let fixture: DeskFixture
before(async () => {
  fixture = await createDeskFixture({ isLoopback: true })
  fixture.approvals.register({
    kind: 'example_change',
    roles: ['finance'],
    describe: () => [],
    check: async () => undefined,
    applyInTransaction: async () => undefined,
  })
})
after(async () => await fixture.stop())
beforeEach(() => fixture.nextDay())

async function call(by: TestOperator, path: string, input: object) {
  const token = await fixture.signIn(by)
  fixture.advance(30_000)
  const body = { ...input, totp: fixture.totpOf(by) }
  return await fixture.ask({ url: `/desk/api/${path}`, token, body })
}

/** The owner enrols the account with the temporary password, as its holder. */
async function enrol(email: string, temporary: string): Promise<TestOperator> {
  const { operators, clock } = fixture
  const begun = await operators.signIn({ ...origin, email, password: temporary, totp: '' })
  assert.ok(begun.kind === 'enrolment', begun.kind)
  const { secret, ticket } = begun
  const password = 'another horse 8'
  const totp = totpAt(secret, clock.now())
  const done = await operators.enrol({ ...origin, ticket, totp, newPassword: password })
  assert.equal(done.kind, 'session')
  const known = (await operators.list()).find((operator) => operator.email === email)
  return { id: known?.id ?? 0, email, password, secret }
}

let made = 0

async function puppet(owner: TestOperator, role: OperatorRole): Promise<TestOperator> {
  made += 1
  const email = `puppet-${made}@example.com`
  const created = await call(owner, 'operators/create', { email, role })
  return await enrol(email, created.data.password)
}

async function takeOver(owner: TestOperator, { id, email }: TestOperator): Promise<TestOperator> {
  const reset = await call(owner, 'operators/change', { id, reset: 1 })
  return await enrol(email, reset.data.password)
}

const isActive = (owner: TestOperator, id: number, is_active: 0 | 1) =>
  call(owner, 'operators/change', { id, is_active })

/** Each gives the two operators whom one owner controls. */
const attempts: Readonly<
  Record<string, (owner: TestOperator) => Promise<readonly [TestOperator, TestOperator]>>
> = {
  'with a puppet': async (owner) => [owner, await puppet(owner, 'finance')],
  'with two puppets': async (owner) => [await puppet(owner, 'finance'), await puppet(owner, 'finance')],
  'with a puppet of a puppet': async (owner) => {
    const helper = await puppet(owner, 'owner')
    return [owner, await puppet(helper, 'finance')]
  },
  'with puppets of two puppets': async (owner) => {
    const [one, other] = [await puppet(owner, 'owner'), await puppet(owner, 'owner')]
    return [await puppet(one, 'finance'), await puppet(other, 'finance')]
  },
  'with an operator who was reset': async (owner) => [
    owner,
    await takeOver(owner, await fixture.addOperator('finance')),
  ],
  'with two operators who were reset': async (owner) => [
    await takeOver(owner, await fixture.addOperator('finance')),
    await takeOver(owner, await fixture.addOperator('finance')),
  ],
  'with a puppet and an operator who was reset': async (owner) => [
    await puppet(owner, 'finance'),
    await takeOver(owner, await fixture.addOperator('finance')),
  ],
  'with an operator who was enabled again': async (owner) => {
    const other = await fixture.addOperator('finance')
    await isActive(owner, other.id, 0)
    await isActive(owner, other.id, 1)
    return [owner, other]
  },
  'after all others were disabled': async (owner) => {
    for (const { id } of await fixture.operators.list())
      if (id !== owner.id)
        await fixture.database.query('update operators set is_active = false where id = $1', [id])
    return [owner, owner]
  },
}

describe('one owner is not two people', () => {
  for (const [how, attempt] of Object.entries(attempts))
    it(how, async () => {
      const owner = await fixture.addOperator('owner')
      await fixture.addOperator('owner')
      const [proposer, approver] = await attempt(owner)
      made += 1
      const by = await fixture.signInAs(proposer)
      const subject = `user:${made}`
      const proposed = await fixture.approvals.propose({
        ...{ kind: 'example_change', subject, payload: {}, by, address: '' },
      })
      assert.ok(proposed.kind === 'proposed')
      const answer = await call(approver, 'proposals/approve', { id: proposed.id })
      const reason = proposer.id === approver.id ? 'same_person' : 'people_tied'
      assert.deepEqual(answer.data, { reason })
      assert.equal((await fixture.approvals.read(proposed.id))?.state, 'open')
    })

  it('by resetting the proposer of an open proposal', async () => {
    const [owner, honest] = [await fixture.addOperator('owner'), await fixture.addOperator('finance')]
    const by = await fixture.signInAs(honest)
    const change = { kind: 'example_change', subject: 'user:reset', payload: {}, by, address: '' }
    const proposed = await fixture.approvals.propose(change)
    assert.ok(proposed.kind === 'proposed')
    await takeOver(owner, honest)
    const answer = await call(owner, 'proposals/approve', { id: proposed.id })
    assert.deepEqual(answer.data, { reason: 'people_tied' })
  })

  it('by a session and a code from before a reset', async () => {
    const [owner, other] = [await fixture.addOperator('owner'), await fixture.addOperator('finance')]
    const token = await fixture.signIn(other)
    const session = await fixture.operators.authenticate(token)
    assert.ok(session !== undefined)
    const by = await fixture.signInAs(await fixture.addOperator('finance'))
    const change = { kind: 'example_change', subject: 'user:session', payload: {}, by, address: '' }
    const proposed = await fixture.approvals.propose(change)
    assert.ok(proposed.kind === 'proposed')
    await call(owner, 'operators/change', { id: other.id, reset: 1 })
    fixture.advance(30_000)
    const { id } = proposed
    const totp = fixture.totpOf(other)
    const answer = await fixture.ask({ url: '/desk/api/proposals/approve', token, body: { id, totp } })
    assert.notEqual(answer.code, 1)
    const late = await fixture.approvals.approve({ id, by: session, totp, address: '' })
    assert.deepEqual(late, { kind: 'refused', reason: 'wrong_code' })
  })
})
