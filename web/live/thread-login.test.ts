// A visitor's login with the token of a support thread.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import { createLiveClient, roundTrip, startLiveServer } from '#test/web/live-server.ts'

const ignore = () => undefined

async function connect(context: TestContext) {
  const server = await startLiveServer(context)
  const visitor = { thread: 'T' as string | undefined, ended: [] as string[] }
  const client = createLiveClient(context, server.url, {
    thread: () => visitor.thread,
    threadEnded: (thread) => visitor.ended.push(thread),
  })
  await client.start()
  const [connection] = server.clients
  return { ...client, server, visitor, connection, answered: () => roundTrip(client, connection) }
}

test('a visitor logs in with the thread only while the support topic has a subscriber', async (context) => {
  const { live, connection, answered } = await connect(context)
  live.subscribe('NOTICE', ignore)
  await answered()
  assert.deepEqual(connection?.received, [])
  const unsubscribe = live.subscribe('SUPPORT', ignore)
  await eventually(() => connection?.received.length === 2)
  unsubscribe()
  await answered()
  assert.deepEqual(connection?.received, ['login T', 'sub SUPPORT', 'unsub SUPPORT', 'logout'])
})

test('a thread that has ended is told once, and the connection stays', async (context) => {
  const { live, server, visitor, connection, answered } = await connect(context)
  server.behaviour.login = () => ({ cmd: 'login', code: 0, msg: 'This chat has ended.' })
  live.subscribe('SUPPORT', ignore)
  await eventually(() => visitor.ended.length === 1)
  live.sessionChanged()
  await answered()
  assert.deepEqual([visitor.ended, connection?.received, connection?.closed], [['T'], ['login T'], false])
  server.behaviour.login = () => ({ cmd: 'login', code: 1 })
  visitor.thread = 'U'
  live.sessionChanged()
  await eventually(() => connection?.received.length === 3)
  assert.deepEqual(connection?.received.slice(1), ['login U', 'sub SUPPORT'])
})

test('a thread that the server ends later is told as well', async (context) => {
  const { live, visitor, connection } = await connect(context)
  live.subscribe('SUPPORT', ignore)
  await eventually(() => connection?.received.length === 2)
  connection?.send({ cmd: 'logout', code: 999 })
  await eventually(() => visitor.ended.length === 1)
})

test('a session replaces the thread, and the cached state of the thread is gone', async (context) => {
  const { live, session, connection } = await connect(context)
  live.subscribe('SUPPORT', ignore)
  await eventually(() => connection?.received.length === 2)
  connection?.send({ topic: 'SUPPORT', data: { thread: { unread: 3 }, messages: [1] } })
  connection?.send({ topic: 'SUPPORT', data: { typing: 'desk' } })
  const cached: unknown[] = []
  await eventually(async () => {
    live.subscribe('SUPPORT', ({ data, snapshot }) => cached.push([data, snapshot]))()
    const end = live.subscribe('SUPPORT', ({ data, snapshot }) => cached.push([data, snapshot]))
    await Promise.resolve()
    end()
    return cached.length > 0
  })
  assert.deepEqual(cached[0], [{ thread: { unread: 3 }, messages: [] }, true])
  session.token = 'A'
  live.sessionChanged()
  const pushes: unknown[] = []
  live.subscribe('SUPPORT', (push) => pushes.push(push))
  await eventually(() => connection?.received.length === 6)
  assert.deepEqual(connection?.received.slice(2), ['unsub SUPPORT', 'logout', 'login A', 'sub SUPPORT'])
  assert.deepEqual(pushes, [])
})
