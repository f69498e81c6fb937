// Deposits at the console: reported by users, decided once by operators.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import { messages } from '#i18n/server/en.ts'
import type { Engine, SubmitResult } from '#server/engine/engine.ts'
import {
  createFundsReview,
  readCurrencies,
  saveCurrency,
  savePayAddress,
  saveWireOption,
} from '#server/funds/funds.ts'
import { inTransaction } from '#server/storage/storage.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
  type FundsUser,
} from '#test/funds/desk-funds-fixture.ts'
import { otherTronAddress, tronAddress, wireFields } from '#test/funds/funds-fixture.ts'

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

type Submit = Engine['submit']

/** The same review in another process: with an engine that a test replaces, and a clock that is ahead. */
function reviewWith({
  submit,
  aheadMs = 0,
  limit = 1e12,
}: {
  submit?: Submit
  aheadMs?: number
  limit?: number
} = {}) {
  const { app, pool } = fixture
  const { approvals, uploads } = app.modules
  const now = () => app.nowMs() + aheadMs
  return createFundsReview({
    pool,
    uploads,
    engine: { submit: submit ?? app.trading.engine.submit },
    clock: { now, elapsed: now },
    proposals: approvals,
    limits: { depositSecondFrom: () => micros(limit), withdrawalSecondFrom: () => micros(1e12) },
    operators: app.modules.operators,
    isTwoPersonRuleWaived: async () => false,
    secondPersonRefusal: async () => undefined,
    isIdentityMissing: async () => false,
  })
}

/** Decides as Ann, in a process of its own. */
async function decideWith(
  review: ReturnType<typeof reviewWith>,
  decision: { id: number; result: 'credited' | 'rejected' | 'invalid'; remark?: string },
) {
  const { email } = fixture.ann
  const { rows } = await fixture.app.database.query<{ id: string }>(
    'select id from operators where email = $1',
    [email],
  )
  const operator = { operatorId: Number(rows[0]?.id), email, role: 'finance' }
  const whole = { remark: '', address: '', ...decision, operator } as unknown
  return await review.decideDeposit(whole as Parameters<typeof review.decideDeposit>[0])
}

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

test('a deposit to an address that was replaced or switched off since says so', async () => {
  const { tether, euro, wireId, pool, app } = fixture
  const user = await fixture.user()
  const id = await fixture.report(user, '5')
  assert.equal((await read(id)).paid_to_off, null)
  const replaced = { id: fixture.chargeId, currencyId: tether.id, address: otherTronAddress, isOn: true }
  const saved = await inTransaction(pool, (client) => savePayAddress(client, replaced))
  assert.ok(saved.kind === 'changed')
  const later = await fixture.report(user, '5')
  for (const one of [id, later]) assert.equal((await read(one)).paid_to_off.is_replaced, 1)
  // The address is in use again, in a row of its own.
  const again = { id: saved.after.id, currencyId: tether.id, address: tronAddress, isOn: true }
  await inTransaction(pool, (client) => savePayAddress(client, again))
  assert.equal((await read(later)).paid_to_off, null)

  const off = { ...wireFields, id: wireId, currencyId: euro.id, isOn: false }
  await inTransaction(pool, (client) => saveWireOption(client, off))
  const proofImg = await fixture.upload(user.token)
  const query = new URLSearchParams({ number: '30', proofImg, wire_id: String(wireId) })
  const { data } = await app.call({ url: `/api/quickCharge/wire_submit?${query}`, token: user.token })
  const { paid_to_off } = await read(data.id)
  assert.equal(paid_to_off.is_replaced, 0)
  await inTransaction(pool, (client) => saveWireOption(client, { ...off, isOn: true }))
  assert.equal((await read(data.id)).paid_to_off, null)
  for (const one of [id, later, data.id]) await fixture.decide(fixture.ann, one, 'invalid')
})

test('a deposit of a currency that is switched off says so, and needs a second operator', async () => {
  const { ann, ben, pool, tether } = fixture
  const switchTo = async (isDepositOn: boolean) => {
    const now = (await readCurrencies(pool)).find(({ id }) => id === tether.id)
    assert.ok(now)
    const saved = await inTransaction(pool, (client) => saveCurrency(client, { ...now, isDepositOn }))
    assert.equal(saved.kind, 'changed')
  }
  const user = await fixture.user()
  await switchTo(false)
  const id = await fixture.report(user, '20')
  const { needs_second, paid_to_off } = await read(id)
  assert.deepEqual([needs_second, paid_to_off?.is_replaced], [1, 0])
  assert.equal((await fixture.decide(ann, id, 'credited')).data.state, 'proposed')
  const { proposal } = await read(id)
  assert.equal((await fixture.approve(ben, proposal.id)).code, 1)
  assert.deepEqual(await fixture.balance(user), ['10.000000', '0.000000'])
  const meanwhile = await fixture.report(user, '20')
  await switchTo(true)
  assert.equal((await read(meanwhile)).needs_second, 1, 'its rate was not kept up to date')
  assert.equal((await fixture.decide(ann, meanwhile, 'credited')).data.state, 'proposed')
  const later = await fixture.report(user, '20')
  assert.deepEqual([(await read(later)).needs_second, (await read(later)).paid_to_off], [0, null])
  await fixture.decide(ann, later, 'invalid')
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

  test('counts the credits of operators who are tied as those of one', async (t) => {
    const { ben, owner, desk, separate } = fixture
    // The owner creates both today.
    const dora = await fixture.person('finance', 'dora@desk.example')
    const emil = await fixture.person('finance', 'emil@desk.example')
    t.after(separate)
    const users = [await fixture.user(), await fixture.user()] as const
    const [first, second] = [await fixture.report(users[0], '12000'), await fixture.report(users[1], '12000')]
    assert.equal((await fixture.decide(dora, first, 'credited')).data.state, 'credited')
    const needsSecond = async (by: DeskPerson) =>
      (await desk(by, `funds/deposit?id=${second}`)).data.needs_second
    for (const by of [dora, emil, owner]) assert.equal(await needsSecond(by), 1, by.email)
    assert.equal(await needsSecond(ben), 0)
    assert.equal((await fixture.decide(emil, second, 'credited')).data.state, 'proposed')
    assert.deepEqual(await fixture.balance(users[1]), ['0.000000', '0.000000'])
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
    await set('deposit_second_operator_from', '1000000')
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

  const answers: readonly (readonly [SubmitResult, string])[] = [
    [{ kind: 'fault' }, 'engine_failed'],
    [{ kind: 'unknown' }, 'outcome_unknown'],
    [{ kind: 'busy' }, 'busy'],
    [{ kind: 'frozen' }, 'account_frozen'],
  ]
  for (const [answer, reason] of answers)
    test(`because it answers ${answer.kind} stays undecided, and is finished later`, async () => {
      const user = await fixture.user()
      const id = await fixture.report(user, '8')
      let asked = 0
      const submit = async () => {
        asked += 1
        return answer
      }
      const decided = await decideWith(reviewWith({ submit }), { id, result: 'credited' })
      assert.deepEqual(decided, { kind: 'refused', reason })
      assert.equal(asked, answer.kind === 'unknown' ? 3 : 1)
      assert.equal((await read(id)).state, 'waiting')
      assert.equal((await fixture.decide(fixture.ann, id, 'credited')).data.state, 'credited')
      assert.deepEqual(await fixture.balance(user), ['4.000000', '0.000000'])
    })

  test('because its answer was lost is credited once by a repeat', async () => {
    const user = await fixture.user()
    const id = await fixture.report(user, '8')
    let asked = 0
    const submit: Submit = async (...args) => {
      asked += 1
      const submitted = await fixture.app.trading.engine.submit(...args)
      return asked === 1 ? { kind: 'unknown' } : submitted
    }
    const decided = await decideWith(reviewWith({ submit }), { id, result: 'credited' })
    assert.deepEqual(decided, { kind: 'decided', state: 'credited' })
    assert.deepEqual(await fixture.balance(user), ['4.000000', '0.000000'])
  })
})

describe('a decision of one operator without an answer', () => {
  const unanswered: Submit = async () => ({ kind: 'unknown' })
  const dueMs = 30_000

  async function lost(number: string, decision: Omit<Parameters<typeof decideWith>[1], 'id'>) {
    const user = await fixture.user()
    const id = await fixture.report(user, number)
    const decided = await decideWith(reviewWith({ submit: unanswered }), { id, ...decision })
    assert.deepEqual(decided, { kind: 'refused', reason: 'outcome_unknown' })
    return { user, id }
  }
  const decisionsOf = async (id: number) =>
    (await fixture.audited(`deposit:${id}`))
      .filter(({ action }) => action !== 'deposit_viewed')
      .map(({ action, who }) => [action, who])

  for (const [result, remark, balance] of [
    ['credited', undefined, '4.000000'],
    ['rejected', 'Not found', '0.000000'],
    ['invalid', undefined, '0.000000'],
  ] as const)
    test(`that it is ${result} is carried out after 30 seconds, once, by whatever process runs`, async () => {
      const { ann } = fixture
      const { user, id } = await lost('8', { result, ...(remark === undefined ? {} : { remark }) })
      const { state, under_way } = await read(id)
      assert.deepEqual([state, under_way.result, under_way.by], ['waiting', result, ann.email])
      await reviewWith({ aheadMs: dueMs - 1 }).sweep()
      assert.equal((await read(id)).state, 'waiting')
      const restarted = reviewWith({ aheadMs: dueMs })
      await Promise.all([restarted.sweep(), reviewWith({ aheadMs: dueMs }).sweep()])
      await restarted.sweep()
      const after = await read(id)
      assert.deepEqual(
        [after.state, after.decided_by, after.remark, after.under_way],
        [result, ann.email, remark ?? '', null],
      )
      assert.deepEqual(await fixture.balance(user), [balance, '0.000000'])
      assert.deepEqual(await decisionsOf(id), [[`deposit_${result}`, ann.email]])
    })

  test('because the process ended after the audit entry is carried out by the next one', async () => {
    const user = await fixture.user()
    const id = await fixture.report(user, '8')
    const killed: Submit = async () => {
      throw new Error('the process ended')
    }
    await assert.rejects(decideWith(reviewWith({ submit: killed }), { id, result: 'credited' }), /ended/)
    await reviewWith({ aheadMs: dueMs }).sweep()
    assert.equal((await read(id)).state, 'credited')
    assert.deepEqual(await fixture.balance(user), ['4.000000', '0.000000'])
  })

  test('but carried out by the engine is not carried out again', async () => {
    const user = await fixture.user()
    const id = await fixture.report(user, '8')
    const submit: Submit = async (...args) => {
      await fixture.app.trading.engine.submit(...args)
      throw new Error('the process ended')
    }
    await assert.rejects(decideWith(reviewWith({ submit }), { id, result: 'credited' }), /ended/)
    assert.deepEqual([(await read(id)).state, (await read(id)).under_way], ['credited', null])
    await reviewWith({ aheadMs: dueMs }).sweep()
    assert.deepEqual(await fixture.balance(user), ['4.000000', '0.000000'])
    assert.deepEqual(await decisionsOf(id), [['deposit_credited', fixture.ann.email]])
  })

  test('stands: others are told, and its operator may repeat it', async () => {
    const { ann, ben } = fixture
    const { user, id } = await lost('8', { result: 'credited' })
    for (const [by, result] of [
      [ben, 'credited'],
      [ben, 'rejected'],
      [ann, 'invalid'],
    ] as const)
      assert.equal((await fixture.decide(by, id, result, 'No')).data.reason, 'already_decided')
    const next = await fixture.report(user, '8')
    const decided = await fixture.decide(ben, await fixture.report(user, '9'), 'credited')
    assert.notEqual(decided.data.next, id, 'nothing is left to do for an operator')
    assert.ok(decided.data.next <= next)
    assert.equal((await fixture.decide(ann, id, 'credited')).data.state, 'credited')
    assert.deepEqual(await decisionsOf(id), [['deposit_credited', ann.email]])
  })

  for (const kind of ['unknown', 'busy', 'frozen'] as const)
    test(`is asked again later if the engine answers ${kind}`, async () => {
      const { id } = await lost('8', { result: 'credited' })
      await reviewWith({ submit: async () => ({ kind }), aheadMs: dueMs }).sweep()
      assert.deepEqual([(await read(id)).state, (await read(id)).under_way.result], ['waiting', 'credited'])
      await reviewWith({ aheadMs: dueMs }).sweep()
      assert.equal((await read(id)).state, 'credited')
    })

  test('does not hold up the decisions after it', async () => {
    const stuck = await lost('8', { result: 'credited' })
    const other = await lost('8', { result: 'credited' })
    const { engine } = fixture.app.trading
    const submit: Submit = async (owner, ...rest) =>
      owner.userId === stuck.user.id ? { kind: 'unknown' } : await engine.submit(owner, ...rest)
    const review = reviewWith({ submit, aheadMs: dueMs })
    await review.sweep()
    await review.sweep()
    assert.equal((await read(other.id)).state, 'credited')
    await reviewWith({ aheadMs: dueMs }).sweep()
    assert.equal((await read(stuck.id)).state, 'credited')
  })

  test('is taken back when the engine refuses it, and shows why', async () => {
    const { ann, ben } = fixture
    const { id } = await lost('8', { result: 'credited' })
    const submit: Submit = async () => ({ kind: 'refused', reason: 'notional_limit' })
    await reviewWith({ submit, aheadMs: dueMs }).sweep()
    const { state, under_way, failure } = await read(id)
    assert.deepEqual([state, under_way, failure.reason], ['waiting', null, 'notional_limit'])
    assert.equal((await fixture.decide(ben, id, 'rejected', 'Too much')).data.state, 'rejected')
    assert.deepEqual(await decisionsOf(id), [
      ['deposit_credited', ann.email],
      ['deposit_failed', ann.email],
      ['deposit_rejected', ben.email],
    ])
  })

  test('is taken back when the engine fails at it, and not asked again', async () => {
    const { ann, ben } = fixture
    const { id } = await lost('8', { result: 'credited' })
    let asked = 0
    const submit: Submit = async () => {
      asked += 1
      return { kind: 'fault' }
    }
    const review = reviewWith({ submit, aheadMs: dueMs })
    await review.sweep()
    await review.sweep()
    assert.equal(asked, 1)
    const { state, under_way, failure } = await read(id)
    assert.deepEqual([state, under_way, failure.reason], ['waiting', null, 'engine_failed'])
    assert.equal((await fixture.decide(ben, id, 'rejected', 'No')).data.state, 'rejected')
    assert.deepEqual(await decisionsOf(id), [
      ['deposit_credited', ann.email],
      ['deposit_failed', ann.email],
      ['deposit_rejected', ben.email],
    ])
  })

  test('counts towards the limit of a second operator', async () => {
    const { user, id } = await lost('12000', { result: 'credited' })
    const second = await fixture.report(user, '12000')
    const limit = 10_000_000_000
    const decided = await decideWith(reviewWith({ limit }), { id: second, result: 'credited' })
    assert.equal(decided.kind, 'proposed', JSON.stringify(decided))
    await reviewWith({ aheadMs: dueMs }).sweep()
    assert.equal((await read(id)).state, 'credited')
  })
})

test('a picture that another deposit has is shown with its id', async () => {
  const [user, other] = [await fixture.user(), await fixture.user()]
  const first = await fixture.report(user, '5', await fixture.upload(user.token, 7))
  const second = await fixture.report(other, '5', await fixture.upload(other.token, 7))
  assert.deepEqual((await read(second)).same_voucher, [first])
})

test('decided deposits leave the list of undecided ones, and the queue stays the same', async () => {
  const user = await fixture.user()
  const waiting = await fixture.report(user, '5')
  const queue = (await fixture.desk(fixture.ann, 'funds/deposits')).data
  await reviewWith().sweep()
  assert.deepEqual((await fixture.desk(fixture.ann, 'funds/deposits')).data, queue)
  const { rows } = await fixture.app.database.query<{ id: string }>(
    'select deposit_id as id from undecided_deposits',
  )
  assert.equal(rows.length, queue.total)
  assert.ok(rows.some(({ id }) => Number(id) === waiting))
})
