import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import type { Frame, LiveClient } from '#test/live/live-client.ts'
import { createLiveHarness, type HarnessOptions, type LiveHarness } from '#test/live/live-harness.ts'

const topic = 'FOREX_ORDERS'

/** The token `user 7` logs in as user 7 with session 7. */
async function authenticate(token: string) {
  const userId = Number(/^user (\d+)$/.exec(token)?.[1] ?? 0)
  return userId === 0 ? undefined : { userId, sessionId: userId }
}

function harnessOf(context: Parameters<typeof createLiveHarness>[0], options: HarnessOptions = {}) {
  return createLiveHarness(context, { authenticate, ...options })
}

/** A logged-in socket, subscribed to the orders. All frames so far have been read. */
async function join(harness: LiveHarness, userId: number, language = 'en'): Promise<LiveClient> {
  const client = await harness.connect({}, harness.url.replace('lang=en', `lang=${language}`))
  await client.request({ cmd: 'login', token: `user ${userId}` })
  await client.request({ cmd: 'sub', topic })
  await client.framesSoFar()
  return client
}

type Orders = readonly Frame[] | null

/** Version, ids and states of a push; `none` if it has no orders. */
function said(frames: readonly Frame[]): readonly string[] {
  return frames
    .filter((frame) => frame['topic'] === topic)
    .map(({ data }) => {
      const { Version, Orders } = data as { Version: number; Orders: Orders }
      return `${Version}: ${Orders?.map(({ Id, Status }) => `${Id} ${Status}`).join(', ') ?? 'none'}`
    })
}

test('a subscription gets an empty snapshot of version 0', async (context) => {
  const harness = await harnessOf(context)
  const client = await harness.connect()
  await client.request({ cmd: 'login', token: 'user 1' })
  client.send({ cmd: 'sub', topic })
  const [, snapshot] = await client.framesSoFar()
  const data = { Version: 0, QuoteSeq: 0, Orders: [] }
  assert.deepEqual(snapshot, { topic, data, QuoteSeq: 0, Now: 0, snapshot: true })
})

test('every change is pushed to all sockets of its user and to no other', async (context) => {
  const harness = await harnessOf(context)
  const [first, second, other] = [await join(harness, 1), await join(harness, 1), await join(harness, 2)]
  harness.accounts.openOrder(1, 4)
  harness.accounts.closeOrders(1, [4, 5])
  harness.accounts.closeOrders(1, [])
  harness.flush()
  for (const client of [first, second])
    assert.deepEqual(said(await client.framesSoFar()), ['1: 4 1', '2: 4 3, 5 3', '3: '])
  assert.deepEqual(await other.framesSoFar(), [])
})

test('a change of an existing order is pushed at once, in one write with the changes before it', async (context) => {
  const harness = await harnessOf(context)
  const client = await join(harness, 1)
  await client.request({ cmd: 'sub', topic: 'FOREX_CLOSED' })
  await client.framesSoFar()
  const writes = countWrites(harness)
  harness.accounts.openOrder(1, 4)
  harness.accounts.changeOrder(1, 4)
  harness.accounts.closeOrders(1, [4])
  await Promise.resolve()
  assert.equal(writes.count, 1)
  const frames = await client.framesSoFar()
  assert.deepEqual(
    frames.map((frame) => frame['topic']),
    [topic, topic, 'FOREX_CLOSED', topic],
  )
  assert.deepEqual(said(frames), ['1: 4 1', '2: 4 1', '3: 4 3'])
  harness.flush()
  assert.deepEqual(said(await client.framesSoFar()), [], 'each of them once')
})

test('new orders are pushed with the next flush, before the figures, in one write', async (context) => {
  const harness = await harnessOf(context)
  const client = await harness.connect()
  await client.request({ cmd: 'login', token: 'user 1' })
  for (const each of ['FOREX_TRADE', topic]) await client.request({ cmd: 'sub', topic: each })
  await client.framesSoFar()
  harness.accounts.openOrder(1, 4)
  harness.accounts.setProfit(1, 5, 1)
  harness.accounts.openOrder(1, 5)
  assert.deepEqual(await client.framesSoFar(), [])
  const writes = countWrites(harness)
  harness.flush()
  assert.equal(writes.count, 1)
  const frames = await client.framesSoFar()
  assert.deepEqual(
    frames.map((frame) => frame['topic']),
    [topic, topic, 'FOREX_TRADE'],
  )
  assert.deepEqual(said(frames), ['1: 4 1', '2: 5 1'])
})

/** Counts what the first socket hands to the kernel. */
function countWrites({ streams: [stream] }: LiveHarness): { readonly count: number } {
  const writes = { count: 0 }
  const socket = stream as unknown as Record<'_write' | '_writev', (...args: unknown[]) => void>
  for (const name of ['_write', '_writev'] as const) {
    const original = socket[name].bind(socket)
    socket[name] = (...args) => {
      writes.count += 1
      original(...args)
    }
  }
  return writes
}

test('a subscription sends the changes that wait before its snapshot', async (context) => {
  const harness = await harnessOf(context)
  const client = await join(harness, 1)
  harness.accounts.openOrder(1, 4)
  client.send({ cmd: 'sub', topic: 'DAY_MARKET' })
  const frames = await client.framesSoFar()
  assert.deepEqual(
    frames.filter((frame) => 'data' in frame).map((frame) => frame['topic']),
    [topic, 'DAY_MARKET'],
  )
})

test('many changes do not wait for the flush', async (context) => {
  const harness = await harnessOf(context)
  const client = await join(harness, 1)
  for (let id = 1; id <= 33; id += 1) harness.accounts.openOrder(1, id)
  assert.equal(said(await client.framesSoFar()).length, 33)
})

for (const commands of [
  [{ cmd: 'logout' }],
  [{ cmd: 'unsub', topic }],
  [
    { cmd: 'login', token: 'user 2' },
    { cmd: 'sub', topic },
  ],
]) {
  test(`a change that waits is not pushed after ${JSON.stringify(commands)}`, async (context) => {
    const harness = await harnessOf(context)
    const client = await join(harness, 1)
    // A public topic, so that the socket is still flushed.
    await client.request({ cmd: 'sub', topic: 'DAY_MARKET' })
    await client.framesSoFar()
    harness.accounts.openOrder(1, 4)
    for (const command of commands) client.send(command)
    const frames = await client.framesSoFar()
    harness.flush()
    const pushed = [...frames, ...(await client.framesSoFar())].filter((frame) => !frame['snapshot'])
    assert.deepEqual(said(pushed.filter((frame) => 'data' in frame)), [])
  })
}

test('neither a change that waits nor one about to be sent is pushed after the end of the session', async (context) => {
  const harness = await harnessOf(context)
  const client = await join(harness, 1)
  await client.request({ cmd: 'sub', topic: 'DAY_MARKET' })
  await client.framesSoFar()
  harness.accounts.openOrder(1, 4)
  harness.accounts.changeOrder(1, 4)
  harness.live.endSession(1)
  harness.flush()
  assert.deepEqual(said(await client.framesSoFar()), [])
})

test('orders are pushed as in the lists, in the language of each socket', async (context) => {
  const harness = await harnessOf(context)
  const clients = [await join(harness, 1), await join(harness, 1, 'hk')]
  harness.accounts.openOrder(1, 4)
  harness.flush()
  const texts: unknown[] = []
  for (const client of clients) {
    const [push = {}] = await client.framesSoFar()
    const { QuoteSeq, Orders } = push['data'] as { QuoteSeq: number; Orders: Orders }
    const [order] = Orders ?? []
    assert.deepEqual([QuoteSeq, order?.['FactProfits'], order?.['Quantity']], [9, '0.000007', '0.50'])
    texts.push(order?.['CreateTimeHandler'])
  }
  assert.notEqual(texts[0], texts[1])
})

test('a change of more than ten orders is pushed with its version alone', async (context) => {
  const harness = await harnessOf(context)
  const client = await join(harness, 1)
  const ids = Array.from({ length: 11 }, (_, index) => index + 1)
  harness.accounts.closeOrders(1, ids.slice(1))
  harness.accounts.closeOrders(1, ids)
  const [full, short] = said(await client.framesSoFar())
  assert.equal(
    full,
    `1: ${ids
      .slice(1)
      .map((id) => `${id} 3`)
      .join(', ')}`,
  )
  assert.equal(short, '2: none')
})

test('nothing is pushed after an unsubscription or a logout', async (context) => {
  const harness = await harnessOf(context)
  const [left, loggedOut] = [await join(harness, 1), await join(harness, 1)]
  await left.request({ cmd: 'unsub', topic })
  await loggedOut.request({ cmd: 'logout' })
  harness.accounts.openOrder(1, 4)
  harness.flush()
  for (const client of [left, loggedOut]) assert.deepEqual(await client.framesSoFar(), [])
})

test('a subscription needs a login', async (context) => {
  const harness = await harnessOf(context)
  const client = await harness.connect()
  const answer = await client.request({ cmd: 'sub', topic })
  assert.deepEqual([answer['cmd'], answer['code']], ['sub', 999])
})

test('a slow client gets every version, without orders once it is behind', async (context) => {
  const limits = { slowAboveBytes: 8 * 1024, stuckAfterMs: Number.POSITIVE_INFINITY }
  const harness = await harnessOf(context, { limits })
  const client = await join(harness, 1)
  const [stream] = harness.streams
  client.socket.pause()
  // Corked, as if the network took nothing.
  stream?.cork()
  for (let id = 1; id <= 40; id += 1) harness.accounts.openOrder(1, id)
  harness.flush()
  stream?.uncork()
  client.socket.resume()
  const pushes: string[] = []
  while (pushes.length < 40) pushes.push(...said([await client.next()]))
  await eventually(() => stream?.writableLength === 0)
  const versions = pushes.map((push) => Number(push.split(':')[0]))
  assert.deepEqual(
    versions,
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
  assert.equal(pushes[0], '1: 1 1')
  assert.equal(pushes[32], '33: none', 'one of those that were sent together')
  assert.equal(pushes.at(-1), '40: none')
})
