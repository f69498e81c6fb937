import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Call } from '#contract/call.ts'
import { type OperatorRole, operatorRoles } from '#core/account/operator-role.ts'
import { type DeskParts, deskRoutes } from '#server/desk-api/desk-routes.ts'
import { hostileInputs } from '#test/calls/hostile-inputs.ts'
import { createDeskFixture, type DeskFixture } from '#test/operators/desk-fixture.ts'

/** Who may make each call, written down apart from the contract: a change there has to be meant. */
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
  '/desk/api/image': ['owner', 'compliance'],
  '/desk/api/operators': ['owner'],
  '/desk/api/operators/create': ['owner'],
  '/desk/api/operators/change': ['owner'],
  '/desk/api/audit': ['owner', 'viewer'],
  '/desk/api/settings': ['owner', 'viewer'],
  '/desk/api/settings/change': ['owner'],
}

/** The calls alone: nothing is asked of the rooms behind them. */
const calls = deskRoutes({ operators: {}, kyc: {}, settings: {} } as DeskParts).map(({ call }) => call)

describe('a call of the console', () => {
  let stage: DeskFixture
  let user: string
  const tokens = new Map<OperatorRole, string>()
  before(async () => {
    stage = await createDeskFixture()
    user = await stage.userToken()
    for (const role of operatorRoles) tokens.set(role, await stage.signIn(await stage.addOperator(role)))
  })
  after(async () => await stage.stop())

  const ask = (call: Call, token: string | undefined) =>
    stage.ask(call.verb === 'POST' ? { url: call.path, token, body: {} } : { url: call.path, token })

  it('is one of these', () => {
    assert.deepEqual(calls.map(({ path }) => path).sort(), Object.keys(table).sort())
  })

  for (const call of calls) {
    const allowed = table[call.path] ?? []
    if (allowed === 'anyone') continue

    it(`${call.path} is not for a visitor, a user, or a token that is nobody’s`, async () => {
      for (const token of [undefined, user, 'A'.repeat(43), 'x'])
        assert.equal((await ask(call, token)).code, 999)
    })

    for (const role of operatorRoles) {
      const may = allowed.includes(role)
      it(`${call.path} is ${may ? '' : 'not '}for ${role}`, async () => {
        // A session of its own where the call ends it.
        const own =
          call.path === '/desk/api/sign_out' ? await stage.signIn(await stage.addOperator(role)) : undefined
        const { code, data } = await ask(call, own ?? tokens.get(role))
        assert.ok(code === 0 || code === 1, String(code))
        assert.equal(data?.reason === 'role_forbidden', !may)
      })
    }
  }

  it('is refused by its token alone, before anything that was sent is looked at', async () => {
    const payload = `{"key":"${'x'.repeat(1_000_000)}`
    const headers = { 'content-type': 'application/json' }
    const asked = { method: 'POST', url: '/desk/api/settings/change', headers, payload } as const
    assert.equal((await stage.ask(asked)).code, 999)
    const { data } = await stage.ask({ ...asked, token: tokens.get('support') })
    assert.equal(data.reason, 'role_forbidden')
  })
})

describe('whatever is sent to the console', () => {
  let stage: DeskFixture
  let token: string
  before(async () => {
    stage = await createDeskFixture()
    token = await stage.signIn(await stage.addOperator('owner'))
  })
  after(async () => await stage.stop())

  for (const call of calls) {
    it(`${call.path} answers in an envelope and never with a fault`, async () => {
      for (const [index, asked] of hostileInputs(call).entries()) {
        // Whoever has to wait is let off now and then, or the rest would not be looked at.
        if (index % 60 === 0) await stage.database.pool.query('delete from operator_failures')
        const isEnding = call.path === '/desk/api/sign_out'
        const response = await stage.raw({ ...asked, token: isEnding ? undefined : token })
        const told = JSON.stringify(asked).slice(0, 200)
        assert.equal(response.statusCode, 200, told)
        const { code, data } = response.json()
        assert.ok([0, 1, 429, 999].includes(code), `${code} to ${told}`)
        assert.equal(data?.token, undefined)
      }
    })
  }

  const wrong: readonly (readonly [url: string, body: object, field: string])[] = [
    ['/desk/api/operators/change', { id: 1e300, totp: '1' }, 'id'],
    ['/desk/api/operators/change', { id: 0, totp: '1' }, 'id'],
    ['/desk/api/operators/change', { id: 1, role: 'god', totp: '1' }, 'role'],
    ['/desk/api/operators/change', { id: 1, is_active: 2, totp: '1' }, 'is_active'],
    ['/desk/api/operators/create', { email: 'a@example.com', role: ['owner', 'viewer'], totp: '1' }, 'role'],
    ['/desk/api/identity/decide', { id: 1, approve: 0, remark: 'a\u0000b' }, 'remark'],
    ['/desk/api/identity/decide', { id: 1, approve: 0, remark: '\ud800' }, 'remark'],
    ['/desk/api/identity/decide', { id: 1, approve: 0, remark: 'x'.repeat(501) }, 'remark'],
    ['/desk/api/settings/change', { key: 'service_link', value: 'https://example.com/\u0000' }, 'value'],
    ['/desk/api/settings/change', { key: 'service_link', value: 'https://example.com/\ud800' }, 'value'],
    ['/desk/api/settings/change', { key: 'service_link', value: 'javascript:alert(1)' }, 'value'],
    ['/desk/api/settings/change', { key: '__proto__', value: '1' }, 'key'],
    ['/desk/api/sign_in', { email: 'x'.repeat(255), password: 'x' }, 'email'],
    ['/desk/api/sign_in', { email: { $ne: null }, password: 'x' }, 'email'],
    ['/desk/api/enrol', { ticket: 'x'.repeat(129), totp: '000000' }, 'ticket'],
  ]
  for (const [url, body, field] of wrong) {
    it(`${url} names ${field} in ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const { code, data } = await stage.ask({ url, token, body })
      assert.deepEqual([code, data], [0, { reason: 'invalid_input', field }])
    })
  }

  it('leaves no word of a fault or of what was typed in the log', () => {
    const logged = stage.logged.join('')
    assert.match(logged, /"path":"\/desk\/api\/sign_in"/)
    assert.doesNotMatch(logged, /a call failed|drop table|correct horse/)
    assert.ok(!logged.includes(token))
  })
})
