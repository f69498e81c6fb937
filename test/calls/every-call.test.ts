import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Call } from '#contract/call.ts'
import { isRoleAllowed, type OperatorRole, operatorRoles } from '#core/user/operator-role.ts'
import { findCalls } from '#test/calls/all-calls.ts'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser, signInEveryRole } from '#test/calls/app-users.ts'
import { hostileInputs } from '#test/calls/hostile-inputs.ts'
import { sampled } from '#test/sampling.ts'

const calls = await findCalls()
let fixture: AppFixture
let demo: string
let user: string
/** Tokens of a logged-out session and of an expired one. */
let ended: readonly string[]
let operators: ReadonlyMap<OperatorRole, string>

before(async () => {
  fixture = await createAppFixture()
  const left = (await registerUser(fixture, 'gone@example.com')).token
  await fixture.call({ url: '/api/user/logout', token: left, body: {} })
  const expired = (await registerUser(fixture, 'away@example.com')).token
  fixture.advance(31 * 86_400_000)
  ended = [left, expired]
  demo = await openDemo(fixture)
  user = (await registerUser(fixture, 'ann@example.com')).token
  operators = await signInEveryRole(fixture)
  // Without a price, orders would be refused before their other fields are checked.
  fixture.trading.quote('EURUSD', 114_500, 114_510)
})
after(async () => await fixture.stop())

/** Sends the call without input: access is checked before the input. */
async function codeFor(call: Call, token: string | undefined): Promise<readonly unknown[]> {
  const answer = await fixture.call(
    call.verb === 'POST' ? { url: call.path, token, body: {} } : { url: call.path, token },
  )
  return [answer.code, answer.data?.reason]
}

/** Hostile requests per call in `npm test`; `npm run test:looks` sends all of them. */
const hostileSample = 16

/** Calls that end the session they are made with. */
const sessionEnding = new Set(['logout', 'desk_sign_out'])

test('the contract has more than 40 calls with unique names', () => {
  assert.ok(calls.length > 40, String(calls.length))
  assert.deepEqual([...new Set(calls.map((call) => call.name))].length, calls.length)
})

test('every call is served', async () => {
  for (const call of calls) {
    const [, reason] = await codeFor(call, undefined)
    assert.ok(reason !== 'unknown_path' && reason !== 'wrong_verb', call.path)
  }
})

test('every call is in the OpenAPI document, except those of the operator console', async () => {
  const { paths } = await fixture.openApi()
  const described = calls.filter(({ path }) => !path.startsWith('/desk/'))
  for (const { path, verb } of described) assert.ok(paths[path]?.[verb.toLowerCase()], path)
  assert.equal(Object.keys(paths).length, new Set(described.map(({ path }) => path)).size)
})

describe('a call for users', () => {
  for (const call of calls.filter(({ access }) => access === 'user' || access === 'real_user')) {
    test(`${call.path} refuses a visitor, an ended session, an unknown token and an operator`, async () => {
      for (const token of [undefined, ...ended, 'A'.repeat(43), 'x', ...operators.values()]) {
        assert.deepEqual(await codeFor(call, token), [999, undefined])
      }
    })
    if (sessionEnding.has(call.name)) continue
    test(`${call.path} ${call.access === 'user' ? 'admits' : 'refuses'} a demo account and admits a user`, async () => {
      const [code, reason] = await codeFor(call, demo)
      assert.equal(reason === 'demo_forbidden', call.access === 'real_user', `${code} ${reason}`)
      const [own, why] = await codeFor(call, user)
      assert.ok(own === 1 || own === 0, String(own))
      assert.ok(why !== 'demo_forbidden' && why !== 'role_forbidden', String(why))
    })
  }
})

describe('a desk call', () => {
  for (const call of calls.filter(({ access }) => typeof access !== 'string')) {
    test(`${call.path} refuses a visitor, a user, a demo account and an unknown token`, async () => {
      for (const token of [undefined, user, demo, ...ended, 'A'.repeat(43)]) {
        assert.deepEqual(await codeFor(call, token), [999, undefined])
      }
    })
    if (sessionEnding.has(call.name)) continue
    for (const role of operatorRoles) {
      const isAllowed = typeof call.access !== 'string' && isRoleAllowed(role, call.access)
      test(`${call.path} ${isAllowed ? 'admits' : 'refuses'} ${role}`, async () => {
        const [code, reason] = await codeFor(call, operators.get(role))
        assert.ok(code === 1 || code === 0, `${code} ${reason}`)
        assert.equal(reason === 'role_forbidden', !isAllowed)
      })
    }
  }
})

describe('hostile input', () => {
  for (const call of calls) {
    test(`to ${call.path} gets an envelope, never a fault, and never a session`, async () => {
      for (const token of tokensFor(call)) {
        for (const request of sampled(hostileInputs(call), hostileSample)) {
          const response = await fixture.raw({ ...request, token })
          assert.equal(response.statusCode, 200, JSON.stringify(request).slice(0, 200))
          const type = String(response.headers['content-type'])
          assert.match(type, /^application\/json/)
          // The messages of a thread as a file. Its refusals are envelopes.
          if (call.name === 'support_export' && response.headers['content-disposition']) continue
          const { code, data } = response.json()
          assert.ok([0, 1, 429, 999].includes(code), `${code} to ${JSON.stringify(request).slice(0, 200)}`)
          if (call.carriesSecret) assert.equal(data?.token, undefined)
        }
      }
    })
  }
})

/** Tokens with access to the call, so that the server checks its input. */
function tokensFor({ access, name, path }: Call): readonly (string | undefined)[] {
  if (sessionEnding.has(name)) return [undefined]
  // The thread is that of the session. Without one, access would be refused before the input is checked.
  if (path.startsWith('/api/support/')) return [undefined, demo]
  if (access === 'anyone') return [undefined]
  if (access === 'user') return [user, demo]
  return access === 'real_user' ? [user] : [operators.get('owner')]
}

test('no log line contains a fault, hostile input, a token, a password or a code', async () => {
  const logged = fixture.logged.join('\n')
  assert.ok(logged.length > 1000)
  assert.doesNotMatch(logged, /a call failed|drop table/)
  const messages = await fixture.messagesTo('ann@example.com')
  const secrets = [
    user,
    demo,
    ...ended,
    'correct horse 7',
    ...operators.values(),
    ...messages.map(({ code }) => code),
  ]
  for (const secret of secrets.filter((text) => text !== '')) {
    assert.ok(!logged.includes(`"${secret}"`) && !new RegExp(`\\b${secret}\\b`).test(logged), secret)
  }
})
