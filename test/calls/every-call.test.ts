import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Call } from '#contract/call.ts'
import { isRoleAllowed, type OperatorRole, operatorRoles } from '#core/account/operator-role.ts'
import { findCalls } from '#test/calls/all-calls.ts'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { openDemo, registerUser, signInEveryRole } from '#test/calls/app-users.ts'
import { hostileInputs } from '#test/calls/hostile-inputs.ts'

const calls = await findCalls()
let stage: AppFixture
let demo: string
let user: string
/** One session that was logged out, one whose thirty days are over. */
let ended: readonly string[]
let operators: ReadonlyMap<OperatorRole, string>

before(async () => {
  stage = await createAppFixture()
  const left = (await registerUser(stage, 'gone@example.com')).token
  await stage.call({ url: '/api/user/logout', token: left, body: {} })
  const expired = (await registerUser(stage, 'away@example.com')).token
  stage.advance(31 * 86_400_000)
  ended = [left, expired]
  demo = await openDemo(stage)
  user = (await registerUser(stage, 'ann@example.com')).token
  operators = await signInEveryRole(stage)
  // So that orders are not all refused before the rest of what they say is looked at.
  stage.trading.quote('EURUSD', 114_500, 114_510)
})
after(async () => await stage.stop())

/** Without any input: who may ask is decided before what they sent. */
async function codeFor(call: Call, token: string | undefined): Promise<readonly unknown[]> {
  const answer = await stage.call(
    call.verb === 'POST' ? { url: call.path, token, body: {} } : { url: call.path, token },
  )
  return [answer.code, answer.data?.reason]
}

/** Those that end the session they are made with are tried with their own. */
const ending = new Set(['logout', 'desk_sign_out'])

test('there are calls to try', () => {
  assert.ok(calls.length > 40, String(calls.length))
  assert.deepEqual([...new Set(calls.map((call) => call.name))].length, calls.length)
})

test('every call is served', async () => {
  const { paths } = await stage.openApi()
  for (const call of calls) assert.ok(paths[call.path]?.[call.verb.toLowerCase()], call.path)
})

describe('a call for users', () => {
  for (const call of calls.filter(({ access }) => access === 'user' || access === 'real_user')) {
    test(`${call.path} is not for a visitor, an ended session, a made-up token or an operator`, async () => {
      for (const token of [undefined, ...ended, 'A'.repeat(43), 'x', ...operators.values()]) {
        assert.deepEqual(await codeFor(call, token), [999, undefined])
      }
    })
    if (ending.has(call.name)) continue
    test(`${call.path} is ${call.access === 'user' ? '' : 'not '}for a demo account, and for a user`, async () => {
      const [code, reason] = await codeFor(call, demo)
      assert.equal(reason === 'demo_forbidden', call.access === 'real_user', `${code} ${reason}`)
      const [own, why] = await codeFor(call, user)
      assert.ok(own === 1 || own === 0, String(own))
      assert.ok(why !== 'demo_forbidden' && why !== 'role_forbidden', String(why))
    })
  }
})

describe('a call of the console', () => {
  for (const call of calls.filter(({ access }) => typeof access !== 'string')) {
    test(`${call.path} is not for a visitor, a user, a demo account or a made-up token`, async () => {
      for (const token of [undefined, user, demo, ...ended, 'A'.repeat(43)]) {
        assert.deepEqual(await codeFor(call, token), [999, undefined])
      }
    })
    if (ending.has(call.name)) continue
    for (const role of operatorRoles) {
      const may = typeof call.access !== 'string' && isRoleAllowed(role, call.access)
      test(`${call.path} is ${may ? '' : 'not '}for ${role}`, async () => {
        const [code, reason] = await codeFor(call, operators.get(role))
        assert.ok(code === 1 || code === 0, `${code} ${reason}`)
        assert.equal(reason === 'role_forbidden', !may)
      })
    }
  }
})

describe('whatever is sent', () => {
  for (const call of calls) {
    test(`${call.path} answers in an envelope, is never a fault, and lets nobody in`, async () => {
      for (const token of tokensFor(call)) {
        for (const asked of hostileInputs(call)) {
          const response = await stage.raw({ ...asked, token })
          assert.equal(response.statusCode, 200, JSON.stringify(asked).slice(0, 200))
          const type = String(response.headers['content-type'])
          assert.match(type, /^application\/json/)
          const { code, data } = response.json()
          assert.ok([0, 1, 429, 999].includes(code), `${code} to ${JSON.stringify(asked).slice(0, 200)}`)
          if (call.carriesSecret) assert.equal(data?.token, undefined)
        }
      }
    })
  }
})

/** Whoever may make the call, so that what they send is looked at. */
function tokensFor({ access, name }: Call): readonly (string | undefined)[] {
  if (ending.has(name)) return [undefined]
  if (access === 'anyone') return [undefined]
  if (access === 'user') return [user, demo]
  return access === 'real_user' ? [user] : [operators.get('owner')]
}

test('no log line holds a token, a password or a code', async () => {
  const logged = stage.logged.join('\n')
  assert.ok(logged.length > 1000)
  const letters = await stage.messagesTo('ann@example.com')
  const secrets = [
    user,
    demo,
    ...ended,
    'correct horse 7',
    ...operators.values(),
    ...letters.map(({ code }) => code),
  ]
  for (const secret of secrets.filter((text) => text !== '')) {
    assert.ok(!logged.includes(`"${secret}"`) && !new RegExp(`\\b${secret}\\b`).test(logged), secret)
  }
})
