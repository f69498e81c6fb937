// Adjustments of a balance: proposed with a second factor, approved by another operator, seen by the user.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshTotp, openDemo } from '#test/calls/app-users.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
  type FundsUser,
} from '#test/funds/desk-funds-fixture.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'

let fixture: DeskFundsFixture
before(async () => {
  fixture = await createDeskFundsFixture()
})
after(async () => await fixture.stop())

const propose = (by: DeskPerson, uid: string, amount: string, memo = 'Paid twice') =>
  fixture.desk(by, 'funds/adjustment_propose', {
    uid,
    amount,
    memo,
    totp: freshTotp(fixture.app, by.totpSecret),
  })

async function proposed(user: FundsUser, amount: string): Promise<number> {
  const answer = await propose(fixture.ann, user.uid, amount)
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.proposal_id
}

test('an adjustment changes the balance when another operator approves, and its user sees the memo', async () => {
  const { ann, ben } = fixture
  const user = await fixture.user()
  const id = await proposed(user, '12.5')
  assert.deepEqual(await fixture.balance(user), ['0.000000', '0.000000'])
  assert.equal((await propose(ben, user.uid, '1')).data.reason, 'proposal_open')
  assert.equal((await fixture.approve(ann, id)).data.reason, 'same_person')
  const waiting = (await fixture.desk(ben, 'proposals')).data.data[0]
  assert.deepEqual(waiting.changes, [
    { label: 'uid', old: '', new: user.uid },
    { label: 'amount', old: '', new: '12.500000' },
    { label: 'memo', old: '', new: 'Paid twice' },
  ])
  const answers = await Promise.all([fixture.approve(ben, id), fixture.approve(ben, id)])
  assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 1])
  assert.deepEqual(await fixture.balance(user), ['12.500000', '0.000000'])
  const down = await proposed(user, '-2.5')
  assert.equal((await fixture.approve(ben, down)).code, 1)
  const url = '/v1/api/main/accountLog/forexChange?page=1&limit=10&type=10'
  const { data } = await fixture.app.call({ url, token: user.token })
  assert.deepEqual(
    data.data.map(({ Value, Type, Memo }: Record<string, unknown>) => [Value, Type, Memo]),
    [
      ['-2.500000', 10, 'Paid twice'],
      ['12.500000', 10, 'Paid twice'],
    ],
  )
  const { rows } = await fixture.app.database.query(
    `select a.email as by, b.email as second, memo from transfers join operators a on a.id = operator_id
       join operators b on b.id = second_operator_id where reference = $1`,
    [`adjustment:${id}`],
  )
  assert.deepEqual(rows, [{ by: ann.email, second: ben.email, memo: 'Paid twice' }])
})

test('an adjustment takes no more than what is available', async () => {
  const { ben, app } = fixture
  await fixture.set('withdraw_needs_identity', '0')
  await fixture.set('payout_method_wait_hours', '0')
  const user = await fixture.user()
  await fixture.fund(user, 100)
  await fixture.drawn(user, await fixture.bindAddress(user, tronAddress), '60')
  const id = await proposed(user, '-40.000001')
  const failed = await fixture.approve(ben, id)
  assert.equal(failed.data.reason, 'insufficient_balance')
  assert.equal(Number(failed.data.figures.available), 40)
  assert.deepEqual(await fixture.balance(user), ['40.000000', '60.000000'])
  assert.equal((await fixture.approve(ben, await proposed(user, '-40'))).code, 1)
  assert.deepEqual(await fixture.balance(user), ['0.000000', '60.000000'])
  assert.equal((await app.modules.approvals.read(id))?.state, 'failed')
})

test('an adjustment is refused for a demo account, an unknown user, a bad amount, memo or code', async () => {
  const { ann, app, desk } = fixture
  const user = await fixture.user()
  const demo = await app.modules.users.authenticate(await openDemo(app))
  const { rows } = await app.database.query<{ uid: string }>('select uid from users where id = $1', [
    demo?.userId,
  ])
  assert.equal((await propose(ann, String(rows[0]?.uid), '5')).data.reason, 'demo_forbidden')
  assert.equal((await propose(ann, '99999999', '5')).data.reason, 'not_found')
  for (const amount of ['0', 'x', '1e3', '0.0000001', '1000000000.000001', '-1000000000.000001'])
    assert.deepEqual(
      (await propose(ann, user.uid, amount)).data,
      { reason: 'invalid_input', field: 'amount' },
      amount,
    )
  assert.equal((await propose(ann, user.uid, '5', ' ')).data.reason, 'remark_required')
  const body = { uid: user.uid, amount: '5', memo: 'Paid twice', totp: '000000' }
  assert.equal((await desk(ann, 'funds/adjustment_propose', body)).code, 0)
  assert.equal(await app.modules.approvals.open('adjustment', `user:${user.id}`), undefined)
})

test('what was typed wrongly uses up no code, and a code works once', async () => {
  const { ann, app, desk } = fixture
  const [user, other] = [await fixture.user(), await fixture.user()]
  const totp = freshTotp(app, ann.totpSecret)
  const send = async (change: object) =>
    await desk(ann, 'funds/adjustment_propose', {
      uid: user.uid,
      amount: '5',
      memo: 'Paid twice',
      totp,
      ...change,
    })
  for (const [change, reason] of [
    [{ uid: '99999999' }, 'not_found'],
    [{ amount: '0' }, 'invalid_input'],
    [{ memo: ' ' }, 'remark_required'],
  ] as const)
    assert.equal((await send(change)).data.reason, reason)
  assert.deepEqual(await fixture.audited(`uid:${user.uid}`), [])
  assert.equal((await send({})).code, 1)
  assert.equal((await send({})).data.reason, 'proposal_open')
  assert.equal((await send({ uid: other.uid })).data.reason, 'wrong_code')
  assert.equal(await app.modules.approvals.open('adjustment', `user:${other.id}`), undefined)
  assert.equal((await fixture.audited(`uid:${user.uid}`)).length, 1)
})

test('an answer is not kept under an idempotency key, because the request carries a code', async () => {
  const { ann, app } = fixture
  const [user, other] = [await fixture.user(), await fixture.user()]
  const url = '/desk/api/funds/adjustment_propose'
  const send = async ({ uid }: FundsUser) => {
    const body = { uid, amount: '5', memo: 'Paid twice', totp: freshTotp(app, ann.totpSecret) }
    const headers = { 'idempotency-key': 'adjustment-key-1' }
    return await app.call({ url, token: ann.token, headers, body })
  }
  assert.equal((await send(user)).code, 1)
  assert.equal((await send(other)).code, 1)
  const { rows } = await app.database.query(`select 1 from repeats where call = 'adjustment_propose'`)
  assert.equal(rows.length, 0)
})
