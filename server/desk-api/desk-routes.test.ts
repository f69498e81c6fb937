import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { Call } from '#contract/call.ts'
import { auditLog } from '#contract/desk/audit.ts'
import { identityCheck, identityDecide, identityQueue } from '#contract/desk/identity.ts'
import { changeOperator, createOperator, deskOperators } from '#contract/desk/operators.ts'
import { deskEnrol, deskMe, deskRecoveryCodes, deskSignIn } from '#contract/desk/session.ts'
import { changeSetting, deskSettings } from '#contract/desk/settings.ts'
import { messages } from '#i18n/server/en.ts'
import type { TestRequest } from '#test/calls/app-fixture.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import { createDeskFixture, type DeskFixture } from '#test/operators/desk-fixture.ts'
import { type TestOperator, totpAt } from '#test/operators/operators-fixture.ts'

let fixture: DeskFixture
before(async () => {
  fixture = await createDeskFixture()
})
after(async () => await fixture.stop())
beforeEach(() => fixture.nextDay())

const address = '192.0.2.50'

/** Asserts a success whose data matches the contract. Returns the data and the message. */
async function succeed(call: Call, request: TestRequest) {
  const answer = await fixture.ask(request)
  assert.equal(answer.code, 1, answer.msg)
  const isValid = Compile(call.answer).Check(answer.data)
  assert.ok(isValid, JSON.stringify(answer.data))
  return { msg: answer.msg, data: answer.data }
}

async function reasonOf(request: TestRequest): Promise<unknown> {
  const { code, data } = await fixture.ask(request)
  return code === 0 ? data.reason : code
}

/** A TOTP code that has not been used: the clock first moves to the next time step. */
function fresh(operator: Pick<TestOperator, 'secret'>): string {
  fixture.advance(30_000)
  return fixture.totpOf(operator)
}

describe('desk session', () => {
  it('enrols a new operator, signs in with TOTP and recovery code, and signs out', async () => {
    const owner = await fixture.addOperator('owner')
    const token = await fixture.signIn(owner)
    const email = 'newcomer@example.com'
    const made = await succeed(createOperator, {
      url: '/desk/api/operators/create',
      token,
      body: { email, role: 'compliance', totp: fresh(owner) },
    })
    assert.deepEqual([made.msg, made.data.operator.has_totp], ['Saved', 0])

    const first = { email, password: made.data.password }
    const begun = await succeed(deskSignIn, { url: '/desk/api/sign_in', body: first })
    assert.deepEqual(Object.keys(begun.data), ['enrolment'])
    assert.equal(begun.msg, '')
    const { ticket, secret, needs_password } = begun.data.enrolment
    assert.equal(needs_password, 1)
    const totp = totpAt(secret, fixture.clock.now())
    assert.equal(await reasonOf({ url: '/desk/api/enrol', body: { ticket, totp } }), 'invalid_input')
    const enrolled = await succeed(deskEnrol, {
      url: '/desk/api/enrol',
      body: { ticket, totp, new_password: 'fresh paint 42' },
    })
    assert.equal(enrolled.msg, 'Logged in')
    assert.equal(enrolled.data.recovery_codes.length, 10)
    const me = await succeed(deskMe, { url: '/desk/api/me', token: enrolled.data.token })
    assert.deepEqual([me.data.operator.email, me.data.operator.role], [email, 'compliance'])

    assert.equal(
      await reasonOf({ url: '/desk/api/sign_in', body: { ...first, totp: fresh({ secret }) } }),
      'wrong_credentials',
    )
    const again = await succeed(deskSignIn, {
      url: '/desk/api/sign_in',
      form: { email, password: 'fresh paint 42', totp: fresh({ secret }) },
    })
    assert.deepEqual([again.msg, again.data.operator.email], ['Logged in', email])
    const out = { url: '/desk/api/sign_out', token: again.data.token, body: {} }
    assert.deepEqual(await fixture.ask(out), { code: 1, msg: messages['done.logged_out'], data: null })
    assert.equal(await reasonOf(out), 999)
    const byCode = { email, password: 'fresh paint 42', totp: enrolled.data.recovery_codes[0] }
    assert.ok((await succeed(deskSignIn, { url: '/desk/api/sign_in', body: byCode })).data.token)
  })

  it('locks out after wrong passwords and returns the waiting time', async () => {
    const body = { email: 'guessed@example.com', password: 'x', totp: '000000' }
    for (let guess = 1; guess <= 5; guess += 1)
      assert.equal(await reasonOf({ url: '/desk/api/sign_in', body }), 'wrong_credentials')
    assert.deepEqual(await fixture.ask({ url: '/desk/api/sign_in', body }), {
      code: 429,
      msg: 'Too many requests. Please try again in 30 seconds.',
      data: { retry_after: 30 },
    })
  })

  it('counts failures per IPv6 network, not per address', async () => {
    const guess = async (number: number) =>
      (
        await fixture.raw({
          url: '/desk/api/sign_in',
          body: { email: `v6-${number}@example.com`, password: 'x' },
          from: `2001:db8:0:7::${number}`,
        })
      ).json().code
    for (let number = 1; number <= 5; number += 1) assert.equal(await guess(number), 0)
    assert.equal(await guess(6), 429)
  })
})

describe('own password and recovery codes', () => {
  it('are changed with the password and an unused code', async () => {
    const anna = await fixture.addOperator('support')
    const token = await fixture.signIn(anna)
    const url = '/desk/api/change_password'
    const body = { old_password: anna.password, new_password: 'fresh paint 42' }
    assert.equal(await reasonOf({ url, token, body: { ...body, totp: fixture.totpOf(anna) } }), 'wrong_code')
    assert.equal(
      await reasonOf({ url, token, body: { ...body, old_password: 'x', totp: fresh(anna) } }),
      'wrong_password',
    )
    const changed = await fixture.ask({ url, token, body: { ...body, totp: fresh(anna) } })
    assert.deepEqual(changed, {
      code: 1,
      msg: messages['done.password_changed'],
      data: null,
    })
    const codes = await succeed(deskRecoveryCodes, {
      url: '/desk/api/recovery_codes',
      token,
      body: { password: 'fresh paint 42', totp: fresh(anna) },
    })
    assert.equal(new Set(codes.data.recovery_codes).size, 10)
  })
})

describe('operators', () => {
  it('are listed, changed and reset by an owner, and reads are audited', async () => {
    const [owner, anna] = [await fixture.addOperator('owner'), await fixture.addOperator('viewer')]
    const token = await fixture.signIn(owner)
    const theirs = await fixture.signIn(anna)
    const listed = await succeed(deskOperators, { url: '/desk/api/operators', token })
    const row = listed.data.find(({ id }: { id: number }) => id === anna.id)
    assert.deepEqual([row.email, row.role, row.is_active, row.has_totp], [anna.email, 'viewer', 1, 1])
    assert.deepEqual(await fixture.auditEntriesOf('operators'), [
      { action: 'operators_read', who: owner.email, address, details: {} },
    ])

    const url = '/desk/api/operators/change'
    const changed = await succeed(changeOperator, {
      url,
      token,
      body: { id: anna.id, role: 'content', totp: fresh(owner) },
    })
    assert.deepEqual(Object.keys(changed.data), ['operator'])
    assert.equal(changed.data.operator.role, 'content')
    assert.equal(await reasonOf({ url: '/desk/api/me', token: theirs }), 999)
    const reset = await succeed(changeOperator, {
      url,
      token,
      body: { id: anna.id, reset: 1, totp: fresh(owner) },
    })
    assert.deepEqual([reset.data.operator.has_totp, typeof reset.data.password], [0, 'string'])
    const off = await succeed(changeOperator, {
      url,
      token,
      body: { id: anna.id, is_active: 0, totp: fresh(owner) },
    })
    assert.equal(off.data.operator.is_active, 0)
    for (const [body, reason] of [
      [{ id: anna.id }, 'invalid_input'],
      [{ id: 999_999, is_active: 0 }, 'not_found'],
      [{ id: owner.id, is_active: 0 }, 'own_account'],
      [{ id: anna.id, is_active: 1, totp: 'none' }, 'wrong_code'],
    ] as const)
      assert.equal(await reasonOf({ url, token, body: { totp: fresh(owner), ...body } }), reason)
    const create = { email: anna.email, role: 'viewer', totp: fresh(owner) }
    assert.equal(
      await reasonOf({ url: '/desk/api/operators/create', token, body: create }),
      'operator_exists',
    )
  })
})

describe('identity checks', () => {
  it('are queued, read and decided, and reads are audited', async () => {
    const officer = await fixture.addOperator('compliance')
    const token = await fixture.signIn(officer)
    const [first, second] = [await fixture.submitIdentity(), await fixture.submitIdentity()]
    const queue = await succeed(identityQueue, { url: '/desk/api/identity/queue', token })
    const ids = queue.data.data.map(({ id }: { id: number }) => id)
    assert.deepEqual([ids, queue.data.total, queue.data.waiting], [[first.checkId, second.checkId], 2, 2])
    assert.equal((await succeed(deskMe, { url: '/desk/api/me', token })).data.identity_waiting, 2)
    const viewer = await fixture.signIn(await fixture.addOperator('viewer'))
    const watched = await succeed(identityQueue, { url: '/desk/api/identity/queue', token: viewer })
    assert.deepEqual(
      watched.data.data.map(({ id, name }: { id: number; name: string }) => [id, name]),
      ids.map((id: number) => [id, '']),
    )

    const check = await succeed(identityCheck, { url: `/desk/api/identity/check?id=${first.checkId}`, token })
    assert.deepEqual(
      [check.data.uid, check.data.name, check.data.front_pic, check.data.reverse_pic, check.data.state],
      [first.uid, 'Ann Example', first.frontName, first.reverseName, 'waiting'],
    )
    const image = await fixture.raw({ url: `/desk/api/image?name=${first.frontName}`, token })
    assert.equal(image.headers['content-type'], 'image/jpeg')
    assert.deepEqual([...image.rawPayload.subarray(0, 2)], [0xff, 0xd8])

    const url = '/desk/api/identity/decide'
    const refuse = { id: first.checkId, approve: 0 }
    assert.equal(await reasonOf({ url, token, body: refuse }), 'remark_required')
    const refused = await succeed(identityDecide, { url, token, body: { ...refuse, remark: 'Too dark' } })
    assert.deepEqual(refused, {
      msg: messages['done.identity_refused'],
      data: { state: 'refused', next: second.checkId, waiting: 1 },
    })
    const approved = await succeed(identityDecide, { url, token, body: { id: second.checkId, approve: 1 } })
    assert.deepEqual(approved, { msg: 'Approved', data: { state: 'approved', next: null, waiting: 0 } })
    assert.equal(
      await reasonOf({ url, token, body: { id: second.checkId, approve: 0, remark: 'No' } }),
      'already_decided',
    )
    const seen = await fixture.auditEntriesOf(`identity_check:${first.checkId}`)
    assert.deepEqual(
      seen.map(({ action, who }) => [action, who]),
      [
        ['identity_refused', officer.email],
        ['identity_picture_viewed', officer.email],
        ['identity_viewed', officer.email],
      ],
    )
  })

  it('are refused as not found for unknown ids', async () => {
    const token = await fixture.signIn(await fixture.addOperator('compliance'))
    assert.equal(await reasonOf({ url: '/desk/api/identity/check?id=999999', token }), 'not_found')
    assert.equal(await reasonOf({ url: `/desk/api/image?name=${'0'.repeat(32)}`, token }), 'not_found')
    const body = { id: 999_999, approve: 1 }
    assert.equal(await reasonOf({ url: '/desk/api/identity/decide', token, body }), 'not_found')
  })
})

describe('settings and audit log', () => {
  it('change a setting and record it in both histories', async () => {
    const owner = await fixture.addOperator('owner')
    const token = await fixture.signIn(owner)
    const url = '/desk/api/settings/change'
    const changed = await succeed(changeSetting, {
      url,
      token,
      body: { key: 'invite_required', value: ' 1 ' },
    })
    assert.deepEqual(changed, { msg: 'Saved', data: { key: 'invite_required', value: '1' } })
    assert.equal(fixture.settings.get('invite_required'), 1)
    const listed = await succeed(deskSettings, { url: '/desk/api/settings', token })
    const setting = listed.data.find(({ key }: { key: string }) => key === 'invite_required')
    assert.deepEqual([setting.value, setting.default, setting.options], ['1', '0', ['0', '1']])
    assert.deepEqual(await fixture.auditEntriesOf('setting:invite_required'), [
      { action: 'setting_changed', who: owner.email, address, details: { from: '0', to: '1' } },
    ])
    const history = await fixture.database.query('select changed_by from setting_changes where key = $1', [
      'invite_required',
    ])
    assert.deepEqual(history.rows, [{ changed_by: `operator:${owner.id}` }])
    await succeed(changeSetting, { url, token, body: { key: 'invite_required', value: '1' } })
    assert.equal((await fixture.auditEntriesOf('setting:invite_required')).length, 1, 'nothing changed')
  })

  it('accept the longest value in any script', async () => {
    const token = await fixture.signIn(await fixture.addOperator('owner'))
    for (const letter of ['長', '\u{1F4A9}']) {
      const value = `https://example.com/${letter.repeat(Math.floor(2000 / letter.length))}`
      const body = { key: 'service_link', value }
      await succeed(changeSetting, { url: '/desk/api/settings/change', token, body })
      assert.equal(fixture.settings.get('service_link'), value)
    }
  })

  it('show entries newest first by page, including the read itself', async () => {
    const viewer = await fixture.addOperator('viewer')
    const token = await fixture.signIn(viewer)
    const page = await succeed(auditLog, { url: '/desk/api/audit', token })
    assert.equal(page.data.data.length, 20)
    const [newest, before] = page.data.data
    assert.deepEqual(
      [newest.action, newest.subject, newest.who],
      ['audit_read', 'audit_page:1', viewer.email],
    )
    assert.deepEqual(
      [before.action, before.details, before.address],
      ['signed_in', '{"factor":"totp"}', '192.0.2.7'],
    )
    assert.ok(newest.id > before.id && page.data.total > 20)
    const second = await succeed(auditLog, { url: '/desk/api/audit?page=2', token })
    assert.ok(second.data.data[0].id < newest.id)
  })
})

describe('lifting a freeze', () => {
  const frozen_at = '2026-03-05T09:20:00.123Z'

  for (const book of ['real', 'demo'] as const)
    it(`of a ${book} account is submitted to the engine, and refused while it is busy`, async () => {
      const owner = await fixture.addOperator('owner')
      const token = await fixture.signIn(owner)
      const userId = await insertUser(fixture.database, book)
      const body = { user_id: userId, frozen_at, reason: ' Fixed ', totp: fresh(owner) }
      assert.equal(await reasonOf({ url: '/desk/api/freezes/lift', token, body }), 'busy')
      assert.deepEqual(fixture.submitted.at(-1), [
        { userId, isDemo: book === 'demo' },
        { kind: 'lift_freeze', operatorId: owner.id, reason: 'Fixed', frozenAtMs: Date.parse(frozen_at) },
      ])
    })

  it('with a wrong code, of an unknown user or without a valid time does not reach the engine', async () => {
    const owner = await fixture.addOperator('owner')
    const token = await fixture.signIn(owner)
    const before = fixture.submitted.length
    const url = '/desk/api/freezes/lift'
    const body = { user_id: await insertUser(fixture.database), frozen_at, reason: 'Fixed' }
    assert.equal(await reasonOf({ url, token, body: { ...body, totp: '000000' } }), 'wrong_code')
    const unknown = { ...body, user_id: 999_999, totp: fresh(owner) }
    assert.equal(await reasonOf({ url, token, body: unknown }), 'not_found')
    const timeless = { ...body, frozen_at: 'yesterday', totp: fresh(owner) }
    assert.equal(await reasonOf({ url, token, body: timeless }), 'invalid_input')
    assert.equal(fixture.submitted.length, before)
  })
})
