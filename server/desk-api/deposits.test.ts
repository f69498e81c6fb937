// Deposits at the console: reported by users, decided once by operators.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import { messages } from '#i18n/server/en.ts'
import type { SubmitResult } from '#server/engine/engine.ts'
import { createFundsReview } from '#server/funds/funds.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type FundsUser,
} from '#test/funds/desk-funds-fixture.ts'
import { wireFields } from '#test/funds/funds-fixture.ts'

let fixture: DeskFundsFixture
before(async () => {
  fixture = await createDeskFundsFixture()
})
after(async () => await fixture.stop())

async function ownList({ token }: FundsUser, type = 0) {
  const { data } = await fixture.app.call({ url: `/api/quickCharge/quick_ist?type=${type}`, token })
  return data.data
}

const read = async (id: number) => (await fixture.desk(fixture.ann, `funds/deposit?id=${id}`)).data

test('a deposit is rejected, reported again and finished, and credited once at its own rate', async () => {
  const { ann, ben, app, tether } = fixture
  const user = await fixture.user()
  const id = await fixture.report(user, '25.5')
  const listed = await fixture.desk(ann, 'funds/deposits')
  assert.deepEqual([listed.data.total, listed.data.waiting, listed.data.data[0].id], [1, 1, id])
  const details = await read(id)
  assert.deepEqual(
    [details.user.uid, details.amount, details.rate, details.credit, details.state, details.needs_second],
    [user.uid, '25.500000', '0.500000000', '12.750000', 'waiting', 0],
  )
  assert.deepEqual(
    (await fixture.audited(`deposit:${id}`)).map(({ action, who }) => [action, who]),
    [['deposit_viewed', ann.email]],
  )

  assert.equal((await fixture.decide(ann, id, 'rejected', ' ')).data.reason, 'remark_required')
  const rejected = await fixture.decide(ann, id, 'rejected', ' No such payment ')
  assert.deepEqual(rejected.data, { state: 'rejected', next: null, waiting: 0 })
  const [told] = await ownList(user)
  assert.deepEqual([told.id, told.status, told.remark], [id, 2, 'No such payment'])
  assert.deepEqual(await fixture.balance(user), ['0.000000', '0.000000'])

  const second = await fixture.report(user, '25.5')
  // A later rate does not change what was reported.
  await app.database.query('update currencies set deposit_rate = 900000000 where id = $1', [tether.id])
  const finished = await fixture.decide(ben, second, 'credited')
  await app.database.query('update currencies set deposit_rate = 500000000 where id = $1', [tether.id])
  assert.deepEqual(finished.data, { state: 'credited', next: null, waiting: 0 })
  assert.deepEqual(await fixture.balance(user), ['12.750000', '0.000000'])
  assert.deepEqual((await ownList(user))[0].status, 1)
  const after = await read(second)
  assert.deepEqual(
    [after.state, after.decided_by, after.earlier],
    ['credited', ben.email, { credited: 0, rejected: 1, total: '0.000000' }],
  )
  const { rows } = await app.database.query<object>(
    'select operator_id, memo from transfers where reference = $1',
    [`deposit:${second}`],
  )
  assert.equal(rows.length, 1)
})

test('a wire shows the bank account it was paid to, and can be marked as invalid', async () => {
  const user = await fixture.user()
  const proofImg = await fixture.upload(user.token)
  const query = new URLSearchParams({ number: '30', proofImg, wire_id: String(fixture.wireId) })
  const url = `/api/quickCharge/wire_submit?${query}`
  const { data } = await fixture.app.call({ url, token: user.token })
  const details = await read(data.id)
  assert.deepEqual([details.kind, details.currency, details.credit], ['bank', 'EUR', '60.000000'])
  const shown = new Map(
    details.paid_to.map((field: { label: string; text: string }) => [field.label, field.text]),
  )
  assert.deepEqual(
    [shown.get('bank_name'), shown.get('payee_account'), shown.get('bank_swift')],
    [wireFields.bankName, wireFields.payeeAccount, wireFields.bankSwift],
  )
  assert.equal((await fixture.decide(fixture.ann, data.id, 'invalid')).data.state, 'invalid')
  assert.equal((await ownList(user, 1))[0].status, 3)
  assert.deepEqual(await fixture.balance(user), ['0.000000', '0.000000'])
})

describe('a deposit decided from two desks', () => {
  for (const [name, first, second] of [
    ['finished twice', ['credited'], ['credited']],
    ['rejected twice with the same remark', ['rejected', 'Not found'], ['rejected', 'Not found']],
    ['finished and rejected', ['credited'], ['rejected', 'Not found']],
    ['marked as invalid twice', ['invalid'], ['invalid']],
  ] as const)
    test(`at once, ${name}, is decided by one; the other is told`, async () => {
      const { ann, ben } = fixture
      const user = await fixture.user()
      const id = await fixture.report(user, '20')
      const answers = await Promise.all([
        fixture.decide(ann, id, first[0], first[1]),
        fixture.decide(ben, id, second[0], second[1]),
      ])
      assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 1], JSON.stringify(answers))
      assert.deepEqual(answers.find(({ code }) => code === 0)?.data, { reason: 'already_decided' })
      const { state, decided_by } = await read(id)
      const winner = answers[0].code === 1 ? ann : ben
      assert.equal(decided_by, winner.email)
      assert.deepEqual(await fixture.balance(user), [
        state === 'credited' ? '10.000000' : '0.000000',
        '0.000000',
      ])
    })

  test('is answered alike when the same operator asks again, and only then', async () => {
    const { ann, ben } = fixture
    const user = await fixture.user()
    const [id, other] = [await fixture.report(user, '20'), await fixture.report(user, '30')]
    const first = await fixture.decide(ann, id, 'credited')
    assert.deepEqual(await fixture.decide(ann, id, 'credited'), first)
    assert.deepEqual((await fixture.decide(ben, id, 'credited')).data, { reason: 'already_decided' })
    assert.deepEqual((await fixture.decide(ann, id, 'invalid')).data, { reason: 'already_decided' })
    await fixture.decide(ann, other, 'rejected', 'Unclear')
    assert.equal((await fixture.decide(ann, other, 'rejected', 'Unclear')).data.state, 'rejected')
    const differs = await fixture.decide(ann, other, 'rejected', 'Too late')
    assert.deepEqual(differs.data, { reason: 'already_decided' })
    assert.deepEqual(await fixture.balance(user), ['10.000000', '0.000000'])
    const entries = await fixture.audited(`deposit:${id}`)
    assert.deepEqual(
      entries.map(({ action, who }) => [action, who]),
      [['deposit_credited', ann.email]],
      'attempts that decide nothing are not audited as decisions',
    )
  })
})

describe('a deposit from deposit_second_operator_from on', () => {
  test('is proposed, and credited when another operator approves', async () => {
    const { ann, ben } = fixture
    const user = await fixture.user()
    const id = await fixture.report(user, '20000')
    assert.equal((await read(id)).needs_second, 1)
    const proposed = await fixture.decide(ann, id, 'credited')
    assert.deepEqual([proposed.data.state, proposed.msg], ['proposed', messages['done.proposed']])
    assert.deepEqual(await fixture.balance(user), ['0.000000', '0.000000'])
    const { proposal, state } = await read(id)
    assert.deepEqual([state, proposal.action, proposal.proposed_by], ['waiting', 'deposit_credit', ann.email])
    for (const result of ['credited', 'rejected', 'invalid'])
      assert.equal((await fixture.decide(ben, id, result, 'No')).data.reason, 'proposal_open')
    assert.equal((await fixture.approve(ann, proposal.id)).data.reason, 'same_person')
    assert.deepEqual(await fixture.balance(user), ['0.000000', '0.000000'])
    const answers = await Promise.all([fixture.approve(ben, proposal.id), fixture.approve(ben, proposal.id)])
    assert.equal(answers.filter(({ code }) => code === 1).length, 1, JSON.stringify(answers))
    assert.deepEqual(await fixture.balance(user), ['10000.000000', '0.000000'])
    const { rows } = await fixture.app.database.query<object>(
      `select a.email as by, b.email as second from transfers join operators a on a.id = operator_id
         join operators b on b.id = second_operator_id where reference = $1`,
      [`deposit:${id}`],
    )
    assert.deepEqual(rows, [{ by: ann.email, second: ben.email }])
    assert.equal((await fixture.decide(ann, id, 'credited')).data.reason, 'already_decided')
  })

  test('can be rejected after the proposal was, without a second operator', async () => {
    const { ann, ben, desk } = fixture
    const user = await fixture.user()
    const id = await fixture.report(user, '40000')
    await fixture.decide(ann, id, 'credited')
    const { proposal } = await read(id)
    await desk(ben, 'proposals/reject', { id: proposal.id, remark: 'Not our account' })
    assert.equal((await fixture.decide(ben, id, 'rejected', 'Not our account')).data.state, 'rejected')
    assert.deepEqual(await fixture.balance(user), ['0.000000', '0.000000'])
  })
})

describe('a credit that the engine does not post', () => {
  test('beyond the balance limit stays undecided, and shows why', async (t) => {
    const { ann, ben, set } = fixture
    await set('deposit_second_operator_from', '1000000000')
    t.after(() => set('deposit_second_operator_from', '10000'))
    const user = await fixture.user()
    const owner = { userId: user.id, isDemo: false }
    const most = { kind: 'adjust', reference: 'adjustment:900', amount: micros(999_999_999_000_000) } as const
    const act = { direction: 'up', operatorId: 1, approverId: 2, memo: 'Moved' } as const
    assert.equal((await fixture.app.trading.engine.submit(owner, { ...most, ...act })).kind, 'done')
    const id = await fixture.report(user, '4')
    assert.equal((await fixture.decide(ann, id, 'credited')).data.reason, 'notional_limit')
    const { state, failure } = await read(id)
    assert.deepEqual([state, failure.reason], ['waiting', 'notional_limit'])
    assert.notEqual(failure.message, 'notional_limit')
    assert.equal((await fixture.desk(ben, 'funds/deposits')).data.data.at(-1).id, id)
    assert.equal((await ownList(user))[0].status, 0)
    assert.equal((await fixture.decide(ben, id, 'rejected', 'The balance is full')).data.state, 'rejected')
    assert.equal((await read(id)).failure, null)
    assert.deepEqual(
      (await fixture.audited(`deposit:${id}`))
        .filter(({ action }) => action !== 'deposit_viewed')
        .map(({ action, details }) => [action, 'reason' in details ? details.reason : '']),
      [
        ['deposit_credited', ''],
        ['deposit_failed', 'notional_limit'],
        ['deposit_rejected', ''],
      ],
    )
  })

  /** The same review, with an engine that a test replaces. */
  function reviewWith(submit: () => Promise<SubmitResult>) {
    const { app, pool } = fixture
    const { approvals, uploads } = app.modules
    return createFundsReview({
      pool,
      uploads,
      engine: { submit },
      clock: { now: app.nowMs, elapsed: app.nowMs },
      proposals: approvals,
      limits: { depositSecondFrom: () => micros(1e12), withdrawalSecondFrom: () => micros(1e12) },
      isTwoPersonRuleWaived: async () => false,
      secondPersonRefusal: async () => undefined,
    })
  }

  const answers: readonly (readonly [SubmitResult, string])[] = [
    [{ kind: 'unknown' }, 'outcome_unknown'],
    [{ kind: 'busy' }, 'busy'],
    [{ kind: 'frozen' }, 'account_frozen'],
  ]
  for (const [answer, reason] of answers)
    test(`because it answers ${answer.kind} stays undecided, and is finished later`, async () => {
      const user = await fixture.user()
      const id = await fixture.report(user, '8')
      const operator = { operatorId: 2, email: 'ann@desk.example', role: 'finance' } as const
      let asked = 0
      const review = reviewWith(async () => {
        asked += 1
        return answer
      })
      const decision = { id, result: 'credited', remark: '', operator, address: '' } as unknown
      const decided = await review.decideDeposit(decision as Parameters<typeof review.decideDeposit>[0])
      assert.deepEqual(decided, { kind: 'refused', reason })
      assert.equal(asked, answer.kind === 'unknown' ? 3 : 1)
      assert.equal((await read(id)).state, 'waiting')
      assert.equal((await fixture.decide(fixture.ann, id, 'credited')).data.state, 'credited')
      assert.deepEqual(await fixture.balance(user), ['4.000000', '0.000000'])
    })

  test('because its answer was lost is credited once by a repeat', async () => {
    const user = await fixture.user()
    const id = await fixture.report(user, '8')
    const { app } = fixture
    const { rows } = await app.database.query<{ id: string }>('select id from operators where email = $1', [
      fixture.ann.email,
    ])
    const operatorId = Number(rows[0]?.id)
    let asked = 0
    const review = reviewWith(async (...args: unknown[]) => {
      asked += 1
      const submitted = await app.trading.engine.submit(
        ...(args as Parameters<typeof app.trading.engine.submit>),
      )
      return asked === 1 ? { kind: 'unknown' } : submitted
    })
    const operator = { operatorId, email: fixture.ann.email, role: 'finance' }
    const decision = { id, result: 'credited', remark: '', operator, address: '' } as unknown
    const decided = await review.decideDeposit(decision as Parameters<typeof review.decideDeposit>[0])
    assert.deepEqual(decided, { kind: 'decided', state: 'credited' })
    assert.deepEqual(await fixture.balance(user), ['4.000000', '0.000000'])
  })
})

test('a picture that another deposit has is shown with its id', async () => {
  const [user, other] = [await fixture.user(), await fixture.user()]
  const first = await fixture.report(user, '5', await fixture.upload(user.token, 7))
  const second = await fixture.report(other, '5', await fixture.upload(other.token, 7))
  assert.deepEqual((await read(second)).same_voucher, [first])
})

test('decided deposits leave the list of undecided ones, and the queue stays the same', async () => {
  const { app, pool, ann } = fixture
  const user = await fixture.user()
  const waiting = await fixture.report(user, '5')
  const queue = (await fixture.desk(ann, 'funds/deposits')).data
  const review = createFundsReview({
    pool,
    uploads: app.modules.uploads,
    engine: app.trading.engine,
    clock: { now: app.nowMs, elapsed: app.nowMs },
    proposals: app.modules.approvals,
    limits: { depositSecondFrom: () => micros(1e12), withdrawalSecondFrom: () => micros(1e12) },
    isTwoPersonRuleWaived: async () => false,
    secondPersonRefusal: async () => undefined,
  })
  assert.ok((await review.sweep()) > 0)
  assert.equal(await review.sweep(), 0)
  assert.deepEqual((await fixture.desk(ann, 'funds/deposits')).data, queue)
  const { rows } = await app.database.query<{ id: string }>('select deposit_id as id from undecided_deposits')
  assert.equal(rows.length, queue.total)
  assert.ok(rows.some(({ id }) => Number(id) === waiting))
})
