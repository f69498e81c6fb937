import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, LiveClient } from '#test/live/live-client.ts'
import { createLiveHarness, eventually, type LiveHarness } from '#test/live/live-harness.ts'

const codes = Array.from({ length: 100 }, (_, index) => `M${index}`)
const subscribe = { cmd: 'sub', topic: 'DAY_MARKET' }
const most = { unread: 64 * 1024, flush: 20_000, unanswered: 128 * 1024 }

/** One window in which every market moves. */
function moveAll({ market, flush }: LiveHarness, step: number): void {
  for (const code of codes) market.quote(code, 100_000 + step, step)
  flush()
}

/** The system takes a few megabytes for a client that does not read before anything stays with us. */
async function fallBehind(stage: LiveHarness, client: LiveClient): Promise<number> {
  client.socket.pause()
  let step = 1
  while ((await stage.figure('liveFramesSkipped')) === 0) moveAll(stage, step++)
  return step
}

async function follow(stage: LiveHarness, topic: string): Promise<LiveClient> {
  const client = await stage.connect()
  await client.ask({ cmd: 'sub', topic })
  return client
}

function firstRow(push: Frame | undefined): Frame | undefined {
  return (push?.['data'] as readonly Frame[] | undefined)?.[0]
}

async function heardUntil(client: LiveClient, isLast: (frame: Frame) => boolean): Promise<readonly Frame[]> {
  const frames: Frame[] = []
  for (;;) {
    const frame = await client.next()
    frames.push(frame)
    if (isLast(frame)) return frames
  }
}

test('a slow reader skips flushes, and gets the newest state of everything in one push when it has caught up', async (context) => {
  const stage = await createLiveHarness(context, { codes })
  moveAll(stage, 0)
  const client = await follow(stage, 'DAY_MARKET')
  await client.next()
  const behindAt = await fallBehind(stage, client)
  for (let step = behindAt; step < behindAt + 20; step++) moveAll(stage, step)
  const [stream] = stage.streams
  assert.ok(stream !== undefined && stream.writableLength > most.unread)
  assert.ok(stream.writableLength <= most.unread + most.flush, 'nothing is queued for it')
  client.socket.resume()
  await eventually(() => stream.writableLength === 0)
  stage.flush()
  const heard = await heardUntil(client, ({ snapshot }) => snapshot === true)
  const data = heard.at(-1)?.['data'] as readonly Frame[]
  assert.equal(data.length, codes.length)
  assert.ok(data.every(({ Volume }) => Volume === behindAt + 20))
  assert.ok(heard.length < behindAt, 'what it missed is not told one by one')
  moveAll(stage, behindAt + 20)
  const after = await client.heardByNow()
  assert.deepEqual(
    after.map(({ snapshot }) => snapshot),
    [undefined],
  )
})

test('a slow reader slows nobody else', async (context) => {
  const stage = await createLiveHarness(context, { codes })
  const slow = await follow(stage, 'DAY_MARKET')
  const lively = await follow(stage, 'DAY_MARKET')
  await lively.heardByNow()
  const steps = (await fallBehind(stage, slow)) - 1
  // It reads only now, in one go, so that it may have been behind itself.
  await eventually(async () => stage.streams[1]?.writableLength === 0)
  stage.flush()
  const heard = await lively.heardByNow()
  assert.equal(firstRow(heard.at(-1))?.['Volume'], steps)
})

test('a slow reader of a candle is told how it ended once it has caught up, then the one in progress', async (context) => {
  const stage = await createLiveHarness(context, { codes })
  const { market, flush, streams } = stage
  market.quote('M0', 100_000, 0)
  const client = await follow(stage, 'DAY_MARKET')
  const topic = 'KLINE.M0'
  await client.ask({ cmd: 'sub', topic })
  await client.heardByNow()
  await fallBehind(stage, client)
  market.quote('M0', 900_000, 59_999)
  market.quote('M0', 500_000, 60_000)
  flush()
  market.quote('M0', 500_000, 60_001)
  flush()
  client.socket.resume()
  await eventually(() => streams[0]?.writableLength === 0)
  flush()
  const heard = await heardUntil(client, (frame) => frame['topic'] === topic && frame['snapshot'] === true)
  const [ended, begun] = heard.filter((frame) => frame['topic'] === topic).slice(-2) as { data: Frame }[]
  assert.equal(ended?.data['Time'], 0)
  assert.equal(ended?.data['Close'], 9)
  assert.deepEqual(begun?.data, { Time: 60_000, Open: 5, High: 5, Low: 5, Close: 5, Volume: 2 })
})

test('a subscription while behind is answered, and shown when the client has caught up', async (context) => {
  const stage = await createLiveHarness(context, { codes })
  const client = await follow(stage, 'DAY_MARKET')
  await fallBehind(stage, client)
  client.say({ cmd: 'sub', topic: 'KLINE.M5' })
  client.say({ cmd: 'sub', topic: 'FOREX_TRADE' })
  await eventually(async () => (await stage.figure('liveSubscriptions')) === 2)
  client.socket.resume()
  await eventually(() => stage.streams[0]?.writableLength === 0)
  stage.flush()
  const heard = await heardUntil(client, ({ topic, snapshot }) => topic === 'KLINE.M5' && snapshot === true)
  assert.deepEqual(
    heard.filter(({ cmd }) => cmd === 'sub').map(({ topic, code }) => [topic, code]),
    [
      ['KLINE.M5', 1],
      ['FOREX_TRADE', 999],
    ],
  )
})

test('one that stays stuck is cut off', async (context) => {
  const stage = await createLiveHarness(context, { codes })
  const client = await follow(stage, 'DAY_MARKET')
  await fallBehind(stage, client)
  stage.timers.advance(14_000)
  assert.equal(await stage.figure('liveSocketsStuck'), 0)
  stage.timers.advance(2_000)
  assert.equal(await stage.figure('liveSocketsStuck'), 1)
  await eventually(async () => (await stage.figure('sockets')) === 0)
  assert.equal(await stage.figure('liveSubscriptions'), 0)
  client.socket.resume()
  assert.equal(await client.closed(), 1006)
})

test('one that goes on asking without ever reading is cut off, and never holds much', async (context) => {
  const stage = await createLiveHarness(context, { codes })
  moveAll(stage, 0)
  const client = await follow(stage, 'DAY_MARKET')
  client.socket.pause()
  let unread = 0
  while ((await stage.figure('liveSocketsStuck')) === 0) {
    client.say(subscribe)
    await new Promise(setImmediate)
    stage.timers.advance(1)
    const [stream] = stage.streams
    unread = Math.max(unread, stream?.destroyed === true ? 0 : (stream?.writableLength ?? 0))
    // Commands come back at fifty a second.
    stage.timers.advance(19)
  }
  assert.ok(unread > most.unread && unread < most.unanswered + most.flush, `${unread} bytes`)
})

for (const [what, ask] of [
  ['commands', (client: LiveClient) => client.say({ cmd: 'unsub', topic: 'x'.repeat(64) })],
  ['pings', (client: LiveClient) => client.socket.ping(Buffer.alloc(125))],
] as const) {
  test(`answers to ${what} nobody reads do not pile up`, async (context) => {
    const limits = { stuckMs: Number.POSITIVE_INFINITY, mostUnansweredBytes: 100 * 1024 }
    const stage = await createLiveHarness(context, { codes, limits })
    const client = await follow(stage, 'DAY_MARKET')
    await fallBehind(stage, client)
    while ((await stage.figure('liveSocketsStuck')) === 0) {
      ask(client)
      stage.timers.advance(20)
      await new Promise(setImmediate)
    }
    await eventually(async () => (await stage.figure('sockets')) === 0)
  })
}

test('one who follows nothing is left alone by the flushes', async (context) => {
  const stage = await createLiveHarness(context, { codes })
  const client = await stage.connect()
  moveAll(stage, 0)
  assert.deepEqual(await client.heardByNow(), [])
})

test('a flush goes round in turns, and the next one does not begin before it has ended', async (context) => {
  const turns: (() => void)[] = []
  const stage = await createLiveHarness(context, { codes: ['M0'], turns, limits: { socketsPerSlice: 1 } })
  const first = await follow(stage, 'DAY_MARKET')
  const second = await follow(stage, 'DAY_MARKET')
  await Promise.all([first.heardByNow(), second.heardByNow()])
  stage.market.quote('M0', 100_000, 0)
  stage.flush()
  stage.market.quote('M0', 200_000, 1)
  stage.flush()
  assert.equal(turns.length, 1)
  assert.equal((await first.heardByNow()).length, 1)
  assert.deepEqual(await second.heardByNow(), [])
  turns.shift()?.()
  // What changed during a flush is told by the next one, so that everyone is told the same.
  const heard = await second.heardByNow()
  assert.equal(firstRow(heard[0])?.['Bid'], 1)
  stage.flush()
  turns.shift()?.()
  for (const client of [first, second]) {
    const [push] = await client.heardByNow()
    assert.equal(firstRow(push)?.['Bid'], 2)
  }
})

test('one who goes, leaves, joins or asks again during a flush gets nothing from it', async (context) => {
  const turns: (() => void)[] = []
  const stage = await createLiveHarness(context, { codes: ['M0'], turns, limits: { socketsPerSlice: 1 } })
  const clients: LiveClient[] = []
  for (let count = 0; count < 4; count++) clients.push(await follow(stage, 'DAY_MARKET'))
  const [, gone, left, again] = clients
  stage.market.quote('M0', 100_000, 0)
  stage.flush()
  stage.market.quote('M0', 200_000, 1)
  gone?.socket.terminate()
  await left?.ask({ cmd: 'unsub', topic: 'DAY_MARKET' })
  await again?.ask(subscribe)
  const joined = await follow(stage, 'DAY_MARKET')
  await eventually(async () => (await stage.figure('sockets')) === 4)
  while (turns.length > 0) turns.shift()?.()
  assert.deepEqual(await left?.heardByNow(), [])
  // Only the snapshot: the push of the flush is older than that.
  for (const client of [again, joined]) {
    const heard = (await client?.heardByNow()) ?? []
    assert.equal(firstRow(heard.at(-1))?.['Bid'], 2)
    assert.ok(heard.every(({ snapshot }) => snapshot === true))
  }
})
