import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import type { Frame, LiveClient } from '#test/live/live-client.ts'
import { createLiveHarness, type HarnessOptions, type LiveHarness } from '#test/live/live-harness.ts'

const topics = ['FOREX_TRADE', 'FOREX_CLOSED']

/** The token `user 7` logs in as user 7 with session 7. */
async function authenticate(token: string) {
  const userId = Number(/^user (\d+)$/.exec(token)?.[1] ?? 0)
  return userId === 0 ? undefined : { userId, sessionId: userId }
}

function stageOf(context: Parameters<typeof createLiveHarness>[0], options: HarnessOptions = {}) {
  return createLiveHarness(context, { authenticate, ...options })
}

/** A logged-in socket, subscribed to both private topics. All frames so far have been read. */
async function join(harness: LiveHarness, userId: number): Promise<LiveClient> {
  const client = await harness.connect()
  await logIn(client, userId)
  for (const topic of topics) await client.request({ cmd: 'sub', topic })
  await client.framesSoFar()
  return client
}

async function logIn(client: LiveClient, userId: number): Promise<void> {
  assert.deepEqual(await client.request({ cmd: 'login', token: `user ${userId}` }), { cmd: 'login', code: 1 })
}

/** Changes the figures of the user and closes an order. */
function move({ accounts, flush }: LiveHarness, userId: number, step: number): void {
  accounts.setProfit(userId, step * 1_000_000, step)
  accounts.closeOrders(userId, [step])
  flush()
}

/** A frame in short: what it reports, and the step. */
function said(frames: readonly Frame[]): readonly string[] {
  return frames.map(({ topic, data }) =>
    topic === 'FOREX_TRADE' ? `figures ${(data as Frame)['QuoteSeq']}` : `left ${data}`,
  )
}

test('a subscription gets a snapshot of the figures or an empty list of closed orders', async (context) => {
  const harness = await stageOf(context)
  harness.accounts.setProfit(1, 5_000_000, 8)
  const client = await harness.connect()
  await logIn(client, 1)
  for (const topic of topics) client.send({ cmd: 'sub', topic })
  const received = await client.framesSoFar()
  assert.deepEqual(
    received.map(({ cmd, topic, snapshot }) => [cmd, topic, snapshot]),
    [
      ['sub', 'FOREX_TRADE', undefined],
      [undefined, 'FOREX_TRADE', true],
      ['sub', 'FOREX_CLOSED', undefined],
      [undefined, 'FOREX_CLOSED', true],
    ],
  )
  harness.flush()
  assert.deepEqual(await client.framesSoFar(), [], 'the same figures must not be sent again')
})

test('all sockets of a user get that account only', async (context) => {
  const harness = await stageOf(context)
  const clients = [
    await join(harness, 1),
    await join(harness, 1),
    await join(harness, 2),
    await join(harness, 3),
  ]
  move(harness, 1, 11)
  move(harness, 2, 22)
  const received = await Promise.all(clients.map(async (client) => said(await client.framesSoFar())))
  const ofOne = ['left 11', 'figures 11']
  assert.deepEqual(received, [ofOne, ofOne, ['left 22', 'figures 22'], []])
})

test('a flush sends the latest figures once, and only if they changed', async (context) => {
  const harness = await stageOf(context)
  const client = await join(harness, 1)
  for (let step = 1; step <= 20; step++) harness.accounts.setProfit(1, step * 1_000_000, step)
  assert.deepEqual(await client.framesSoFar(), [], 'not before the flush')
  harness.flush()
  assert.deepEqual(said(await client.framesSoFar()), ['figures 20'])
  harness.accounts.setProfit(1, 20_000_000, 21)
  for (let round = 0; round < 3; round++) harness.flush()
  assert.deepEqual(await client.framesSoFar(), [])
})

test('closed orders are sent at once, and other changes are not', async (context) => {
  const harness = await stageOf(context)
  const client = await join(harness, 1)
  harness.accounts.closeOrders(1, [4, 5])
  harness.accounts.closeOrders(1, [])
  harness.accounts.closeOrders(1, [6])
  assert.deepEqual(await client.framesSoFar(), [
    { topic: 'FOREX_CLOSED', data: [4, 5], QuoteSeq: 0, Now: 0 },
    { topic: 'FOREX_CLOSED', data: [6], QuoteSeq: 0, Now: 0 },
  ])
})

test('another login stops the pushes of the previous user before it is looked up', async (context) => {
  const lookUp = Promise.withResolvers<void>()
  const harness = await stageOf(context, {
    authenticate: async (token) => {
      if (token === 'user 2') await lookUp.promise
      return await authenticate(token)
    },
  })
  const client = await join(harness, 1)
  client.send({ cmd: 'login', token: 'user 2' })
  await client.framesSoFar()
  move(harness, 1, 1)
  move(harness, 2, 2)
  assert.deepEqual(await client.framesSoFar(), [])
  lookUp.resolve()
  assert.deepEqual(await client.next(), { cmd: 'login', code: 1 })
  move(harness, 1, 3)
  move(harness, 2, 4)
  assert.deepEqual(await client.framesSoFar(), [], 'a login must not restore subscriptions')
  for (const topic of topics) await client.request({ cmd: 'sub', topic })
  await client.framesSoFar()
  move(harness, 1, 5)
  move(harness, 2, 6)
  assert.deepEqual(said(await client.framesSoFar()), ['left 6', 'figures 6'])
  assert.equal(harness.accounts.subscriberCount(1), 0)
})

for (const [how, end] of [
  ['a logout', async (_: LiveHarness, client: LiveClient) => void (await client.request({ cmd: 'logout' }))],
  ['the end of the session', async ({ live }: LiveHarness) => live.endSession(1)],
  [
    'an unknown token',
    async (_: LiveHarness, client: LiveClient) => void (await client.request({ cmd: 'login', token: 'x' })),
  ],
  [
    'unsubscribing',
    async (_: LiveHarness, client: LiveClient) => {
      for (const topic of topics) await client.request({ cmd: 'unsub', topic })
    },
  ],
] as const) {
  test(`${how} stops the pushes at once, and only on this socket`, async (context) => {
    const harness = await stageOf(context)
    const client = await join(harness, 1)
    const other = await join(harness, 2)
    harness.accounts.setProfit(1, 1, 1)
    await end(harness, client)
    // Neither the running flush nor a later close may reach the socket.
    move(harness, 1, 2)
    move(harness, 2, 3)
    const received = await client.framesSoFar()
    assert.deepEqual(
      received.filter(({ topic, data }) => topic !== undefined && data !== undefined),
      [],
    )
    assert.deepEqual(said(await other.framesSoFar()), ['left 3', 'figures 3'])
    assert.equal(harness.accounts.subscriberCount(1), 0)
  })
}

test('a subscription before the login is refused and stays without pushes after it', async (context) => {
  const harness = await stageOf(context)
  const client = await harness.connect()
  for (const topic of topics) assert.equal((await client.request({ cmd: 'sub', topic }))['code'], 999)
  await logIn(client, 1)
  move(harness, 1, 1)
  assert.deepEqual(await client.framesSoFar(), [])
})

test('a closed socket unsubscribes from the account', async (context) => {
  const harness = await stageOf(context)
  const client = await join(harness, 1)
  assert.equal(harness.accounts.subscriberCount(1), 1)
  client.socket.terminate()
  await eventually(() => harness.accounts.subscriberCount(1) === 0)
  move(harness, 1, 1)
})

const codes = Array.from({ length: 100 }, (_, index) => `M${index}`)

/** Also subscribes to quotes and reads none of them until the server has unsent bytes. */
async function fallBehind(harness: LiveHarness, client: LiveClient): Promise<void> {
  await client.request({ cmd: 'sub', topic: 'DAY_MARKET' })
  client.socket.pause()
  for (let step = 1; (await harness.metric('liveFramesSkipped')) === 0; step++) {
    for (const code of codes) harness.market.quote(code, 100_000 + step, step)
    harness.flush()
  }
}

async function heardOfOwn(client: LiveClient, last: string): Promise<readonly string[]> {
  const received: string[] = []
  while (received.at(-1) !== last) {
    const frame = await client.next()
    if (topics.includes(String(frame['topic']))) received.push(...said([frame]))
  }
  return received
}

test('a slow client gets every closed order and only the latest figures', async (context) => {
  const harness = await stageOf(context, { codes })
  const client = await join(harness, 1)
  await fallBehind(harness, client)
  for (let step = 1; step <= 20; step++) move(harness, 1, step)
  client.socket.resume()
  await eventually(() => harness.streams[0]?.writableLength === 0)
  harness.flush()
  const closes = Array.from({ length: 20 }, (_, index) => `left ${index + 1}`)
  assert.deepEqual(await heardOfOwn(client, 'figures 20'), [...closes, 'figures 20'])
})

test('a client that does not read closed orders is terminated at the limit', async (context) => {
  const limits = { stuckAfterMs: Number.POSITIVE_INFINITY, maxUnsentBytes: 100 * 1024 }
  const harness = await stageOf(context, { codes, limits })
  const client = await join(harness, 1)
  await fallBehind(harness, client)
  const ids = Array.from({ length: 500 }, (_, index) => 1_000_000 + index)
  let unsent = 0
  for (let count = 0; count < 100 && harness.streams[0]?.destroyed === false; count++) {
    harness.accounts.closeOrders(1, ids)
    unsent = Math.max(unsent, harness.streams[0]?.writableLength ?? 0)
  }
  assert.equal(await harness.metric('liveSocketsStuck'), 1)
  assert.ok(unsent < limits.maxUnsentBytes + 2 * JSON.stringify(ids).length, `${unsent} bytes`)
  await eventually(async () => (await harness.metric('sockets')) === 0)
  assert.equal(harness.accounts.subscriberCount(1), 0)
  client.socket.resume()
  assert.equal(await client.closed(), 1006)
})
