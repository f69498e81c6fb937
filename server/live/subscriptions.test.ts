import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import type { Frame, LiveClient } from '#test/live/live-client.ts'
import { createLiveHarness, type LiveHarness } from '#test/live/live-harness.ts'

const codes = Array.from({ length: 100 }, (_, index) => `M${index}`)
const subscribe = { cmd: 'sub', topic: 'DAY_MARKET' }
const limits = { slow: 64 * 1024, flush: 20_000, unsent: 128 * 1024 }

/** One flush in which every market changes. */
function moveAll({ market, flush }: LiveHarness, step: number): void {
  for (const code of codes) market.quote(code, 100_000 + step, step)
  flush()
}

/** The kernel buffers a few megabytes for a client that does not read. Only then do bytes stay unsent. */
async function fallBehind(harness: LiveHarness, client: LiveClient): Promise<number> {
  client.socket.pause()
  let step = 1
  while ((await harness.metric('liveFramesSkipped')) === 0) moveAll(harness, step++)
  return step
}

async function subscribeTo(harness: LiveHarness, topic: string): Promise<LiveClient> {
  const client = await harness.connect()
  await client.request({ cmd: 'sub', topic })
  return client
}

function firstRow(push: Frame | undefined): Frame | undefined {
  return (push?.['data'] as readonly Frame[] | undefined)?.[0]
}

async function receiveUntil(
  client: LiveClient,
  isLast: (frame: Frame) => boolean,
): Promise<readonly Frame[]> {
  const frames: Frame[] = []
  for (;;) {
    const frame = await client.next()
    frames.push(frame)
    if (isLast(frame)) return frames
  }
}

test('a slow client skips flushes and gets one snapshot when it has caught up', async (context) => {
  const harness = await createLiveHarness(context, { codes })
  moveAll(harness, 0)
  const client = await subscribeTo(harness, 'DAY_MARKET')
  await client.next()
  const behindAt = await fallBehind(harness, client)
  for (let step = behindAt; step < behindAt + 20; step++) moveAll(harness, step)
  const [stream] = harness.streams
  assert.ok(stream !== undefined && stream.writableLength > limits.slow)
  assert.ok(stream.writableLength <= limits.slow + limits.flush, 'nothing may be queued for it')
  client.socket.resume()
  await eventually(() => stream.writableLength === 0)
  harness.flush()
  const received = await receiveUntil(client, ({ snapshot }) => snapshot === true)
  const data = received.at(-1)?.['data'] as readonly Frame[]
  assert.equal(data.length, codes.length)
  assert.ok(data.every(({ Volume }) => Volume === behindAt + 20))
  assert.ok(received.length < behindAt, 'missed updates must not be sent one by one')
  moveAll(harness, behindAt + 20)
  const after = await client.framesSoFar()
  assert.deepEqual(
    after.map(({ snapshot }) => snapshot),
    [undefined],
  )
})

test('a slow client does not delay others', async (context) => {
  const harness = await createLiveHarness(context, { codes })
  const slow = await subscribeTo(harness, 'DAY_MARKET')
  const lively = await subscribeTo(harness, 'DAY_MARKET')
  await lively.framesSoFar()
  const steps = (await fallBehind(harness, slow)) - 1
  // The lively client did not read during these flushes either, so it first has to read what was sent.
  await eventually(async () => harness.streams[1]?.writableLength === 0)
  harness.flush()
  const received = await lively.framesSoFar()
  assert.equal(firstRow(received.at(-1))?.['Volume'], steps)
})

test('a slow client gets the missed close of a candle before the candle in progress', async (context) => {
  const harness = await createLiveHarness(context, { codes })
  const { market, flush, streams } = harness
  market.quote('M0', 100_000, 0)
  const client = await subscribeTo(harness, 'DAY_MARKET')
  const topic = 'KLINE.M0'
  await client.request({ cmd: 'sub', topic })
  await client.framesSoFar()
  await fallBehind(harness, client)
  market.quote('M0', 900_000, 59_999)
  market.quote('M0', 500_000, 60_000)
  flush()
  market.quote('M0', 500_000, 60_001)
  flush()
  client.socket.resume()
  await eventually(() => streams[0]?.writableLength === 0)
  flush()
  const received = await receiveUntil(
    client,
    (frame) => frame['topic'] === topic && frame['snapshot'] === true,
  )
  const [closed, current] = received.filter((frame) => frame['topic'] === topic).slice(-2) as {
    data: Frame
  }[]
  assert.equal(closed?.data['Time'], 0)
  assert.equal(closed?.data['Close'], 9)
  assert.deepEqual(current?.data, { Time: 60_000, Open: 5, High: 5, Low: 5, Close: 5, Volume: 2 })
})

test('a subscription of a slow client is answered at once and gets its snapshot later', async (context) => {
  const harness = await createLiveHarness(context, { codes })
  const client = await subscribeTo(harness, 'DAY_MARKET')
  await fallBehind(harness, client)
  client.send({ cmd: 'sub', topic: 'KLINE.M5' })
  client.send({ cmd: 'sub', topic: 'FOREX_TRADE' })
  await eventually(async () => (await harness.metric('liveSubscriptions')) === 2)
  client.socket.resume()
  await eventually(() => harness.streams[0]?.writableLength === 0)
  harness.flush()
  const received = await receiveUntil(
    client,
    ({ topic, snapshot }) => topic === 'KLINE.M5' && snapshot === true,
  )
  assert.deepEqual(
    received.filter(({ cmd }) => cmd === 'sub').map(({ topic, code }) => [topic, code]),
    [
      ['KLINE.M5', 1],
      ['FOREX_TRADE', 999],
    ],
  )
})

test('a stuck client is terminated', async (context) => {
  const harness = await createLiveHarness(context, { codes })
  const client = await subscribeTo(harness, 'DAY_MARKET')
  await fallBehind(harness, client)
  harness.timers.advance(14_000)
  assert.equal(await harness.metric('liveSocketsStuck'), 0)
  harness.timers.advance(2_000)
  assert.equal(await harness.metric('liveSocketsStuck'), 1)
  await eventually(async () => (await harness.metric('sockets')) === 0)
  assert.equal(await harness.metric('liveSubscriptions'), 0)
  client.socket.resume()
  assert.equal(await client.closed(), 1006)
})

test('a client that sends commands without reading is terminated with bounded memory', async (context) => {
  const harness = await createLiveHarness(context, { codes })
  moveAll(harness, 0)
  const client = await subscribeTo(harness, 'DAY_MARKET')
  client.socket.pause()
  let unsent = 0
  while ((await harness.metric('liveSocketsStuck')) === 0) {
    client.send(subscribe)
    await new Promise(setImmediate)
    harness.timers.advance(1)
    const [stream] = harness.streams
    unsent = Math.max(unsent, stream?.destroyed === true ? 0 : (stream?.writableLength ?? 0))
    // The bucket refills by fifty commands a second, so by one in these 20 ms.
    harness.timers.advance(19)
  }
  assert.ok(unsent > limits.slow && unsent < limits.unsent + limits.flush, `${unsent} bytes`)
})

for (const [what, ask] of [
  ['commands', (client: LiveClient) => client.send({ cmd: 'unsub', topic: 'x'.repeat(64) })],
  ['pings', (client: LiveClient) => client.socket.ping(Buffer.alloc(125))],
] as const) {
  test(`unsent answers to ${what} are bounded`, async (context) => {
    const limits = { stuckAfterMs: Number.POSITIVE_INFINITY, maxUnsentBytes: 100 * 1024 }
    const harness = await createLiveHarness(context, { codes, limits })
    const client = await subscribeTo(harness, 'DAY_MARKET')
    await fallBehind(harness, client)
    while ((await harness.metric('liveSocketsStuck')) === 0) {
      ask(client)
      harness.timers.advance(20)
      await new Promise(setImmediate)
    }
    await eventually(async () => (await harness.metric('sockets')) === 0)
  })
}

test('a client without subscriptions gets no pushes', async (context) => {
  const harness = await createLiveHarness(context, { codes })
  const client = await harness.connect()
  moveAll(harness, 0)
  assert.deepEqual(await client.framesSoFar(), [])
})

test('a flush runs in slices, and the next one waits for its end', async (context) => {
  const slices: (() => void)[] = []
  const harness = await createLiveHarness(context, { codes: ['M0'], slices, limits: { socketsPerSlice: 1 } })
  const first = await subscribeTo(harness, 'DAY_MARKET')
  const second = await subscribeTo(harness, 'DAY_MARKET')
  await Promise.all([first.framesSoFar(), second.framesSoFar()])
  harness.market.quote('M0', 100_000, 0)
  harness.flush()
  harness.market.quote('M0', 200_000, 1)
  harness.flush()
  assert.equal(slices.length, 1)
  assert.equal((await first.framesSoFar()).length, 1)
  assert.deepEqual(await second.framesSoFar(), [])
  slices.shift()?.()
  // Changes during a flush belong to the next one, so that all clients get the same prices.
  const received = await second.framesSoFar()
  assert.equal(firstRow(received[0])?.['Bid'], 1)
  harness.flush()
  slices.shift()?.()
  for (const client of [first, second]) {
    const [push] = await client.framesSoFar()
    assert.equal(firstRow(push)?.['Bid'], 2)
  }
})

test('a client that disconnects, unsubscribes or subscribes during a flush gets nothing from it', async (context) => {
  const slices: (() => void)[] = []
  const harness = await createLiveHarness(context, { codes: ['M0'], slices, limits: { socketsPerSlice: 1 } })
  const clients: LiveClient[] = []
  for (let count = 0; count < 4; count++) clients.push(await subscribeTo(harness, 'DAY_MARKET'))
  const [, gone, left, again] = clients
  harness.market.quote('M0', 100_000, 0)
  harness.flush()
  harness.market.quote('M0', 200_000, 1)
  gone?.socket.terminate()
  await left?.request({ cmd: 'unsub', topic: 'DAY_MARKET' })
  await again?.request(subscribe)
  const joined = await subscribeTo(harness, 'DAY_MARKET')
  await eventually(async () => (await harness.metric('sockets')) === 4)
  while (slices.length > 0) slices.shift()?.()
  assert.deepEqual(await left?.framesSoFar(), [])
  // The two clients get only the snapshot, because the update of the flush is older.
  for (const client of [again, joined]) {
    const received = (await client?.framesSoFar()) ?? []
    assert.equal(firstRow(received.at(-1))?.['Bid'], 2)
    assert.ok(received.every(({ snapshot }) => snapshot === true))
  }
})
