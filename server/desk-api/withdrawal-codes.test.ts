// Approving a withdrawal, and paying one from the limit on, need a second-factor code.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { operatorRoles } from '#core/user/operator-role.ts'
import { freshTotp } from '#test/calls/app-users.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
  type FundsUser,
  quickWithdrawals,
} from '#test/funds/desk-funds-fixture.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'

let fixture: DeskFundsFixture
let ann: DeskPerson
let ben: DeskPerson
before(async () => {
  fixture = await createDeskFundsFixture({ ...quickWithdrawals, deposit_second_operator_from: '1000000' })
  ann = fixture.ann
  ben = fixture.ben
})
after(async () => await fixture.stop())

const codeOf = ({ totpSecret }: DeskPerson) => freshTotp(fixture.app, totpSecret)

/** Exactly these fields, without a code of the fixture. */
const send = (by: DeskPerson, id: number, to: string, more: object = {}) =>
  fixture.desk(by, 'funds/withdrawal_step', { id, to, ...more })

/** Sessions end after a while without use. */
beforeEach(async () => await fixture.wait(0))

const stateOf = async (id: number): Promise<string> =>
  (await fixture.desk(ann, `funds/withdrawal?id=${id}`)).data.state

/** Steps in the audit log, without views. */
const stepsOf = async (id: number): Promise<readonly string[]> =>
  (await fixture.audited(`withdrawal:${id}`))
    .map(({ action }) => action)
    .filter((action) => action !== 'withdrawal_viewed')

let drawer: { readonly user: FundsUser; readonly methodId: number; left: number } | undefined

/** Users have at most ten open withdrawals. */
async function drawn(number: string): Promise<number> {
  if (drawer === undefined || drawer.left === 0) {
    const user = await fixture.user()
    await fixture.fund(user, 3000)
    drawer = { user, methodId: await fixture.bindAddress(user, tronAddress), left: 10 }
  }
  drawer.left -= 1
  const { user, methodId } = drawer
  const form = { draw_currency_id: String(fixture.tether.id), number, draw_method_id: String(methodId) }
  const answer = await fixture.app.call({ url: '/api/account/draw', token: user.token, form })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.id
}

/** A withdrawal that Ann took into review. */
async function reviewed(reviewer = ann): Promise<number> {
  const id = await drawn('300')
  assert.equal((await send(reviewer, id, 'reviewing')).code, 1)
  return id
}

/** One that Ben reviewed and Ann approved, so that Ben may pay it. */
async function approved(): Promise<number> {
  const id = await reviewed(ben)
  const answer = await send(ann, id, 'approved', { totp: codeOf(ann) })
  assert.equal(answer.code, 1, answer.msg)
  return id
}

const cases = [
  { to: 'approved', from: reviewed, before: ['withdrawal_reviewing'], state: 'reviewing' },
  {
    to: 'paying',
    from: approved,
    before: ['withdrawal_reviewing', 'withdrawal_approved'],
    state: 'approved',
  },
] as const

for (const { to, from, before: steps, state } of cases)
  describe(`a step to ${to} from the limit on`, () => {
    test('without a code is refused, and nothing happens', async () => {
      const id = await from()
      assert.deepEqual((await send(ben, id, to)).data, { reason: 'invalid_input', field: 'totp' })
      assert.equal(await stateOf(id), state)
      assert.deepEqual(await stepsOf(id), steps)
    })

    test('with a wrong code is refused and the attempt audited, and nothing else happens', async () => {
      const id = await from()
      for (const totp of ['', '000000', codeOf(ann)])
        assert.equal((await send(ben, id, to, { totp })).data.reason, 'wrong_code')
      assert.equal(await stateOf(id), state)
      assert.deepEqual(await stepsOf(id), steps)
      const right = await send(ben, id, to, { totp: codeOf(ben) })
      assert.equal(right.data.state, to, right.msg)
      assert.deepEqual(await stepsOf(id), [...steps, `withdrawal_${to}`])
    })

    test('uses its code up: another step with it is refused', async () => {
      const [first, second] = [await from(), await from()]
      const totp = codeOf(ben)
      assert.equal((await send(ben, first, to, { totp })).code, 1)
      assert.equal((await send(ben, second, to, { totp })).data.reason, 'wrong_code')
      assert.equal(await stateOf(second), state)
      assert.equal((await send(ben, first, to)).data.state, to, 'a repeat of what was done needs no code')
    })

    test('with one code for two withdrawals at once takes one', async () => {
      const ids = [await from(), await from()]
      const totp = codeOf(ben)
      const answers = await Promise.all(ids.map((id) => send(ben, id, to, { totp })))
      assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 1], JSON.stringify(answers))
      assert.deepEqual((await Promise.all(ids.map(stateOf))).sort(), [state, to].sort())
    })

    test('is refused to other roles, whatever the code', async () => {
      const id = await from()
      for (const role of operatorRoles) {
        if (role === 'owner' || role === 'finance') continue
        const person = await fixture.person(role, `${role}.${to}@desk.example`)
        const answer = await send(person, id, to, { totp: codeOf(person) })
        assert.equal(answer.data.reason, 'role_forbidden', role)
      }
      assert.equal(await stateOf(id), state)
      assert.deepEqual(await stepsOf(id), steps)
    })

    test('waits after five wrong codes in a row', async () => {
      // Ends the count of earlier wrong codes.
      const [first, id] = [await from(), await from()]
      assert.equal((await send(ben, first, to, { totp: codeOf(ben) })).data.state, to)
      const totp = codeOf(ben)
      const wrong = async () => await send(ben, id, to, { totp: '000000' })
      for (let tried = 0; tried < 5; tried += 1) assert.equal((await wrong()).data.reason, 'wrong_code')
      assert.equal((await send(ben, id, to, { totp })).code, 429)
      assert.equal(await stateOf(id), state)
      fixture.app.advance(60_000)
      assert.equal((await send(ben, id, to, { totp: codeOf(ben) })).data.state, to)
    })
  })

test('a refused approval leaves the code unused', async () => {
  const [own, other] = [await reviewed(), await reviewed(ben)]
  const totp = codeOf(ann)
  assert.equal((await send(ann, own, 'approved', { totp })).data.reason, 'same_person')
  assert.equal((await send(ann, other, 'paying', { totp })).data.reason, 'needs_approval')
  assert.deepEqual(await stepsOf(own), ['withdrawal_reviewing'])
  assert.equal((await send(ann, other, 'approved', { totp })).data.state, 'approved')
})

test('a reviewer who was disabled is no first person', async () => {
  const cleo = await fixture.person('finance', 'cleo@desk.example')
  await fixture.separate()
  const id = await reviewed(cleo)
  const activate = (isActive: boolean) =>
    fixture.app.database.query('update operators set is_active = $2 where email = $1', [cleo.email, isActive])
  await activate(false)
  const answer = await send(ben, id, 'approved', { totp: codeOf(ben) })
  await activate(true)
  assert.equal(answer.data.reason, 'person_inactive')
  assert.deepEqual(await stepsOf(id), ['withdrawal_reviewing'])
})

test('approvals at two desks at once are one approval, with the codes of both', async () => {
  const dora = await fixture.person('finance', 'dora@desk.example')
  await fixture.separate()
  const id = await reviewed()
  const codes = [codeOf(ben), codeOf(dora)]
  const answers = await Promise.all(
    [ben, dora].map((by, at) => send(by, id, 'approved', { totp: codes[at] })),
  )
  assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 1], JSON.stringify(answers))
  assert.equal(answers.find(({ code }) => code === 0)?.data.reason, 'already_decided')
  const winner = answers[0]?.code === 1 ? ben : dora
  assert.equal((await fixture.desk(ann, `funds/withdrawal?id=${id}`)).data.approver, winner.email)
})

test('below the limit a payment needs no code, and uses up none that is sent', async () => {
  const other = await fixture.user()
  await fixture.fund(other, 200)
  const form = { bank_name: 'Bank', payee_name: 'Ann', payee_account: '12345678' }
  const method = await fixture.bind(other, { type: '2', draw_id: String(fixture.euro.id), ...form })
  const draw = async () => (await fixture.draw(other, method, '50', fixture.euro.id)).data.id
  const [first, second] = [await draw(), await draw()]
  for (const id of [first, second]) assert.equal((await send(ann, id, 'reviewing')).code, 1)
  const id = await reviewed(ben)
  const totp = codeOf(ann)
  assert.equal((await send(ann, first, 'paying', { totp })).data.state, 'paying')
  assert.equal((await send(ann, second, 'paying')).data.state, 'paying')
  assert.equal((await send(ann, id, 'approved', { totp })).data.state, 'approved')
})
