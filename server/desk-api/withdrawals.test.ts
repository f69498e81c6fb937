// Withdrawals at the console: every step is taken once, by the right people.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
  type FundsUser,
} from '#test/funds/desk-funds-fixture.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'

let fixture: DeskFundsFixture
let user: FundsUser
let methodId: number
before(async () => {
  fixture = await createDeskFundsFixture({ withdraw_needs_identity: '0' })
  user = await fixture.user()
  methodId = await fixture.bindAddress(user, tronAddress)
  await fixture.fund(user, 9000)
  const early = await fixture.draw(user, methodId, '100')
  assert.equal(early.data.reason, 'method_not_usable')
  await fixture.wait(24)
})
after(async () => await fixture.stop())

const read = async (id: number, by: DeskPerson = fixture.ann) =>
  (await fixture.desk(by, `funds/withdrawal?id=${id}`)).data

async function ownRecord(id: number) {
  const url = '/api/account/draw_list?type=1'
  const { data } = await fixture.app.call({ url, token: user.token })
  return data.data.find((record: { id: number }) => record.id === id)
}

const cancel = (id: number, { token }: FundsUser = user) =>
  fixture.app.call({ url: '/api/account/draw_cancel', token, form: { id: String(id) } })

/** Takes the steps in turn; each must succeed. */
async function take(id: number, ...steps: readonly (readonly [DeskPerson, string, object?])[]) {
  for (const [by, to, more] of steps) {
    const { code, data, msg } = await fixture.step(by, id, to, more)
    assert.deepEqual([code, data.state], [1, to], msg)
  }
}

const inDollars = async () => (await fixture.balance(user)).map(Number)

test('a withdrawal is reviewed, paid and sent with its transaction', async () => {
  const { ann, ben } = fixture
  const [had] = await inDollars()
  const id = await fixture.drawn(user, methodId, '100')
  const listed = (await fixture.desk(ann, 'funds/withdrawals')).data.data.at(-1)
  assert.deepEqual(
    [listed.id, listed.user.uid, listed.amount, listed.fee, listed.payout, listed.state],
    [id, user.uid, '100.000000', '1.000000', '198.000000', 'locked'],
  )
  const details = await read(id)
  assert.deepEqual(details.pay_to, [{ label: 'address', text: tronAddress }])
  assert.deepEqual(
    [details.rate, details.needs_second, details.last_day, details.account.locked, details.account.deposited],
    ['2.000000000', 0, '100.000000', '100.000000', '9000.000000'],
  )
  assert.equal(details.recent_deposits[0].credit, '9000.000000')
  assert.equal(listed.risks, details.risk_marks.length)
  assert.deepEqual((await fixture.audited(`withdrawal:${id}`)).at(-1), {
    action: 'withdrawal_viewed',
    who: ann.email,
    details: {},
  })
  for (const to of ['approved', 'paying', 'sent'])
    assert.equal(
      (await fixture.step(ann, id, to, to === 'sent' ? { transaction: 'ab' } : {})).data.reason,
      'already_decided',
      to,
    )
  await take(id, [ann, 'reviewing'])
  assert.equal((await ownRecord(id)).status, 1)
  assert.equal((await cancel(id)).data.reason, 'already_decided')
  await take(id, [ben, 'paying'])
  const seen = [await read(id, ann), await read(id, ben)]
  assert.deepEqual(
    seen.map(({ is_own_payment, reviewer, payer }) => [is_own_payment, reviewer, payer]),
    [
      [0, ann.email, ben.email],
      [1, ann.email, ben.email],
    ],
  )
  assert.equal((await fixture.step(ann, id, 'sent', { transaction: 'ab12' })).data.reason, 'not_payer')
  for (const transaction of ['', ' ', 'a\nb', 'x'.repeat(201)])
    assert.equal((await fixture.step(ben, id, 'sent', { transaction })).data.reason, 'invalid_input')
  await take(id, [ben, 'sent', { transaction: ' ab12 ' }])
  const record = await ownRecord(id)
  assert.deepEqual([record.status, record.transaction], [2, 'ab12'])
  assert.deepEqual(await inDollars(), [Number(had) - 100, 0])
  const again = await fixture.step(ben, id, 'sent', { transaction: 'ab12' })
  assert.equal(again.data.state, 'sent')
  assert.equal((await fixture.step(ben, id, 'sent', { transaction: 'cd34' })).data.reason, 'already_decided')
  assert.equal((await fixture.step(ann, id, 'returned', { note: 'No' })).data.reason, 'already_decided')
  const sent = (await fixture.desk(ann, 'funds/withdrawals?state=sent')).data
  assert.deepEqual([sent.total, sent.data[0].id], [1, id])
})

describe('a refused withdrawal', () => {
  for (const [name, ...before] of [
    ['at once'],
    ['in review', 'reviewing'],
    ['after it was approved', 'reviewing', 'approved'],
  ] as const)
    test(`gives the money back, ${name}, and tells why`, async () => {
      const { ann, ben } = fixture
      const had = await inDollars()
      const id = await fixture.drawn(user, methodId, '50')
      await take(id, ...before.map((to) => [to === 'approved' ? ben : ann, to] as const))
      assert.equal((await fixture.step(ben, id, 'returned')).data.reason, 'remark_required')
      await take(id, [ben, 'returned', { note: 'The name differs' }])
      const record = await ownRecord(id)
      assert.deepEqual([record.status, record.notes], [3, 'The name differs'])
      assert.deepEqual(await inDollars(), had)
    })

  test('that is being paid needs two people', async () => {
    const { ann, ben } = fixture
    const had = await inDollars()
    const id = await fixture.drawn(user, methodId, '50')
    await take(id, [ann, 'reviewing'], [ann, 'paying'])
    const proposed = await fixture.step(ann, id, 'returned', { note: 'Bounced' })
    assert.equal(proposed.data.state, 'proposed')
    assert.notDeepEqual(await inDollars(), had)
    const { proposal, state } = await read(id)
    assert.deepEqual(
      [state, proposal.action, proposal.proposed_by],
      ['paying', 'withdrawal_return', ann.email],
    )
    const sent = await fixture.step(ann, id, 'sent', { transaction: 'ab12' })
    assert.equal(sent.data.reason, 'proposal_open')
    assert.equal((await fixture.approve(ann, proposal.id)).data.reason, 'same_person')
    const approved = await fixture.approve(ben, proposal.id)
    assert.deepEqual([approved.code, approved.data.state], [1, 'done'], approved.msg)
    assert.deepEqual(await inDollars(), had)
    assert.equal((await ownRecord(id)).notes, 'Bounced')
  })
})

describe('a withdrawal from withdraw_second_operator_from on', () => {
  let dora: DeskPerson
  let emil: DeskPerson
  before(async () => {
    await fixture.set('withdraw_second_operator_from', '300')
    // The owner has created both today.
    dora = await fixture.person('finance', 'dora@desk.example')
    emil = await fixture.person('finance', 'emil@desk.example')
  })
  after(async () => await fixture.set('withdraw_second_operator_from', '10000'))

  test('is approved by a second operator who is no recent relation of the first', async () => {
    const { ann, ben, owner } = fixture
    const id = await fixture.drawn(user, methodId, '300')
    assert.equal((await read(id)).needs_second, 1)
    await take(id, [dora, 'reviewing'])
    assert.equal((await ownRecord(id)).missing, 'second_operator')
    assert.equal((await fixture.step(ben, id, 'paying')).data.reason, 'needs_approval')
    assert.equal((await fixture.step(dora, id, 'approved')).data.reason, 'same_person')
    assert.equal((await fixture.step(owner, id, 'approved')).data.reason, 'people_tied')
    assert.equal((await fixture.step(emil, id, 'approved')).data.reason, 'people_tied')
    await take(id, [ben, 'approved'])
    assert.equal((await read(id)).approver, ben.email)
    await take(id, [ann, 'paying'], [ann, 'sent', { transaction: 'ab12' }])
    const small = await fixture.drawn(user, methodId, '20')
    const { needs_second, last_day } = await read(small)
    assert.equal(needs_second, 1, 'what was sent within a day counts')
    assert.ok(Number(last_day) >= 320, last_day)
    await take(small, [ann, 'returned', { note: 'Later' }])
  })

  test('may be approved by the creator of the first after seven days', async () => {
    const { owner } = fixture
    await fixture.wait(7 * 24)
    const id = await fixture.drawn(user, methodId, '300')
    await take(id, [dora, 'reviewing'], [owner, 'approved'], [owner, 'returned', { note: 'Test' }])
  })
})

describe('two desks at once', () => {
  const steps = ['reviewing', 'approved', 'paying'] as const
  for (const [at, to] of steps.entries())
    test(`${to}: one succeeds, the other is told`, async () => {
      const { ann, ben } = fixture
      const carl = await fixture.person('finance', `carl${at}@desk.example`)
      const id = await fixture.drawn(user, methodId, '30')
      await take(id, ...steps.slice(0, at).map((step) => [step === 'approved' ? carl : ann, step] as const))
      const pair = to === 'approved' ? [ben, carl] : [ann, ben]
      const answers = await Promise.all(pair.map((by) => fixture.step(by, id, to)))
      assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 1], JSON.stringify(answers))
      assert.deepEqual(answers.find(({ code }) => code === 0)?.data, { reason: 'already_decided' })
      const winner = pair[answers.findIndex(({ code }) => code === 1)]
      assert.ok(winner)
      assert.equal((await fixture.step(winner, id, to)).data.state, to, 'a repeat by the same operator')
      const entries = (await fixture.audited(`withdrawal:${id}`)).map(({ action }) => action)
      const countOf = (action: string) => entries.filter((entry) => entry === action).length
      // The slower one is refused before it is audited, or its entry is followed by that of the failure.
      assert.equal(countOf(`withdrawal_${to}`) - countOf('withdrawal_failed'), 1)
    })

  test('returned with the same note: one succeeds, the other is told, the money comes back once', async () => {
    const { ann, ben } = fixture
    const had = await inDollars()
    const id = await fixture.drawn(user, methodId, '30')
    const note = 'The name differs'
    const answers = await Promise.all([ann, ben].map((by) => fixture.step(by, id, 'returned', { note })))
    assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 1], JSON.stringify(answers))
    assert.deepEqual(answers.find(({ code }) => code === 0)?.data, { reason: 'already_decided' })
    assert.deepEqual(await inDollars(), had)
    const winner = answers[0]?.code === 1 ? ann : ben
    assert.equal((await fixture.step(winner, id, 'returned', { note })).data.state, 'returned')
  })

  test('paid, returned and cancelled: one step is taken', async () => {
    const { ann, ben } = fixture
    const [, locked = 0] = await inDollars()
    const id = await fixture.drawn(user, methodId, '30')
    await take(id, [ann, 'reviewing'])
    const answers = await Promise.all([
      fixture.step(ann, id, 'paying'),
      fixture.step(ben, id, 'returned', { note: 'No' }),
      cancel(id),
    ])
    const { state } = await read(id)
    assert.ok(['paying', 'returned'].includes(state), state)
    assert.equal(answers[2]?.data.reason, 'already_decided')
    assert.equal((await inDollars())[1], state === 'paying' ? locked + 30 : locked)
  })
})

test('only the owner cancels a withdrawal, and only while it is requested', async () => {
  const other = await fixture.user()
  const id = await fixture.drawn(user, methodId, '40')
  assert.equal((await cancel(id, other)).code, 0)
  assert.equal((await read(id)).state, 'locked')
  const answers = await Promise.all([cancel(id), fixture.step(fixture.ann, id, 'reviewing')])
  const { state } = await read(id)
  assert.equal(answers[0].code === 1, state === 'cancelled')
  assert.equal(answers[1].code === 1, state === 'reviewing')
  assert.notEqual(answers[0].code, answers[1].code)
})

describe('risk marks', () => {
  test('name the first withdrawal, a recent deposit, a shared address and a new password', async () => {
    const other = await fixture.user()
    await fixture.set('payout_method_wait_hours', '0')
    const shared = await fixture.bindAddress(other, tronAddress)
    await fixture.set('payout_method_wait_hours', '24')
    await fixture.fund(other, 100)
    const id = await fixture.drawn(other, shared, '20')
    const kinds = async () =>
      (await read(id)).risk_marks.map(({ kind, figure }: { kind: string; figure: string }) =>
        `${kind} ${figure}`.replace(/ 20\d\d-.*/, ' time'),
      )
    const expected = [
      'first_withdrawal ',
      'new_method time',
      'shared_destination 1',
      'recent_deposit 100.000000',
      'no_trades ',
    ]
    assert.deepEqual(await kinds(), expected)
    const again = 'correct horse 8'
    const form = { account: other.email, new_password: again, secondary_password: again, type: '1' }
    const auth_code = await fixture.codeFor(other, 2)
    const reset = await fixture.app.call({ url: '/api/user/forget_password', form: { ...form, auth_code } })
    assert.equal(reset.code, 1, JSON.stringify(reset))
    assert.ok((await kinds()).includes('recent_password_change time'))
    const queue = (await fixture.desk(fixture.ann, 'funds/withdrawals')).data.data
    assert.equal(queue.at(-1).risks, 6)
  })
})

test('a withdrawal that does not exist is not found', async () => {
  assert.equal((await fixture.desk(fixture.ann, 'funds/withdrawal?id=999999')).data.reason, 'not_found')
  assert.equal((await fixture.step(fixture.ann, 999_999, 'reviewing')).data.reason, 'not_found')
})
