// The socket of operators with real sessions of operators, in a real database.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { operatorRoles } from '#core/user/operator-role.ts'
import { startDeskLive } from '#server/bootstrap/support-modules.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createLiveClient } from '#test/live/live-client.ts'
import { createOperatorsFixture, type OperatorsFixture } from '#test/operators/operators-fixture.ts'

let fixture: OperatorsFixture
let deskLive: ReturnType<typeof startDeskLive>
const errors: unknown[] = []
const timers = createFakeTimers()
const http = createServer()

before(async () => {
  fixture = await createOperatorsFixture()
  const { operators, database, clock } = fixture
  const stop = () => undefined
  deskLive = startDeskLive({
    ...{ pool: database.pool, operators },
    support: { feed: { watchDesk: () => stop, watchOwn: () => stop, onEnded: () => stop, stop } },
    socketParts: {
      ...{ clock, timers, metrics: createMetrics(), log: { error: (about: unknown) => errors.push(about) } },
      ...{
        translatorFor: createTranslators(),
        limitKeyOf: () => '192.0.2.1',
        webOrigins: [],
        securityHeaders: () => ({}),
      },
      ...{ isFromProxyItself: () => false, limits: { logins: { perSecond: 100, burst: 100 } } },
    },
  })
  deskLive.attach(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})
after(async () => {
  const stopped = deskLive.stop()
  timers.advance(10_000)
  await stopped
  http.closeAllConnections()
  http.close()
  await fixture.database.drop()
  assert.deepEqual(errors, [])
})

async function connect(token: string) {
  const client = createLiveClient(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/desk/ws?lang=en`)
  await client.open()
  const login = await client.request({ cmd: 'login', token })
  const subscribed = await client.request({ cmd: 'sub', topic: 'SUPPORT_DESK' })
  await client.framesSoFar()
  return { client, codes: [login['code'], subscribed['code']] }
}

async function followers(): Promise<readonly unknown[]> {
  const { rows } = await fixture.database.query(
    `select who, subject, address from audit_entries where action = 'support_followed' order by id`,
  )
  return rows
}

test('a login to the socket is audited for owners and support; others read nothing, and are not', async () => {
  const expected: object[] = []
  for (const role of operatorRoles) {
    const operator = await fixture.addOperator(role)
    const isAllowed = role === 'owner' || role === 'support'
    const { codes } = await connect(await fixture.signIn(operator))
    assert.deepEqual(codes, [1, isAllowed ? 1 : 0], role)
    if (isAllowed) expected.push({ who: operator.email, subject: 'support', address: '192.0.2.1' })
    assert.deepEqual(await followers(), expected)
  }
  assert.deepEqual((await connect('A'.repeat(43))).codes, [999, 999])
  assert.deepEqual(await followers(), expected)
})

test('a login to the socket fails if it cannot be audited', async (context) => {
  const token = await fixture.signIn(await fixture.addOperator('support'))
  await fixture.database.query('revoke insert on audit_entries from openlot_app')
  context.after(async () => await fixture.database.query('grant insert on audit_entries to openlot_app'))
  assert.deepEqual((await connect(token)).codes, [500, 999])
  assert.equal(errors.splice(0).length, 1)
})

const ends: readonly (readonly [string, string])[] = [
  ['was disabled', 'update operators set is_active = false where email = $1'],
  ['has another role', `update operators set role = 'viewer' where email = $1`],
  [
    'has signed out',
    'update operator_sessions set ended_at = now() where operator_id = (select id from operators where email = $1)',
  ],
]
for (const [how, sql] of ends) {
  test(`an operator who ${how} is logged out of the socket`, async () => {
    const operator = await fixture.addOperator('support')
    const { client } = await connect(await fixture.signIn(operator))
    await deskLive.checkSessions()
    assert.deepEqual(await client.framesSoFar(), [])
    await fixture.database.query(sql, [operator.email])
    await deskLive.checkSessions()
    assert.deepEqual(await client.framesSoFar(), [{ cmd: 'logout', code: 999 }])
    assert.equal((await client.request({ cmd: 'sub', topic: 'SUPPORT_DESK' }))['code'], 999)
  })
}
