import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Call } from '#contract/call.ts'
import { type OperatorRole, operatorRoles } from '#core/user/operator-role.ts'
import { type DeskParts, deskRoutes } from '#server/desk-api/desk-routes.ts'
import { createDeskFixture, type DeskFixture } from '#test/operators/desk-fixture.ts'

/** The roles that may use each call. A copy of the contract, so that a change of access must be made in both places. */
const table: Readonly<Record<string, readonly OperatorRole[] | 'anyone'>> = {
  '/desk/api/sign_in': 'anyone',
  '/desk/api/enrol': 'anyone',
  '/desk/api/sign_out': operatorRoles,
  '/desk/api/me': operatorRoles,
  '/desk/api/change_password': operatorRoles,
  '/desk/api/recovery_codes': operatorRoles,
  '/desk/api/identity/queue': ['owner', 'compliance', 'viewer'],
  '/desk/api/identity/check': ['owner', 'compliance'],
  '/desk/api/identity/decide': ['owner', 'compliance'],
  '/desk/api/image': ['owner', 'compliance', 'finance'],
  '/desk/api/funds/deposits': ['owner', 'finance', 'viewer'],
  '/desk/api/funds/deposit': ['owner', 'finance'],
  '/desk/api/funds/deposit_decide': ['owner', 'finance'],
  '/desk/api/funds/withdrawals': ['owner', 'finance', 'viewer'],
  '/desk/api/funds/withdrawal': ['owner', 'finance'],
  '/desk/api/funds/withdrawal_step': ['owner', 'finance'],
  '/desk/api/funds/adjustment_propose': ['owner', 'finance'],
  '/desk/api/funds/currencies': ['owner', 'finance', 'viewer'],
  '/desk/api/funds/currency_change': ['owner', 'finance'],
  '/desk/api/funds/currency_add': ['owner', 'finance'],
  '/desk/api/funds/pay_address_change': ['owner', 'finance'],
  '/desk/api/funds/wire_option_change': ['owner', 'finance'],
  '/desk/api/funds/reconciliation': ['owner', 'finance', 'viewer'],
  '/desk/api/complaints/queue': ['owner', 'compliance', 'support', 'viewer'],
  '/desk/api/complaints/details': ['owner', 'compliance', 'support'],
  '/desk/api/complaints/pack': ['owner', 'compliance', 'support'],
  '/desk/api/complaints/answer': ['owner', 'compliance', 'support'],
  '/desk/api/support/inbox': ['owner', 'support'],
  '/desk/api/support/search': ['owner', 'support'],
  '/desk/api/support/details': ['owner', 'support'],
  '/desk/api/support/messages': ['owner', 'support'],
  '/desk/api/support/answer': ['owner', 'support'],
  '/desk/api/support/assign': ['owner', 'support'],
  '/desk/api/support/release': ['owner', 'support'],
  '/desk/api/support/close': ['owner', 'support'],
  '/desk/api/support/mark': ['owner', 'support'],
  '/desk/api/support/typing': ['owner', 'support'],
  '/desk/api/support/upload': ['owner', 'support'],
  '/desk/api/support/image': ['owner', 'support'],
  '/desk/api/support/order': ['owner', 'support'],
  '/desk/api/support/export': ['owner', 'support'],
  '/desk/api/support/canned': ['owner', 'support'],
  '/desk/api/support/save_canned': ['owner', 'support'],
  '/desk/api/support/remove_canned': ['owner', 'support'],
  '/desk/api/support/figures': ['owner', 'support'],
  '/desk/api/content/list': ['owner', 'content', 'viewer'],
  '/desk/api/content/article': ['owner', 'content', 'viewer'],
  '/desk/api/content/create': ['owner', 'content'],
  '/desk/api/content/save': ['owner', 'content'],
  '/desk/api/content/logo': ['owner', 'content'],
  '/desk/api/content/publish': ['owner', 'content'],
  '/desk/api/content/unpublish': ['owner', 'content'],
  '/desk/api/content/history': ['owner', 'content', 'viewer'],
  '/desk/api/content/edition': ['owner', 'content', 'viewer'],
  '/desk/api/content/restore': ['owner', 'content'],
  '/desk/api/content/preview': ['owner', 'content', 'viewer'],
  '/desk/api/content/pictures': ['owner', 'content', 'viewer'],
  '/desk/api/content/add_picture': ['owner', 'content'],
  '/desk/api/content/remove_picture': ['owner', 'content'],
  '/desk/api/proposals': ['owner', 'finance', 'viewer'],
  '/desk/api/proposals/approve': ['owner', 'finance'],
  '/desk/api/proposals/reject': ['owner', 'finance'],
  '/desk/api/proposals/withdraw': ['owner', 'finance'],
  '/desk/api/freezes': ['owner', 'compliance', 'support', 'viewer'],
  '/desk/api/freezes/lift': ['owner'],
  '/desk/api/operators': ['owner'],
  '/desk/api/operators/create': ['owner'],
  '/desk/api/operators/change': ['owner'],
  '/desk/api/audit': ['owner', 'viewer'],
  '/desk/api/calendar/list': ['owner', 'content', 'viewer'],
  '/desk/api/calendar/save': ['owner', 'content'],
  '/desk/api/calendar/remove': ['owner', 'content'],
  '/desk/api/calendar/preview_import': ['owner', 'content'],
  '/desk/api/calendar/import': ['owner', 'content'],
  '/desk/api/companies': ['owner', 'content', 'viewer'],
  '/desk/api/companies/save': ['owner', 'content'],
  '/desk/api/settings': ['owner', 'viewer'],
  '/desk/api/settings/change': ['owner'],
}

/** Only the calls are used, so the modules can be empty. */
const calls = deskRoutes({ operators: {}, kyc: {}, settings: {}, approvals: {} } as DeskParts).map(
  ({ call }) => call,
)

describe('a desk call', () => {
  let fixture: DeskFixture
  let user: string
  const tokens = new Map<OperatorRole, string>()
  before(async () => {
    fixture = await createDeskFixture()
    user = await fixture.userToken()
    for (const role of operatorRoles) tokens.set(role, await fixture.signIn(await fixture.addOperator(role)))
  })
  after(async () => await fixture.stop())

  const send = (call: Call, token: string | undefined) =>
    fixture.ask(call.verb === 'POST' ? { url: call.path, token, body: {} } : { url: call.path, token })

  it('is listed in the access table of this test', () => {
    assert.deepEqual(calls.map(({ path }) => path).sort(), Object.keys(table).sort())
  })

  for (const call of calls) {
    const allowed = table[call.path] ?? []
    if (allowed === 'anyone') continue

    it(`${call.path} refuses a visitor, a user and an unknown token`, async () => {
      for (const token of [undefined, user, 'A'.repeat(43), 'x'])
        assert.equal((await send(call, token)).code, 999)
    })

    for (const role of operatorRoles) {
      const isAllowed = allowed.includes(role)
      it(`${call.path} ${isAllowed ? 'admits' : 'refuses'} ${role}`, async () => {
        // sign_out ends the session, so its test opens a separate one.
        const own =
          call.path === '/desk/api/sign_out'
            ? await fixture.signIn(await fixture.addOperator(role))
            : undefined
        const { code, data } = await send(call, own ?? tokens.get(role))
        assert.ok(code === 0 || code === 1, String(code))
        assert.equal(data?.reason === 'role_forbidden', !isAllowed)
      })
    }
  }

  it('is refused before the body is read', async () => {
    const payload = `{"key":"${'x'.repeat(1_000_000)}`
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', url: '/desk/api/settings/change', headers, payload } as const
    assert.equal((await fixture.ask(request)).code, 999)
    const { data } = await fixture.ask({ ...request, token: tokens.get('support') })
    assert.equal(data.reason, 'role_forbidden')
  })
})

const frozenAt = '2027-01-15T08:00:00.123Z'

describe('invalid input to the console', () => {
  let fixture: DeskFixture
  let token: string
  before(async () => {
    fixture = await createDeskFixture()
    token = await fixture.signIn(await fixture.addOperator('owner'))
  })
  after(async () => await fixture.stop())

  const invalid: readonly (readonly [url: string, body: object, field: string])[] = [
    ['/desk/api/operators/change', { id: 1e300, totp: '1' }, 'id'],
    ['/desk/api/operators/change', { id: 0, totp: '1' }, 'id'],
    ['/desk/api/operators/change', { id: 1, role: 'god', totp: '1' }, 'role'],
    ['/desk/api/operators/change', { id: 1, is_active: 2, totp: '1' }, 'is_active'],
    ['/desk/api/operators/create', { email: 'a@example.com', role: ['owner', 'viewer'], totp: '1' }, 'role'],
    ['/desk/api/identity/decide', { id: 1, approve: 0, remark: 'a\u0000b' }, 'remark'],
    ['/desk/api/identity/decide', { id: 1, approve: 0, remark: '\ud800' }, 'remark'],
    ['/desk/api/identity/decide', { id: 1, approve: 0, remark: 'x'.repeat(501) }, 'remark'],
    [
      '/desk/api/freezes/lift',
      { user_id: 1, frozen_at: 'yesterday', reason: 'Fixed', totp: '1' },
      'frozen_at',
    ],
    ['/desk/api/freezes/lift', { user_id: 0, frozen_at: frozenAt, reason: 'Fixed', totp: '1' }, 'user_id'],
    ['/desk/api/freezes/lift', { user_id: 1, frozen_at: frozenAt, reason: '', totp: '1' }, 'reason'],
    ['/desk/api/freezes/lift', { user_id: 1, frozen_at: frozenAt, reason: ' \n ', totp: '1' }, 'reason'],
    [
      '/desk/api/freezes/lift',
      { user_id: 1, frozen_at: frozenAt, reason: 'x'.repeat(501), totp: '1' },
      'reason',
    ],
    ['/desk/api/freezes/lift', { user_id: 1, frozen_at: frozenAt, reason: 'a\u0000b', totp: '1' }, 'reason'],
    [
      '/desk/api/freezes/lift',
      { user_id: 1, frozen_at: frozenAt, reason: 'Fixed', totp: 'x'.repeat(33) },
      'totp',
    ],
    ['/desk/api/proposals/approve', { id: 0, totp: '1' }, 'id'],
    ['/desk/api/proposals/reject', { id: 1, remark: 'a\u0000b' }, 'remark'],
    ['/desk/api/proposals/reject', { id: 1, remark: 'x'.repeat(501) }, 'remark'],
    ['/desk/api/proposals/withdraw', { id: 1.5 }, 'id'],
    ['/desk/api/settings/change', { key: 'service_link', value: 'https://example.com/\u0000' }, 'value'],
    ['/desk/api/settings/change', { key: 'service_link', value: 'https://example.com/\ud800' }, 'value'],
    ['/desk/api/settings/change', { key: 'service_link', value: 'javascript:alert(1)' }, 'value'],
    ['/desk/api/settings/change', { key: '__proto__', value: '1' }, 'key'],
    ['/desk/api/sign_in', { email: 'x'.repeat(255), password: 'x' }, 'email'],
    ['/desk/api/sign_in', { email: { $ne: null }, password: 'x' }, 'email'],
    ['/desk/api/enrol', { ticket: 'x'.repeat(129), totp: '000000' }, 'ticket'],
  ]
  for (const [url, body, field] of invalid) {
    it(`${url} refuses ${field} in ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const { code, data } = await fixture.ask({ url, token, body })
      assert.deepEqual([code, data], [0, { reason: 'invalid_input', field }])
    })
  }

  it('leaves no fault and no input in the log', () => {
    const logged = fixture.logged.join('')
    assert.match(logged, /"path":"\/desk\/api\/sign_in"/)
    assert.doesNotMatch(logged, /a call failed|javascript:alert/)
    assert.ok(!logged.includes(token))
  })
})
