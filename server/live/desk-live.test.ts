import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { createDeskLive } from '#server/live/live.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTranslators } from '#server/platform/translators.ts'
import type { DeskPush } from '#server/support/support.ts'
import { eventually } from '#test/eventually.ts'
import { createLiveClient, rejectionStatus } from '#test/live/live-client.ts'

/** The socket of operators. A token is the role; `ended` sessions are not live any more. */
async function createHarness(context: TestContext, beforeCheck = async () => {}) {
  const http = createServer()
  const timers = createFakeTimers()
  const handlers = new Set<(push: DeskPush) => void>()
  const sessions = new Map<number, OperatorRole>()
  const live = createDeskLive({
    ...{ clock: timers.clock, timers, metrics: createMetrics(), log: { error: assert.fail } },
    ...{ translatorFor: createTranslators(), webOrigins: [], limitKeyOf: () => '192.0.2.1' },
    ...{ securityHeaders: () => ({}), isFromProxyItself: () => false },
    async authenticate(token) {
      if (token === 'nobody') return undefined
      const session = { sessionId: sessions.size + 1, role: token as OperatorRole }
      sessions.set(session.sessionId, session.role)
      return session
    },
    async findLive(ids) {
      await beforeCheck()
      return ids.flatMap((sessionId) => {
        const role = sessions.get(sessionId)
        return role === undefined ? [] : [{ sessionId, role }]
      })
    },
    feed: {
      watchDesk(handler) {
        handlers.add(handler)
        return () => void handlers.delete(handler)
      },
    },
  })
  live.attach(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/desk/ws?lang=en`
  context.after(async () => {
    const stopped = live.stop()
    timers.advance(10_000)
    await stopped
    http.closeAllConnections()
    http.close()
  })
  return {
    ...{ handlers, sessions, live, timers, url },
    push: (push: DeskPush) => {
      for (const handler of handlers) handler(push)
    },
    async connect(role?: string) {
      const client = createLiveClient(url)
      await client.open()
      if (role !== undefined) await client.request({ cmd: 'login', token: role })
      return client
    },
  }
}

const sub = { cmd: 'sub', topic: 'SUPPORT_DESK' }

describe('the socket of operators', () => {
  test('has one topic, for owners and support only', async (context) => {
    const { connect, handlers } = await createHarness(context)
    const table: readonly (readonly [string | undefined, number])[] = [
      ...[[undefined, 999] as const, ['nobody', 999] as const],
      ...(['finance', 'compliance', 'content', 'viewer'] as const).map((role) => [role, 0] as const),
      ...[['owner', 1] as const, ['support', 1] as const],
    ]
    for (const [role, code] of table) {
      const client = await connect(role)
      assert.equal((await client.request(sub))['code'], code, role)
      for (const topic of ['SUPPORT', 'FOREX_TRADE', 'DAY_MARKET', 'KLINE.EURUSD'])
        assert.equal((await client.request({ cmd: 'sub', topic }))['code'], 0, topic)
    }
    assert.equal(handlers.size, 1)
    const client = await connect()
    assert.equal((await client.request({ cmd: 'login', thread: 'owner' }))['code'], 0)
  })

  test('says first that lists must be read, then pushes every change', async (context) => {
    const { connect, push } = await createHarness(context)
    const client = await connect('support')
    client.send(sub)
    push({ kind: 'typing', threadId: 3, by: 'user' })
    const [, snapshot] = await client.framesSoFar()
    assert.deepEqual(snapshot, { topic: 'SUPPORT_DESK', data: { missed: true }, snapshot: true })
    push({ kind: 'typing', threadId: 3, by: 'user' })
    push({ kind: 'gone', threadId: 4 })
    push({ kind: 'missed' })
    const frames = await client.framesSoFar()
    assert.deepEqual(
      frames.map(({ data }) => data),
      [{ typing: { id: 3, by: 'user' } }, { gone: 4 }, { missed: true }],
    )
  })

  test('logs out a session that has ended, and one whose role has changed', async (context) => {
    const { connect, sessions, live, push, handlers } = await createHarness(context)
    const clients = [await connect('support'), await connect('support'), await connect('support')]
    for (const client of clients) {
      await client.request(sub)
      await client.framesSoFar()
    }
    sessions.delete(1)
    sessions.set(2, 'owner')
    await live.checkSessions()
    push({ kind: 'gone', threadId: 4 })
    const received = await Promise.all(clients.map((client) => client.framesSoFar()))
    const ended = [{ cmd: 'logout', code: 999 }]
    assert.deepEqual(received.slice(0, 2), [ended, ended])
    assert.deepEqual(received[2], [{ topic: 'SUPPORT_DESK', data: { gone: 4 } }])
    clients[2]?.send({ cmd: 'logout' })
    await eventually(() => handlers.size === 0)
  })

  test('checks sessions every five seconds, and not again while a check waits', async (context) => {
    let checks = 0
    const waiting = Promise.withResolvers<void>()
    const { connect, sessions, timers } = await createHarness(context, async () => {
      checks += 1
      await waiting.promise
    })
    const client = await connect('support')
    await client.request(sub)
    await client.framesSoFar()
    sessions.clear()
    timers.advance(5_000)
    timers.advance(5_000)
    timers.advance(5_000)
    assert.equal(checks, 1)
    waiting.resolve()
    assert.deepEqual(await client.next(), { cmd: 'logout', code: 999 })
  })

  test('refuses pages of other origins', async (context) => {
    const { url } = await createHarness(context)
    assert.equal(await rejectionStatus(url, { origin: 'https://evil.example' }), 403)
  })
})
