import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, it } from 'node:test'
import { resetOperator } from '#server/operators/operators.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  type TestOperator,
} from '#test/operators/operators-fixture.ts'

const dayMs = 86_400_000

let fixture: OperatorsFixture
before(async () => {
  fixture = await createOperatorsFixture()
})
after(async () => await fixture.database.drop())
beforeEach(() => fixture.nextDay())

/** An owner changes another operator. */
async function change(owner: TestOperator, id: number, wanted: object): Promise<void> {
  const by = await fixture.signInAs(owner)
  const request = { id, by, totp: fixture.totpOf(owner), address: '', ...wanted }
  const { kind } = await fixture.operators.change(request)
  assert.equal(kind, 'changed')
}

async function create(owner: TestOperator): Promise<number> {
  const by = await fixture.signInAs(owner)
  const email = `made-by-${owner.id}@example.com`
  const made = await fixture.operators.create({
    ...{ email, role: 'finance', by, totp: fixture.totpOf(owner), address: '' },
  })
  assert.ok(made.kind === 'created')
  return made.operator.id
}

const disable = (id: number) =>
  fixture.database.query('update operators set is_active = false where id = $1', [id])

/** What the owner does to the second operator. Returns the id of that operator. */
const acts = {
  nothing: async () => (await fixture.addOperator('finance')).id,
  created: create,
  reset: async (owner: TestOperator) => {
    const { id } = await fixture.addOperator('finance')
    await change(owner, id, { reset: true })
    return id
  },
  promoted: async (owner: TestOperator) => {
    const { id } = await fixture.addOperator('viewer')
    await change(owner, id, { role: 'finance' })
    return id
  },
  activated: async (owner: TestOperator) => {
    const { id } = await fixture.addOperator('finance')
    await disable(id)
    await change(owner, id, { isActive: true })
    return id
  },
  'created by a third': async () => await create(await fixture.addOperator('owner')),
  'reset at the command line': async () => {
    const { id, email } = await fixture.addOperator('finance')
    await resetOperator(fixture.parts, { email, who: 'cli:anna' })
    await fixture.database.query('update operators set is_active = true where id = $1', [id])
    return id
  },
  'changed by an owner who was reset at the command line': async () => {
    const puppet = await fixture.addOperator('owner')
    const { id } = await fixture.addOperator('finance')
    await change(puppet, id, { reset: true })
    await resetOperator(fixture.parts, { email: puppet.email, who: 'cli:anna' })
    return id
  },
  'created by the same third': async (owner: TestOperator) => {
    const third = await fixture.addOperator('owner')
    await change(third, owner.id, { reset: true })
    return await create(third)
  },
} as const

const table = [
  ['nothing', 0, undefined],
  ['created', 0, 'people_tied'],
  ['created', 6, 'people_tied'],
  ['created', 8, undefined],
  ['reset', 6, 'people_tied'],
  ['reset', 8, undefined],
  ['promoted', 6, 'people_tied'],
  ['promoted', 8, undefined],
  ['activated', 6, 'people_tied'],
  ['activated', 8, undefined],
  ['created by a third', 0, undefined],
  ['created by the same third', 6, 'people_tied'],
  ['created by the same third', 8, undefined],
  ['reset at the command line', 6, 'people_tied'],
  ['reset at the command line', 8, undefined],
  ['changed by an owner who was reset at the command line', 6, 'people_tied'],
  ['changed by an owner who was reset at the command line', 8, undefined],
] as const

describe('two operators count as two people', () => {
  for (const [act, days, problem] of table)
    it(`${problem === undefined ? 'if' : 'not if'} one was ${act} ${days} days ago, in both directions`, async () => {
      const owner = await fixture.addOperator('owner')
      const other = await acts[act](owner)
      fixture.advance(days * dayMs)
      const { secondPersonProblem, tiedTo } = fixture.operators
      assert.equal(await secondPersonProblem({ proposer: owner.id, approver: other }), problem)
      assert.equal(await secondPersonProblem({ proposer: other, approver: owner.id }), problem)
      const [tiedToOwner, tiedToOther] = [await tiedTo(owner.id), await tiedTo(other)]
      assert.deepEqual(
        [tiedToOwner.includes(other), tiedToOther.includes(owner.id)],
        [problem !== undefined, problem !== undefined],
        'for sums as well',
      )
      assert.ok(tiedToOwner.includes(owner.id) && tiedToOther.includes(other))
    })

  it('and those tied to one are exactly those who are no second person', async () => {
    const { list, tiedTo, secondPersonProblem } = fixture.operators
    const [owner, apart] = [await fixture.addOperator('owner'), await fixture.addOperator('finance')]
    const made = await create(owner)
    assert.deepEqual(await tiedTo(apart.id), [apart.id])
    assert.deepEqual(
      [await tiedTo(owner.id), await tiedTo(made)],
      [
        [owner.id, made],
        [owner.id, made],
      ],
    )
    await acts['changed by an owner who was reset at the command line']()
    const active = (await list()).filter(({ isActive }) => isActive).map(({ id }) => id)
    for (const id of active) {
      const others: number[] = []
      for (const other of active)
        if ((await secondPersonProblem({ proposer: id, approver: other })) !== undefined) others.push(other)
      const tied = (await tiedTo(id)).filter((other) => active.includes(other))
      assert.deepEqual(
        tied,
        others.sort((a, b) => a - b),
      )
    }
  })

  it('not if they are the same, unknown or inactive', async () => {
    const [one, other] = [await fixture.addOperator('owner'), await fixture.addOperator('finance')]
    const { secondPersonProblem } = fixture.operators
    assert.equal(await secondPersonProblem({ proposer: one.id, approver: one.id }), 'same_person')
    assert.equal(await secondPersonProblem({ proposer: one.id, approver: 999_999 }), 'person_inactive')
    await disable(other.id)
    assert.equal(await secondPersonProblem({ proposer: one.id, approver: other.id }), 'person_inactive')
    assert.equal(await secondPersonProblem({ proposer: other.id, approver: one.id }), 'person_inactive')
  })

  it('even if one disabled or failed to change the other', async () => {
    const [owner, other] = [await fixture.addOperator('owner'), await fixture.addOperator('finance')]
    await change(owner, other.id, { isActive: false })
    const by = await fixture.signInAs(owner)
    const wrong = await fixture.operators.change({
      ...{ id: other.id, role: 'viewer', by, totp: '000000', address: '' },
    })
    assert.equal(wrong.kind, 'refused')
    await fixture.database.query('update operators set is_active = true where id = $1', [other.id])
    const people = { proposer: owner.id, approver: other.id }
    assert.equal(await fixture.operators.secondPersonProblem(people), undefined)
  })
})

describe('ties of operators', () => {
  it('name everything that one change did, and cannot be edited', async () => {
    const [owner, other] = [await fixture.addOperator('owner'), await fixture.addOperator('viewer')]
    await disable(other.id)
    await change(owner, other.id, { role: 'finance', isActive: true, reset: true })
    const { rows } = await fixture.database.query(
      'select by_operator_id, kind from operator_ties where operator_id = $1 order by kind',
      [other.id],
    )
    const by_operator_id = String(owner.id)
    assert.deepEqual(
      rows,
      ['activated', 'reset', 'role_changed'].map((kind) => ({ by_operator_id, kind })),
    )
    for (const statement of [
      'delete from operator_ties',
      `update operator_ties set at = now() - interval '9 days'`,
    ])
      await assert.rejects(fixture.database.query(statement), /append-only|never|past/i)
  })

  it('of earlier versions are taken from the operators and the audit log', async () => {
    const migration = await readFile(
      new URL('../../db/migrations/0030-two-person-rule.sql', import.meta.url),
      'utf8',
    )
    const backfill = [...migration.matchAll(/^insert into operator_ties[^;]*;/gm)].map(([text]) => text)
    assert.equal(backfill.length, 2)
    const [owner, other] = [await fixture.addOperator('owner'), await fixture.addOperator('viewer')]
    const made = await create(owner)
    await change(owner, other.id, { role: 'finance', reset: true })
    const read = async () => {
      const { rows } = await fixture.database.query<{ kind: string; operator_id: string }>(
        'select distinct operator_id, kind from operator_ties where by_operator_id = $1 order by kind',
        [owner.id],
      )
      return rows.map(({ operator_id, kind }) => [Number(operator_id), kind])
    }
    const written = await read()
    await fixture.database.query('alter table operator_ties disable trigger append_only')
    await fixture.database.query('delete from operator_ties')
    await fixture.database.query('alter table operator_ties enable trigger append_only')
    for (const statement of backfill) await fixture.database.query(statement)
    assert.deepEqual(await read(), written)
    assert.deepEqual(written, [
      [made, 'created'],
      [other.id, 'reset'],
      [other.id, 'role_changed'],
    ])
  })
})
