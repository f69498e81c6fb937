// Frozen accounts through the whole application: the engine freezes them, the console lists and lifts them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { deskFreezes } from '#contract/desk/freezes.ts'
import { micros } from '#core/money/amounts.ts'
import { type OperatorRole, operatorRoles } from '#core/user/operator-role.ts'
import { messages } from '#i18n/server/en.ts'
import type { AccountOwner } from '#server/engine/engine.ts'
import { type AppFixture, createAppFixture, type Envelope, owner } from '#test/calls/app-fixture.ts'
import { freshTotp, openDemo, registerUser, signInEveryRole } from '#test/calls/app-users.ts'
import { eventually } from '#test/eventually.ts'

let fixture: AppFixture
let tokens: ReadonlyMap<OperatorRole, string>
let demoToken: string
let demo: AccountOwner
let real: AccountOwner
/** A user whose account was never frozen. */
let healthy: AccountOwner

before(async () => {
  fixture = await createAppFixture()
  tokens = await signInEveryRole(fixture)
  demoToken = await openDemo(fixture)
  demo = { userId: (await userOf(demoToken)).id, isDemo: true }
  real = { userId: (await registerUser(fixture, 'ann@example.com')).user.id, isDemo: false }
  healthy = { userId: (await registerUser(fixture, 'bob@example.com')).user.id, isDemo: false }
  fixture.trading.quote('EURUSD', 114_500, 114_510)
})
after(async () => await fixture.stop())

async function userOf(token: string): Promise<{ readonly id: number }> {
  const session = await fixture.modules.users.authenticate(token)
  assert.ok(session)
  return { id: session.userId }
}

const placeOrder = (): Promise<Envelope> =>
  fixture.call({
    url: '/v1/api/forex/submit',
    token: demoToken,
    body: { type: 1, forex_id: fixture.trading.idOf('EURUSD'), status: 1, cont: '0.10', multiple: '100' },
  })

let deposits = 0
async function deposit(): Promise<string> {
  deposits += 1
  const request = { kind: 'deposit', amount: micros(1_000_000), reference: `deposit:${deposits}` } as const
  return (await fixture.trading.engine.submit(real, request)).kind
}

/** Lets the database refuse rows of this user while the work runs, so that the engine freezes the account. */
async function freeze({ userId }: AccountOwner, table: string, work: () => Promise<unknown>): Promise<void> {
  const { database, trading } = fixture
  const before = await trading.engine.frozenCount()
  await database.query(`alter table ${table} add constraint broken check (user_id <> ${userId}) not valid`)
  await work()
  await eventually(async () => (await trading.engine.frozenCount()) === before + 1)
  await database.query(`alter table ${table} drop constraint broken`)
}

async function list(state: 'frozen' | 'lifted', role: OperatorRole = 'owner') {
  const answer = await fixture.call({ url: `/desk/api/freezes?state=${state}`, token: tokens.get(role) })
  assert.equal(answer.code, 1, answer.msg)
  assert.ok(Compile(deskFreezes.answer).Check(answer.data), JSON.stringify(answer.data))
  return answer.data
}

/** Lifts the freeze that the list shows. */
async function lift(userId: number, changes: object = {}): Promise<Envelope> {
  const totp = freshTotp(fixture, owner.totpSecret)
  const frozen_at = (await frozenAt(userId)) ?? '2026-03-05T09:20:00.000Z'
  const body = { user_id: userId, frozen_at, reason: 'The fault is fixed', totp, ...changes }
  return await fixture.call({ url: '/desk/api/freezes/lift', token: tokens.get('owner'), body })
}

async function frozenAt(userId: number): Promise<string | undefined> {
  const { freezes } = await fixture.trading.engine.freezes({ state: 'frozen', page: 1 })
  return freezes.find((one) => one.userId === userId)?.frozenAt.toISOString()
}

async function frozenCount(role: OperatorRole): Promise<number> {
  const { data } = await fixture.call({ url: '/desk/api/me', token: tokens.get(role) })
  return data.frozen_accounts
}

async function auditOf(subject: string) {
  const { rows } = await fixture.database.query<{ action: string; who: string; details: object }>(
    'select action, who, details from audit_entries where subject = $1 order by id',
    [subject],
  )
  return rows
}

async function uidOf({ userId }: AccountOwner): Promise<string | undefined> {
  return (await fixture.modules.users.user(userId))?.uid
}

describe('frozen accounts', () => {
  before(async () => {
    await freeze(demo, 'orders', async () => assert.equal((await placeOrder()).code, 500))
    await freeze(real, 'movements', async () => assert.equal(await deposit(), 'fault'))
  })

  it('take no orders', async () => {
    const { code, data } = await placeOrder()
    assert.deepEqual([code, data.reason], [0, 'account_frozen'])
    assert.equal(await deposit(), 'frozen')
  })

  it('are listed oldest first with user, cause and error', async () => {
    const { data, total, frozen } = await list('frozen')
    assert.deepEqual([total, frozen], [2, 2])
    assert.deepEqual(
      data.map(({ user_id, uid, is_demo, cause, lifted_at, lifted_by, reason }) => [
        ...[user_id, uid, is_demo, cause, lifted_at, lifted_by, reason],
      ]),
      [
        [demo.userId, await uidOf(demo), 1, 'not_stored', null, '', ''],
        [real.userId, await uidOf(real), 0, 'not_stored', null, '', ''],
      ],
    )
    assert.match(data[0]?.detail ?? '', /the database refuses to store open_order/)
    assert.deepEqual((await list('lifted')).data, [])
  })

  const readers: readonly OperatorRole[] = ['owner', 'compliance', 'support', 'viewer']
  for (const role of operatorRoles) {
    const mayRead = readers.includes(role)
    it(`are ${mayRead ? 'listed and counted' : 'hidden'} for ${role}, and lifted by an owner only`, async () => {
      assert.equal(await frozenCount(role), mayRead ? 2 : 0)
      const url = '/desk/api/freezes'
      const read = await fixture.call({ url, token: tokens.get(role) })
      assert.equal(read.code === 1, mayRead)
      if (role === 'owner') return
      const body = { user_id: demo.userId, frozen_at: '', reason: 'Let it go', totp: '000000' }
      const { data } = await fixture.call({ url: `${url}/lift`, token: tokens.get(role), body })
      assert.equal(data.reason, 'role_forbidden')
    })
  }

  it('leave an audit entry for every read', async () => {
    const before = (await auditOf('frozen_accounts:1')).length
    await list('frozen', 'support')
    const entries = await auditOf('frozen_accounts:1')
    assert.equal(entries.length, before + 1)
    assert.deepEqual(entries.at(-1), { action: 'freezes_viewed', who: 'support@example.com', details: {} })
  })

  const refusals: readonly (readonly [string, () => Promise<Envelope>, object])[] = [
    ['a wrong code', () => lift(demo.userId, { totp: '000000' }), { reason: 'wrong_code' }],
    ['an unknown user', () => lift(999_999), { reason: 'not_found' }],
    [
      'an empty reason',
      () => lift(demo.userId, { reason: ' \n ' }),
      { reason: 'invalid_input', field: 'reason' },
    ],
    [
      'an invalid time',
      () => lift(demo.userId, { frozen_at: 'yesterday' }),
      { reason: 'invalid_input', field: 'frozen_at' },
    ],
    ['an account that is not frozen', () => lift(healthy.userId), { reason: 'not_frozen' }],
  ]
  for (const [name, attempt, refusal] of refusals) {
    it(`are not lifted with ${name}`, async () => {
      const { code, data } = await attempt()
      assert.deepEqual([code, data], [0, refusal])
      assert.equal((await list('frozen')).frozen, 2)
    })
  }

  it('leave no entry about the account if the code was wrong', async () => {
    assert.deepEqual(await auditOf(`user:${demo.userId}`), [])
  })

  it('take orders again after an owner has lifted the freeze, which is audited and listed', async () => {
    const frozen_at = await frozenAt(demo.userId)
    const lifted = await lift(demo.userId, { reason: ' Column widened.\r\nChecked with verify. ' })
    assert.deepEqual(lifted, { code: 1, msg: messages['done.freeze_lifted'], data: null })
    const { code, msg } = await placeOrder()
    assert.equal(code, 1, msg)
    const reason = 'Column widened.\nChecked with verify.'
    assert.deepEqual(await auditOf(`user:${demo.userId}`), [
      {
        ...{ action: 'freeze_lift_confirmed', who: owner.email },
        details: { uid: await uidOf(demo), frozen_at, reason },
      },
    ])
    const { data, total, frozen } = await list('lifted')
    assert.deepEqual([total, frozen, await frozenCount('viewer')], [1, 1, 1])
    assert.deepEqual(
      data.map(({ user_id, lifted_by, lifted_at, reason }) => [user_id, lifted_by, lifted_at, reason]),
      [[demo.userId, owner.email, new Date(fixture.nowMs()).toISOString(), reason]],
    )
    assert.equal((await auditOf('lifted_freezes:1')).length, 2)
  })

  it('are lifted once: the second lift of a real account is refused', async () => {
    const first = await lift(real.userId)
    assert.equal(first.code, 1, first.msg)
    assert.deepEqual((await lift(real.userId)).data, { reason: 'not_frozen' })
    assert.equal(await deposit(), 'done')
    assert.deepEqual((await list('frozen')).data, [])
    assert.equal((await list('lifted')).total, 2)
  })

  it('that were frozen again are not lifted by an owner who has read the earlier freeze', async () => {
    await freeze(real, 'movements', async () => assert.equal(await deposit(), 'fault'))
    const frozen_at = await frozenAt(real.userId)
    assert.equal((await lift(real.userId)).code, 1)
    await freeze(real, 'movements', async () => assert.equal(await deposit(), 'fault'))
    const late = await lift(real.userId, { frozen_at })
    assert.deepEqual([late.msg, late.data], [messages['reason.frozen_again'], { reason: 'frozen_again' }])
    assert.equal(await deposit(), 'frozen')
    assert.equal((await lift(real.userId)).code, 1)
    assert.equal(await deposit(), 'done')
  })
})
