import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, LiveClient } from '#test/live/live-client.ts'
import {
  createLiveHarness,
  eventually,
  type HarnessOptions,
  type LiveHarness,
} from '#test/live/live-harness.ts'

const topics = ['FOREX_TRADE', 'FOREX_CLOSED']

/** `user 7` is user 7; every login is a session of its own number. */
async function identify(token: string) {
  const userId = Number(/^user (\d+)$/.exec(token)?.[1] ?? 0)
  return userId === 0 ? undefined : { userId, sessionId: userId }
}

function stageOf(context: Parameters<typeof createLiveHarness>[0], options: HarnessOptions = {}) {
  return createLiveHarness(context, { identify, ...options })
}

/** A socket of this user that follows both of their topics, and has heard everything so far. */
async function join(stage: LiveHarness, userId: number): Promise<LiveClient> {
  const client = await stage.connect()
  await logIn(client, userId)
  for (const topic of topics) await client.ask({ cmd: 'sub', topic })
  await client.heardByNow()
  return client
}

async function logIn(client: LiveClient, userId: number): Promise<void> {
  assert.deepEqual(await client.ask({ cmd: 'login', token: `user ${userId}` }), { cmd: 'login', code: 1 })
}

/** What there is to be heard by this user: figures in one way, closes in the other. */
function move({ own, flush }: LiveHarness, userId: number, step: number): void {
  own.show(userId, step * 1_000_000, step)
  own.left(userId, [step])
  flush()
}

/** In short: what kind, and of which step. */
function said(frames: readonly Frame[]): readonly string[] {
  return frames.map(({ topic, data }) =>
    topic === 'FOREX_TRADE' ? `figures ${(data as Frame)['QuoteSeq']}` : `left ${data}`,
  )
}

test('a subscription is followed by the figures there are; closes by that there are none yet', async (context) => {
  const stage = await stageOf(context)
  stage.own.show(1, 5_000_000, 8)
  const client = await stage.connect()
  await logIn(client, 1)
  for (const topic of topics) client.say({ cmd: 'sub', topic })
  const heard = await client.heardByNow()
  assert.deepEqual(
    heard.map(({ cmd, topic, snapshot }) => [cmd, topic, snapshot]),
    [
      ['sub', 'FOREX_TRADE', undefined],
      [undefined, 'FOREX_TRADE', true],
      ['sub', 'FOREX_CLOSED', undefined],
      [undefined, 'FOREX_CLOSED', true],
    ],
  )
  stage.flush()
  assert.deepEqual(await client.heardByNow(), [], 'the same is not told again')
})

test('everyone hears of their own account and of no other, on all of their sockets', async (context) => {
  const stage = await stageOf(context)
  const clients = [await join(stage, 1), await join(stage, 1), await join(stage, 2), await join(stage, 3)]
  move(stage, 1, 11)
  move(stage, 2, 22)
  const heard = await Promise.all(clients.map(async (client) => said(await client.heardByNow())))
  const ofOne = ['left 11', 'figures 11']
  assert.deepEqual(heard, [ofOne, ofOne, ['left 22', 'figures 22'], []])
})

test('figures are told at most once in a flush, the newest, and only where they have changed', async (context) => {
  const stage = await stageOf(context)
  const client = await join(stage, 1)
  for (let step = 1; step <= 20; step++) stage.own.show(1, step * 1_000_000, step)
  assert.deepEqual(await client.heardByNow(), [], 'not before the flush')
  stage.flush()
  assert.deepEqual(said(await client.heardByNow()), ['figures 20'])
  stage.own.show(1, 20_000_000, 21)
  for (let round = 0; round < 3; round++) stage.flush()
  assert.deepEqual(await client.heardByNow(), [])
})

test('what has left the lists is told at once and one by one; a change that closes nothing is not', async (context) => {
  const stage = await stageOf(context)
  const client = await join(stage, 1)
  stage.own.left(1, [4, 5])
  stage.own.left(1, [])
  stage.own.left(1, [6])
  assert.deepEqual(await client.heardByNow(), [
    { topic: 'FOREX_CLOSED', data: [4, 5], QuoteSeq: 0, Now: 0 },
    { topic: 'FOREX_CLOSED', data: [6], QuoteSeq: 0, Now: 0 },
  ])
})

test('a login as somebody else ends the pushes of the one before at once, also while it is looked up', async (context) => {
  const lookUp = Promise.withResolvers<void>()
  const stage = await stageOf(context, {
    identify: async (token) => {
      if (token === 'user 2') await lookUp.promise
      return await identify(token)
    },
  })
  const client = await join(stage, 1)
  client.say({ cmd: 'login', token: 'user 2' })
  await client.heardByNow()
  move(stage, 1, 1)
  move(stage, 2, 2)
  assert.deepEqual(await client.heardByNow(), [])
  lookUp.resolve()
  assert.deepEqual(await client.next(), { cmd: 'login', code: 1 })
  move(stage, 1, 3)
  move(stage, 2, 4)
  assert.deepEqual(await client.heardByNow(), [], 'nothing is followed until it is asked for')
  for (const topic of topics) await client.ask({ cmd: 'sub', topic })
  await client.heardByNow()
  move(stage, 1, 5)
  move(stage, 2, 6)
  assert.deepEqual(said(await client.heardByNow()), ['left 6', 'figures 6'])
  assert.equal(stage.own.watchersOf(1), 0)
})

for (const [how, end] of [
  ['a logout', async (_: LiveHarness, client: LiveClient) => void (await client.ask({ cmd: 'logout' }))],
  ['the end of the session', async ({ live }: LiveHarness) => live.endSession(1)],
  [
    'a token nobody has',
    async (_: LiveHarness, client: LiveClient) => void (await client.ask({ cmd: 'login', token: 'x' })),
  ],
  [
    'unsubscribing',
    async (_: LiveHarness, client: LiveClient) => {
      for (const topic of topics) await client.ask({ cmd: 'unsub', topic })
    },
  ],
] as const) {
  test(`${how} ends the pushes at once, on this socket and on no other user’s`, async (context) => {
    const stage = await stageOf(context)
    const client = await join(stage, 1)
    const other = await join(stage, 2)
    stage.own.show(1, 1, 1)
    await end(stage, client)
    // What the flush under way would have told it, and what leaves right after.
    move(stage, 1, 2)
    move(stage, 2, 3)
    const heard = await client.heardByNow()
    assert.deepEqual(
      heard.filter(({ topic, data }) => topic !== undefined && data !== undefined),
      [],
    )
    assert.deepEqual(said(await other.heardByNow()), ['left 3', 'figures 3'])
    assert.equal(stage.own.watchersOf(1), 0)
  })
}

test('a subscription before the login is refused and hears nothing after it', async (context) => {
  const stage = await stageOf(context)
  const client = await stage.connect()
  for (const topic of topics) assert.equal((await client.ask({ cmd: 'sub', topic }))['code'], 999)
  await logIn(client, 1)
  move(stage, 1, 1)
  assert.deepEqual(await client.heardByNow(), [])
})

test('a socket that goes lets go of the account', async (context) => {
  const stage = await stageOf(context)
  const client = await join(stage, 1)
  assert.equal(stage.own.watchersOf(1), 1)
  client.socket.terminate()
  await eventually(() => stage.own.watchersOf(1) === 0)
  move(stage, 1, 1)
})

const codes = Array.from({ length: 100 }, (_, index) => `M${index}`)

/** Follows the quotes besides, and reads none of them until enough of them lie with us. */
async function fallBehind(stage: LiveHarness, client: LiveClient): Promise<void> {
  await client.ask({ cmd: 'sub', topic: 'DAY_MARKET' })
  client.socket.pause()
  for (let step = 1; (await stage.figure('liveFramesSkipped')) === 0; step++) {
    for (const code of codes) stage.market.quote(code, 100_000 + step, step)
    stage.flush()
  }
}

async function heardOfOwn(client: LiveClient, last: string): Promise<readonly string[]> {
  const heard: string[] = []
  while (heard.at(-1) !== last) {
    const frame = await client.next()
    if (topics.includes(String(frame['topic']))) heard.push(...said([frame]))
  }
  return heard
}

test('a slow reader gets every close it missed, and of the figures the newest', async (context) => {
  const stage = await stageOf(context, { codes })
  const client = await join(stage, 1)
  await fallBehind(stage, client)
  for (let step = 1; step <= 20; step++) move(stage, 1, step)
  client.socket.resume()
  await eventually(() => stage.streams[0]?.writableLength === 0)
  stage.flush()
  const closes = Array.from({ length: 20 }, (_, index) => `left ${index + 1}`)
  assert.deepEqual(await heardOfOwn(client, 'figures 20'), [...closes, 'figures 20'])
})

test('closes nobody reads do not pile up: past the bound the socket is cut off, to fetch when it is back', async (context) => {
  const limits = { stuckMs: Number.POSITIVE_INFINITY, mostUnansweredBytes: 100 * 1024 }
  const stage = await stageOf(context, { codes, limits })
  const client = await join(stage, 1)
  await fallBehind(stage, client)
  const ids = Array.from({ length: 500 }, (_, index) => 1_000_000 + index)
  let unread = 0
  for (let count = 0; count < 100 && stage.streams[0]?.destroyed === false; count++) {
    stage.own.left(1, ids)
    unread = Math.max(unread, stage.streams[0]?.writableLength ?? 0)
  }
  assert.equal(await stage.figure('liveSocketsStuck'), 1)
  assert.ok(unread < limits.mostUnansweredBytes + 2 * JSON.stringify(ids).length, `${unread} bytes`)
  await eventually(async () => (await stage.figure('sockets')) === 0)
  assert.equal(stage.own.watchersOf(1), 0)
  client.socket.resume()
  assert.equal(await client.closed(), 1006)
})
