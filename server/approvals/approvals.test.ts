import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { refused } from '#contract/outcome.ts'
import {
  createApprovals,
  createTwoPersonRule,
  type Proposal,
  type ProposalHandler,
  type RunResult,
} from '#server/approvals/approvals.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { eventually } from '#test/eventually.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  type TestOperator,
} from '#test/operators/operators-fixture.ts'

const address = '192.0.2.9'
let fixture: OperatorsFixture
before(async () => {
  fixture = await createOperatorsFixture()
  await fixture.database.query('create table lamps (id bigint primary key, colour text not null)')
  await fixture.database.query('grant select, insert, update on lamps to openlot_app')
  await fixture.database.query(`insert into lamps values (1, 'red')`)
})
after(async () => await fixture.database.drop())
beforeEach(() => fixture.nextDay())

const describePayload: ProposalHandler['describe'] = ({ from, to }) => [
  { label: 'colour', old: String(from), new: String(to) },
]

/** The module with a change of the database and an action outside it. */
function setUp({
  isLoopback = false,
  isAlone = false,
  rule = 'on' as 'on' | 'off',
  onLog = (_: string) => {},
} = {}) {
  const { pool } = fixture.database
  const { operators, clock } = fixture
  const settings = { get: () => rule as never }
  const timers = createFakeTimers()
  const log = createLog('error', { write: onLog })
  const counted = isAlone ? { ...operators, count: async () => 1 } : operators
  const twoPeople = createTwoPersonRule({ settings, operators: counted, isLoopback })
  const approvals = createApprovals({ pool, clock, timers, log, operators, rule: twoPeople })
  const answers: (RunResult | Error)[] = []
  const runs: (readonly [number, string])[] = []
  approvals.register({
    kind: 'paint',
    roles: ['finance'],
    describe: describePayload,
    check: async (_, { to }) => (to === 'grey' ? refused('invalid_input', { field: 'to' }) : undefined),
    async applyInTransaction(client, { payload: { to } }) {
      await client.query('update lamps set colour = $1', [to])
      return to === 'pink' ? refused('invalid_input', { field: 'pink' }) : undefined
    },
  })
  approvals.register({
    kind: 'switch',
    roles: ['finance'],
    describe: describePayload,
    check: async () => undefined,
    async run({ id }, { email }) {
      runs.push([id, email])
      const answer = answers.shift() ?? { kind: 'done' }
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  approvals.register({
    kind: 'hurry',
    roles: ['finance'],
    describe: describePayload,
    waitMs: () => 86_400_000,
    check: async () => undefined,
    applyInTransaction: async () => undefined,
  })
  return { approvals, timers, answers, runs }
}

type Approvals = ReturnType<typeof setUp>['approvals']

function advanceTo(ms: number): void {
  fixture.advance(ms - fixture.clock.now())
}

/** One sweep, to its end. */
async function sweep(approvals: Approvals): Promise<void> {
  approvals.start()
  await approvals.stop()
}
let made = 0

async function propose(
  approvals: Approvals,
  by: TestOperator,
  kind = 'paint',
  payload: object = { to: 'blue' },
) {
  made += 1
  const session = await fixture.signInAs(by)
  const request = { kind, subject: `lamp:${made}`, payload: { ...payload }, by: session, address }
  const proposed = await approvals.propose(request)
  assert.ok(proposed.kind === 'proposed')
  return proposed.id
}

async function approve(approvals: Approvals, by: TestOperator, id: number) {
  const session = await fixture.signInAs(by)
  return await approvals.approve({ id, by: session, totp: fixture.totpOf(by), address })
}

const colour = async () =>
  (await fixture.database.query<{ colour: string }>('select colour from lamps')).rows[0]?.colour

async function entries(id: number) {
  const { rows } = await fixture.database.query<{ action: string; who: string; details: object }>(
    'select action, who, details from audit_entries where subject = $1 order by id',
    [`proposal:${id}`],
  )
  return rows
}

const people = async () =>
  [await fixture.addOperator('finance'), await fixture.addOperator('finance')] as const

describe('a proposal', () => {
  it('is applied by the approval of a second person, and both are audited', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna, 'paint', { from: 'red', to: 'green' })
    const waiting = await approvals.read(id)
    assert.deepEqual(
      [waiting?.state, waiting?.proposedBy.email, waiting?.payload],
      ['open', anna.email, { from: 'red', to: 'green' }],
    )
    assert.deepEqual(await approve(approvals, ben, id), { kind: 'approved', result: { kind: 'done' } })
    assert.equal(await colour(), 'green')
    const decided = await approvals.read(id)
    assert.deepEqual(
      [decided?.state, decided?.decidedBy?.email, decided?.isWaived],
      ['done', ben.email, false],
    )
    const about = { kind: 'paint', subject: waiting?.subject }
    assert.deepEqual(await entries(id), [
      {
        action: 'proposal_made',
        who: anna.email,
        details: { ...about, payload: { from: 'red', to: 'green' } },
      },
      { action: 'proposal_approved', who: ben.email, details: about },
    ])
  })

  it('is refused while another one for the same subject is not finished', async () => {
    const { approvals, answers } = setUp()
    const [anna, ben] = await people()
    const by = await fixture.signInAs(anna)
    const request = { kind: 'switch', subject: 'lamp:same', payload: {}, by, address }
    const first = await approvals.propose(request)
    assert.ok(first.kind === 'proposed')
    const open = { kind: 'refused', reason: 'proposal_open' }
    assert.deepEqual(await approvals.propose(request), open)
    assert.equal((await approvals.open('switch', 'lamp:same'))?.id, first.id)
    assert.equal((await approvals.propose({ ...request, kind: 'paint' })).kind, 'proposed')
    answers.push({ kind: 'unknown' })
    assert.equal((await approve(approvals, ben, first.id)).kind, 'approved')
    assert.deepEqual(await approvals.propose(request), open)
    approvals.start()
    await eventually(async () => (await approvals.propose(request)).kind === 'proposed')
    await approvals.stop()
  })

  it('is refused with a payload that is too large for the audit log', async () => {
    const { approvals } = setUp()
    const by = await fixture.signInAs((await people())[0])
    const request = { kind: 'switch', subject: `lamp:${'x'.repeat(95)}`, by, address }
    const tooLarge = { kind: 'refused', reason: 'invalid_input', field: 'payload' }
    for (const payload of [{ a: 'x'.repeat(7700) }, { a: Array(2000).fill(1) }, { a: '\u0001'.repeat(8000) }])
      assert.deepEqual(await approvals.propose({ ...request, payload }), tooLarge)
    const payload = { a: '\u0001'.repeat(7600) }
    assert.equal((await approvals.propose({ ...request, payload })).kind, 'proposed')
  })

  it('is checked when it is proposed and again when it is approved', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const by = await fixture.signInAs(anna)
    const grey = { kind: 'paint', subject: 'lamp:grey', payload: { to: 'grey' }, by, address }
    assert.deepEqual(await approvals.propose(grey), refused('invalid_input', { field: 'to' }))
    const before = await colour()
    const id = await propose(approvals, anna, 'paint', { to: 'pink' })
    assert.deepEqual(await approve(approvals, ben, id), {
      kind: 'approved',
      result: { kind: 'failed', reason: 'invalid_input' },
    })
    assert.equal(await colour(), before, 'the refused change is rolled back')
  })

  it('that can no longer be carried out fails with the reason, and blocks no other one', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna, 'paint', { to: 'pink' })
    await approve(approvals, ben, id)
    const failed = await approvals.read(id)
    assert.ok(failed !== undefined)
    assert.deepEqual(
      [failed.state, failed.result, failed.decidedBy?.email],
      ['failed', { reason: 'invalid_input' }, ben.email],
    )
    const [, entry] = await entries(id)
    assert.deepEqual([entry?.action, entry?.who], ['proposal_failed', ben.email])
    const { kind, subject } = failed
    const again = { kind, subject, payload: { to: 'blue' }, by: await fixture.signInAs(anna), address }
    assert.equal((await approvals.propose(again)).kind, 'proposed')
    assert.deepEqual(await approve(approvals, ben, id), refused('already_decided'))
  })

  it('is decided once when two desks approve at the same time', async () => {
    const { approvals, runs } = setUp()
    for (const kind of ['paint', 'switch']) {
      const [anna, ben] = await people()
      const cleo = await fixture.addOperator('finance')
      const id = await propose(approvals, anna, kind)
      const desks = []
      for (const operator of [ben, cleo]) desks.push({ operator, by: await fixture.signInAs(operator) })
      const results = await Promise.all(
        desks.map(({ operator, by }) =>
          approvals.approve({ id, by, totp: fixture.totpOf(operator), address }),
        ),
      )
      const kinds = results.map((result) => (result.kind === 'refused' ? result.reason : result.kind)).sort()
      assert.deepEqual(kinds, ['already_decided', 'approved'])
      assert.equal((await entries(id)).filter(({ action }) => action === 'proposal_approved').length, 1)
    }
    assert.equal(runs.length, 1)
  })

  it('is decided once when several desks reject it at the same time', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna)
    const by = await fixture.signInAs(ben)
    const desks = Array.from({ length: 5 }, () => approvals.reject({ id, by, remark: 'No', address }))
    const results = await Promise.all(desks)
    assert.equal(results.filter(({ kind }) => kind === 'decided').length, 1)
    const others = results.filter(({ kind }) => kind === 'refused')
    assert.deepEqual(others, Array(4).fill(refused('already_decided')))
  })

  it('is rejected with a remark, or withdrawn by its proposer, once', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const [id, other] = [await propose(approvals, anna), await propose(approvals, anna)]
    const [byAnna, byBen] = [await fixture.signInAs(anna), await fixture.signInAs(ben)]
    assert.deepEqual(
      await approvals.reject({ id, by: byBen, remark: ' ', address }),
      refused('remark_required'),
    )
    const rejected = await approvals.reject({ id, by: byBen, remark: ' Wrong lamp ', address })
    assert.deepEqual(rejected, { kind: 'decided', state: 'rejected' })
    assert.deepEqual(await approvals.withdraw({ id, by: byAnna, address }), refused('already_decided'))
    assert.deepEqual(await approve(approvals, ben, id), refused('already_decided'))
    assert.deepEqual(await approvals.withdraw({ id: other, by: byBen, address }), refused('role_forbidden'))
    const withdrawn = await approvals.withdraw({ id: other, by: byAnna, address })
    assert.deepEqual(withdrawn, { kind: 'decided', state: 'withdrawn' })
    assert.equal((await approvals.read(id))?.remark, 'Wrong lamp')
    assert.deepEqual(
      (await entries(id)).map(({ action }) => action),
      ['proposal_made', 'proposal_rejected'],
    )
    assert.deepEqual(await approvals.withdraw({ id: 999_999, by: byAnna, address }), refused('not_found'))
    assert.deepEqual(await approve(approvals, ben, 999_999), refused('not_found'))
  })

  it('needs an unused code and the role of now', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna)
    const by = await fixture.signInAs(ben)
    const wrong = await approvals.approve({ id, by, totp: '000000', address })
    assert.deepEqual(wrong, refused('wrong_code'))
    await fixture.database.query(`update operators set role = 'support' where id = $1`, [ben.id])
    const input = { id, by, totp: fixture.totpOf(ben), address }
    assert.deepEqual(await approvals.approve(input), refused('role_forbidden'))
    const support = await fixture.signInAs(ben)
    assert.deepEqual(
      await approvals.reject({ id, by: support, remark: 'No', address }),
      refused('role_forbidden'),
    )
    const request = { kind: 'paint', subject: 'lamp:role', payload: {}, by: support, address }
    assert.deepEqual(await approvals.propose(request), refused('role_forbidden'))
    assert.equal((await approvals.read(id))?.state, 'open')
  })

  it('is listed open oldest first and decided newest first', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const [first, second] = [await propose(approvals, anna), await propose(approvals, anna)]
    const open = await approvals.list({ state: 'open', page: 1 })
    const ids = (listed: { proposals: readonly Proposal[] }) => listed.proposals.map(({ id }) => id)
    assert.deepEqual(ids(open).slice(-2), [first, second])
    assert.equal(open.open, await approvals.openCount())
    await approve(approvals, ben, first)
    await approve(approvals, ben, second)
    assert.deepEqual(ids(await approvals.list({ state: 'decided', page: 1 })).slice(0, 2), [second, first])
    assert.equal(await approvals.openCount(), open.open - 2)
  })
})

describe('a proposal that waits for too long', () => {
  const dayMs = 86_400_000
  const waits = [
    ['paint', 7 * dayMs],
    ['switch', 7 * dayMs],
    ['hurry', dayMs],
  ] as const
  for (const [kind, waitMs] of waits)
    it(`lapses at the moment ${waitMs / dayMs} day(s) after it was made: ${kind}`, async () => {
      const { approvals } = setUp()
      const [anna, ben] = await people()
      const by = await fixture.signInAs(ben)
      const decide = (id: number) => approvals.approve({ id, by, totp: fixture.totpOf(ben), address })
      const [early, late] = [await propose(approvals, anna, kind), await propose(approvals, anna, kind)]
      const madeAt = async (id: number) => (await approvals.read(id))?.proposedAt.getTime() ?? 0
      advanceTo((await madeAt(early)) + waitMs - 1)
      assert.equal((await decide(early)).kind, 'approved')
      advanceTo((await madeAt(late)) + waitMs)
      assert.deepEqual(await decide(late), refused('proposal_lapsed'))
      await sweep(approvals)
      assert.deepEqual(await decide(late), refused('proposal_lapsed'))
    })

  it('is ended by the sweep, and listed as lapsed', async () => {
    const { approvals } = setUp()
    const [anna] = await people()
    const id = await propose(approvals, anna)
    const { proposedAt } = (await approvals.read(id)) ?? assert.fail()
    advanceTo(proposedAt.getTime() + 7 * dayMs - 1)
    await sweep(approvals)
    assert.equal((await approvals.read(id))?.state, 'open')
    const open = await approvals.openCount()
    fixture.advance(1)
    await sweep(approvals)
    const lapsed = await approvals.read(id)
    assert.deepEqual([lapsed?.state, lapsed?.decidedBy, lapsed?.decidedAt], ['lapsed', undefined, undefined])
    assert.ok((await approvals.openCount()) < open)
    const decided = await approvals.list({ state: 'decided', page: 1 })
    assert.ok(decided.proposals.some((proposal) => proposal.id === id && proposal.state === 'lapsed'))
    const about = { kind: 'paint', subject: lapsed?.subject }
    assert.deepEqual((await entries(id)).at(-1), { action: 'proposal_lapsed', who: 'system', details: about })
    const by = await fixture.signInAs(anna)
    assert.deepEqual(await approvals.withdraw({ id, by, address }), refused('already_decided'))
  })

  it('blocks no other one for the same subject, even before the sweep', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna)
    const { subject, proposedAt } = (await approvals.read(id)) ?? assert.fail()
    const by = await fixture.signInAs(anna)
    const again = () => approvals.propose({ kind: 'paint', subject, payload: { to: 'blue' }, by, address })
    advanceTo(proposedAt.getTime() + 7 * dayMs - 1)
    assert.deepEqual(await again(), refused('proposal_open'))
    fixture.advance(1)
    const other = await again()
    assert.ok(other.kind === 'proposed')
    assert.equal((await approvals.read(id))?.state, 'lapsed')
    assert.equal((await entries(id)).at(-1)?.action, 'proposal_lapsed')
    assert.equal((await approve(approvals, ben, other.id)).kind, 'approved')
  })

  it('is not approved by the database either', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna)
    const decide = `update proposals set state = 'approved', decided_by = $2, decided_at = lapses_at where id = $1`
    await assert.rejects(fixture.database.query(decide, [id, ben.id]), /approved_in_time/)
    const lapse = `update proposals set state = 'lapsed', finished_at = lapses_at - interval '1 second' where id = $1`
    await assert.rejects(fixture.database.query(lapse, [id]), /lapsed_in_time/)
    const prolong = `update proposals set lapses_at = lapses_at + interval '1 day' where id = $1`
    await assert.rejects(fixture.database.query(prolong, [id]), /decided once/)
  })

  it('is carried out if it was approved in time', async () => {
    const { approvals, answers } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna, 'switch')
    answers.push({ kind: 'unknown' })
    await approve(approvals, ben, id)
    fixture.advance(8 * dayMs)
    await sweep(approvals)
    assert.equal((await approvals.read(id))?.state, 'done')
  })
})

describe('the two-person rule', () => {
  it('is checked when a proposal is approved', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const own = await propose(approvals, anna)
    assert.deepEqual(await approve(approvals, anna, own), refused('same_person'))
    const owner = await fixture.addOperator('owner')
    const tied = await propose(approvals, owner)
    const by = await fixture.signInAs(owner)
    const change = {
      id: ben.id,
      reset: false,
      role: 'owner' as const,
      by,
      totp: fixture.totpOf(owner),
      address,
    }
    assert.equal((await fixture.operators.change(change)).kind, 'changed')
    assert.deepEqual(await approve(approvals, ben, tied), refused('people_tied'))
    await fixture.database.query('update operators set is_active = false where id = $1', [anna.id])
    assert.deepEqual(await approve(approvals, ben, own), refused('person_inactive'))
    fixture.advance(8 * 86_400_000)
    const later = await propose(approvals, owner)
    assert.equal((await approve(approvals, ben, later)).kind, 'approved')
  })

  it('waits for a change of the proposer that is being made, and sees it', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna)
    const changing = await fixture.database.pool.connect()
    try {
      await changing.query('begin')
      await changing.query('select from operators where id = $1 for update', [anna.id])
      await changing.query(
        `insert into operator_ties (operator_id, by_operator_id, kind, at) values ($1, $2, 'reset', $3)`,
        [anna.id, ben.id, new Date(fixture.clock.now())],
      )
      const approving = approve(approvals, ben, id)
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => (await fixture.database.query(waiting)).rowCount === 1)
      await changing.query('commit')
      assert.deepEqual(await approving, refused('people_tied'))
    } finally {
      changing.release(true)
    }
  })

  const waivers = [
    [true, 'on', 'many', false],
    [true, 'on', 'one', true],
    [true, 'on', 'one enabled', false],
    [true, 'off', 'many', true],
    [false, 'on', 'one', false],
    [false, 'off', 'many', false],
    [false, 'off', 'one', false],
  ] as const
  for (const [isLoopback, rule, operators, isWaived] of waivers)
    it(`is ${isWaived ? 'waived' : 'kept'} with ${rule}, ${operators} operator(s), loopback ${isLoopback}`, async () => {
      const { approvals } = setUp({ isLoopback, rule, isAlone: operators === 'one' })
      const anna = await fixture.addOperator('owner')
      const id = await propose(approvals, anna)
      const others = (active: boolean) =>
        fixture.database.query('update operators set is_active = $1 where id <> $2', [active, anna.id])
      if (operators !== 'many') await others(false)
      const result = await approve(approvals, anna, id)
      await others(true)
      assert.equal(result.kind, isWaived ? 'approved' : 'refused')
      assert.equal((await approvals.read(id))?.isWaived, isWaived)
      const waived = (await entries(id)).map(({ details }) => 'two_person_rule' in details)
      assert.deepEqual(waived, isWaived ? [false, true] : [false])
    })

  it('is kept by the database, which also refuses a second decision', async () => {
    const { approvals } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna)
    const decide = `update proposals set state = 'approved', decided_at = proposed_at, decided_by = $2 where id = $1`
    await assert.rejects(fixture.database.query(decide, [id, anna.id]), /proposals_check/)
    await approve(approvals, ben, id)
    await assert.rejects(fixture.database.query(decide, [id, ben.id]), /decided once/)
    const rewrite = `update proposals set payload = '{}' where id = $1`
    await assert.rejects(fixture.database.query(rewrite, [id]), /decided once/)
    await assert.rejects(fixture.database.query('delete from proposals'), /.+/)
  })
})

describe('an approved proposal that acts outside the database', () => {
  it('is run after its approval, and its failure is kept with the reason', async () => {
    const { approvals, answers } = setUp()
    const [anna, ben] = await people()
    const id = await propose(approvals, anna, 'switch')
    const failure = { reason: 'insufficient_balance', figures: { available: '3.00' } } as const
    answers.push({ kind: 'failed', ...failure })
    const result = { kind: 'failed', ...failure }
    assert.deepEqual(await approve(approvals, ben, id), { kind: 'approved', result })
    const failed = await approvals.read(id)
    assert.deepEqual([failed?.state, failed?.result], ['failed', failure])
    const [, , last] = await entries(id)
    assert.deepEqual([last?.action, last?.who], ['proposal_failed', 'system'])
  })

  it('is asked again after an unknown answer or a fault, and finished once', async () => {
    const lines: string[] = []
    const { approvals, answers, runs } = setUp({ onLog: (line) => lines.push(line) })
    const [anna, ben] = await people()
    const id = await propose(approvals, anna, 'switch')
    answers.push({ kind: 'unknown' }, new Error('lost'), { kind: 'unknown' }, { kind: 'done' })
    const result = { kind: 'unknown' }
    assert.deepEqual(await approve(approvals, ben, id), { kind: 'approved', result })
    const mine = () => runs.filter(([run]) => run === id)
    approvals.start()
    await eventually(() => mine().length === 2 && lines.length === 1)
    await approvals.stop()
    assert.equal((await approvals.read(id))?.state, 'approved')
    approvals.start()
    await eventually(() => mine().length === 3)
    await approvals.stop()
    approvals.start()
    await eventually(async () => (await approvals.read(id))?.state === 'done')
    await approvals.stop()
    assert.deepEqual(mine(), Array(4).fill([id, ben.email]))
  })

  it('is run by the next process if this one ended before', async () => {
    const earlier = setUp()
    const [anna, ben] = await people()
    const id = await propose(earlier.approvals, anna, 'switch')
    earlier.answers.push(new Error('the process ends'))
    await approve(earlier.approvals, ben, id)
    const later = setUp()
    later.approvals.start()
    await eventually(async () => (await later.approvals.read(id))?.state === 'done')
    await later.approvals.stop()
    assert.deepEqual(
      later.runs.filter(([run]) => run === id),
      [[id, ben.email]],
    )
  })

  it('does not wait behind those whose result stays unknown', async () => {
    const { approvals, answers, runs, timers } = setUp()
    const [anna, ben] = await people()
    const insert = `insert into proposals (kind, subject, payload, note, proposed_by, proposed_at, lapses_at, state, decided_by, decided_at)
      select 'switch', 'stuck:' || number, '{}', '', $1, now(), now() + interval '1 day', 'approved', $2, now() from generate_series(1, 25) number`
    await fixture.database.query(insert, [anna.id, ben.id])
    answers.push(...Array(20).fill({ kind: 'unknown' }))
    approvals.start()
    await eventually(() => runs.length === 20)
    const leftOver = async () =>
      (await fixture.database.query(`select 1 from proposals where state = 'approved'`)).rowCount
    await eventually(async () => {
      timers.advance(10_000)
      return (await leftOver()) === 0
    })
    await approvals.stop()
  })
})
