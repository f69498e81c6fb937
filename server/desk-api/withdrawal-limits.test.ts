// What a payment by one operator is checked against: sums of a day, the user's identity, and what others were paid with.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
  type FundsUser,
  quickWithdrawals,
} from '#test/funds/desk-funds-fixture.ts'

let fixture: DeskFundsFixture
let ann: DeskPerson
let ben: DeskPerson
before(async () => {
  fixture = await createDeskFundsFixture(quickWithdrawals)
  ann = fixture.ann
  ben = fixture.ben
})
after(async () => await fixture.stop())
/** What was paid before no longer counts. */
beforeEach(async () => await fixture.wait(25))

type Customer = FundsUser & { readonly methodId: number }

let accounts = 0
const ownAccount = () => {
  accounts += 1
  return `ACCOUNT ${accounts}`
}

/** With 250 dollars and a bank account, by default one that is used by no other. */
async function customer(payee_account = ownAccount()): Promise<Customer> {
  const user = await fixture.user()
  await fixture.fund(user, 250)
  const form = { type: '2', draw_id: String(fixture.euro.id), bank_name: 'Bank', payee_name: 'Ann' }
  return { ...user, methodId: await fixture.bind(user, { ...form, payee_account }) }
}

async function drawn({ token, methodId }: Customer, number: string): Promise<number> {
  const form = { draw_currency_id: String(fixture.euro.id), number, draw_method_id: String(methodId) }
  const answer = await fixture.app.call({ url: '/api/account/draw', token, form })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.id
}

async function reviewed(who: Customer, number: string, by = ann): Promise<number> {
  const id = await drawn(who, number)
  assert.equal((await fixture.step(by, id, 'reviewing')).code, 1)
  return id
}

const read = async (id: number, by: DeskPerson = ann) =>
  (await fixture.desk(by, `funds/withdrawal?id=${id}`)).data

async function missingOf({ token }: Customer): Promise<readonly unknown[]> {
  const { data } = await fixture.app.call({ url: '/api/account/draw_list?type=2', token })
  return data.data.map(({ missing }: { missing: unknown }) => missing)
}

const sent = (transaction: string) => ({ transaction })

async function pay(by: DeskPerson, id: number, transaction = `payment of ${id}`): Promise<void> {
  assert.equal((await fixture.step(by, id, 'paying')).data.state, 'paying')
  assert.equal((await fixture.step(by, id, 'sent', sent(transaction))).data.state, 'sent')
}

describe('the limit of one operator', () => {
  test('counts withdrawals of several users to one destination', async () => {
    const account = ownAccount()
    const [one, other] = [await customer(account), await customer(account.toLowerCase())]
    const first = await reviewed(one, '150')
    assert.deepEqual([(await read(first)).needs_second, await missingOf(one)], [0, [null]])
    const second = await reviewed(other, '150')
    for (const id of [first, second]) {
      const { needs_second, last_day, last_day_destination } = await read(id)
      assert.deepEqual(
        [needs_second, last_day, last_day_destination],
        [1, '150.000000', '300.000000'],
        'open ones count',
      )
      assert.equal((await fixture.step(ben, id, 'paying')).data.reason, 'needs_approval')
    }
    assert.deepEqual(await missingOf(one), [null], 'users learn nothing of the withdrawals of others')
    assert.equal((await fixture.step(ben, first, 'approved')).code, 1)
    await pay(ann, first)
    assert.equal((await fixture.step(ben, second, 'paying')).data.reason, 'needs_approval', 'sent ones count')
    await fixture.wait(24)
    assert.equal((await read(second)).needs_second, 0, 'a day later the sent one counts no more')
    await pay(ben, second)
  })

  test('counts what the operator paid alone within a day', async () => {
    const customers = [await customer(), await customer(), await customer()] as const
    const [first, second, third] = [
      await reviewed(customers[0], '150'),
      await reviewed(customers[1], '149'),
      await reviewed(customers[2], '150'),
    ]
    await pay(ann, first)
    assert.deepEqual([(await read(second)).needs_second, (await read(third)).needs_second], [0, 1])
    assert.equal((await read(third)).last_day_payer, '300.000000')
    assert.equal((await read(third, ben)).needs_second, 0)
    const refused = await fixture.step(ann, third, 'paying')
    assert.equal(refused.data.reason, 'needs_approval')
    await pay(ben, third)
    await pay(ann, second)
  })

  test('does not count payments that a second operator approved, but those that the payer did', async () => {
    const [one, other, third] = [await customer(), await customer(), await customer()]
    const [large, small] = [await reviewed(one, '250', ben), await reviewed(other, '200', ben)]
    assert.equal((await fixture.step(ann, large, 'approved')).code, 1)
    await pay(ben, large)
    assert.equal((await read(small, ben)).last_day_payer, '200.000000')
    await pay(ben, small)
    const own = await reviewed(third, '150', ben)
    assert.equal((await fixture.step(ann, own, 'approved')).code, 1)
    await pay(ann, own)
    const next = await reviewed(await customer(), '150', ben)
    const { last_day_payer, needs_second } = await read(next)
    assert.deepEqual([last_day_payer, needs_second], ['300.000000', 1])
  })

  test('lets the reviewer or a third pay from the limit on, not the approver or one tied to them', async () => {
    const { owner } = fixture
    const account = ownAccount()
    const [one, other] = [await customer(account), await customer(account)]
    const [first, second] = [await reviewed(one, '200'), await reviewed(other, '200')]
    for (const id of [first, second]) assert.equal((await fixture.step(owner, id, 'approved')).code, 1)
    const tied = await fixture.person('finance', 'tied@desk.example')
    for (const [by, reason] of [
      [owner, 'same_operator'],
      [tied, 'people_tied'],
    ] as const) {
      assert.equal((await fixture.step(by, first, 'paying')).data.reason, reason)
      assert.equal((await read(first)).state, 'approved')
    }
    const entries = (await fixture.audited(`withdrawal:${first}`)).map(({ action }) => action)
    assert.ok(!entries.includes('withdrawal_paying'))
    await pay(ann, first)
    await pay(ben, second)
    await fixture.separate()
  })

  test('does not wait for an approver who was disabled since', async () => {
    const account = ownAccount()
    const [one, other] = [await customer(account), await customer(account)]
    const id = await reviewed(one, '200')
    await reviewed(other, '200')
    assert.equal((await fixture.step(ben, id, 'approved')).code, 1)
    const activate = (isActive: boolean) =>
      fixture.app.database.query('update operators set is_active = $2 where email = $1', [
        ben.email,
        isActive,
      ])
    await activate(false)
    const paid = await fixture.step(ann, id, 'paying')
    await activate(true)
    assert.equal(paid.data.state, 'paying', paid.msg)
  })

  describe('of operators who are tied', () => {
    let dora: DeskPerson
    let emil: DeskPerson
    // The owner has created both today.
    before(async () => {
      dora = await fixture.person('finance', 'dora@desk.example')
      emil = await fixture.person('finance', 'emil@desk.example')
    })
    after(async () => await fixture.separate())

    test('is one limit', async () => {
      await pay(dora, await reviewed(await customer(), '150', dora))
      const id = await reviewed(await customer(), '150', emil)
      for (const by of [dora, emil, fixture.owner]) {
        const { needs_second, last_day_payer } = await read(id, by)
        assert.deepEqual([needs_second, last_day_payer], [1, '300.000000'], by.email)
        assert.equal((await fixture.step(by, id, 'paying')).data.reason, 'needs_approval', by.email)
      }
      assert.deepEqual([(await read(id)).needs_second, (await read(id)).last_day_payer], [0, '150.000000'])
      await pay(ann, id)
    })

    test('holds for payments at once: at most one is made', async () => {
      const ids = [await reviewed(await customer(), '200'), await reviewed(await customer(), '200')]
      const answers = await Promise.all([
        fixture.step(dora, ids[0] ?? 0, 'paying'),
        fixture.step(emil, ids[1] ?? 0, 'paying'),
      ])
      assert.ok(answers.filter(({ code }) => code === 1).length <= 1, JSON.stringify(answers))
    })
  })

  test('holds for payments at once: one is made', async () => {
    const ids = [
      await reviewed(await customer(), '200'),
      await reviewed(await customer(), '200'),
      await reviewed(await customer(), '200'),
    ]
    const answers = await Promise.all(ids.map((id) => fixture.step(ann, id, 'paying')))
    assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 0, 1], JSON.stringify(answers))
    const made = answers.findIndex(({ code }) => code === 1)
    for (const id of ids.filter((_, at) => at !== made))
      assert.equal((await fixture.step(ann, id, 'paying')).data.reason, 'needs_approval')
  })
})

describe('a withdrawal of a user who is not verified', () => {
  after(async () => await fixture.set('withdraw_needs_identity', '0'))

  test('is not paid while withdraw_needs_identity is on, approved or not', async () => {
    const who = await customer()
    const [small, approved] = [await reviewed(who, '50'), await reviewed(who, '60')]
    assert.equal((await fixture.step(ben, approved, 'approved')).code, 1)
    assert.equal((await read(small)).identity_missing, 0)
    await fixture.set('withdraw_needs_identity', '1')
    for (const id of [small, approved]) {
      const state = (await read(id)).state
      assert.equal((await fixture.step(ben, id, 'paying')).data.reason, 'not_verified')
      assert.deepEqual([(await read(id)).state, (await read(id)).identity_missing], [state, 1])
    }
    assert.deepEqual(await missingOf(who), ['identity', 'identity'])
    await verify(who)
    assert.equal((await read(small)).identity_missing, 0)
    for (const id of [small, approved]) await pay(ben, id)
  })
})

async function verify({ token }: Customer): Promise<void> {
  const [front_pic, reverse_pic] = [await fixture.upload(token), await fixture.upload(token)]
  const form = { name: 'Ann Example', card_id: 'X1234567', front_pic, reverse_pic }
  const { app, owner } = fixture
  assert.equal((await app.call({ url: '/api/user_real/real_name', token, form })).code, 1)
  const [check] = (await fixture.desk(owner, 'identity/queue?state=waiting')).data.data
  const decided = await fixture.desk(owner, 'identity/decide', { id: check.id, approve: 1 })
  assert.equal(decided.code, 1, decided.msg)
}

test('withdrawals paid with one transaction name each other', async () => {
  const who = await customer()
  const ids = [await reviewed(who, '50'), await reviewed(who, '50'), await reviewed(who, '50')] as const
  await pay(ben, ids[0], 'Abc 1')
  await pay(ben, ids[1], 'aBC 1')
  await pay(ben, ids[2], 'Abc 12')
  const markOf = async (id: number) =>
    (await read(id)).risk_marks.find(({ kind }: { kind: string }) => kind === 'same_payment')?.figure
  assert.deepEqual(
    [await markOf(ids[0]), await markOf(ids[1]), await markOf(ids[2])],
    [`#${ids[1]}`, `#${ids[0]}`, undefined],
  )
})

describe('a payer who can no longer act', () => {
  for (const [name, change, back] of [
    ['disabled', 'is_active = false', 'is_active = true'],
    ['of another role', `role = 'viewer'`, `role = 'finance'`],
  ] as const)
    test(`${name} is told, and two others return the money`, async () => {
      const id = await reviewed(await customer(), '50')
      assert.equal((await fixture.step(ben, id, 'paying')).code, 1)
      assert.deepEqual([(await read(id)).payer, (await read(id)).can_payer_act], [ben.email, 1])
      const update = (set: string) =>
        fixture.app.database.query(`update operators set ${set} where email = $1`, [ben.email])
      await update(change)
      assert.equal((await read(id)).can_payer_act, 0)
      assert.equal((await fixture.step(ann, id, 'sent', sent('ab'))).data.reason, 'not_payer')
      const proposed = await fixture.step(ann, id, 'returned', { note: 'The payer left' })
      assert.equal(proposed.data.state, 'proposed')
      const { proposal } = await read(id)
      const approved = await fixture.approve(fixture.owner, proposal.id)
      assert.equal(approved.code, 1, approved.msg)
      assert.equal((await read(id)).state, 'returned')
      await update(back)
    })
})

test('a movement with another reference breaks no list and no detail', async () => {
  const who = await customer()
  const id = await reviewed(who, '50')
  await pay(ben, id)
  await fixture.app.database.query(
    `insert into movements (reference, user_id, kind, amount, state, created_at, changed_at)
     select reference, $1, kind, 1000000, state, now(), now()
     from (values ('deposit:test-1', 'deposit', 'credited'), ('withdrawal:x', 'withdrawal', 'sent'),
       ('withdrawal:99999999999999999999', 'withdrawal', 'sent'), ('other', 'deposit', 'credited'),
       ('withdrawal:' || $2 || ':2', 'withdrawal', 'locked')) odd (reference, kind, state)`,
    [who.id, id],
  )
  for (const path of [
    'deposits?state=credited',
    'withdrawals?state=sent',
    'withdrawals',
    `withdrawal?id=${id}`,
  ])
    assert.equal((await fixture.desk(ann, `funds/${path}`)).code, 1, path)
  assert.equal((await read(id)).recent_deposits.length, 1)
})

test('lists of deposits and withdrawals are audited', async () => {
  const viewer = await fixture.person('viewer')
  for (const [path, action, subject] of [
    ['deposits', 'deposits_viewed', 'deposits:waiting:1'],
    ['deposits?state=credited&page=2', 'deposits_viewed', 'deposits:credited:2'],
    ['withdrawals', 'withdrawals_viewed', 'withdrawals:waiting:1'],
    ['withdrawals?state=sent', 'withdrawals_viewed', 'withdrawals:sent:1'],
  ] as const) {
    assert.equal((await fixture.desk(viewer, `funds/${path}`)).code, 1)
    const entry = (await fixture.audited(subject)).at(-1)
    assert.deepEqual([entry?.action, entry?.who], [action, viewer.email], path)
  }
})
