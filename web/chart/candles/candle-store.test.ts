import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { KlinePoint } from '#contract/calls/market.ts'
import { minuteMs } from '#core/candle/period.ts'
import { eventually } from '#test/eventually.ts'
import { type Answer, callerTo, envelope, hangUp, silence, startTestServer } from '#test/fakes/call-server.ts'
import { createLiveClient, startLiveServer } from '#test/web/live-server.ts'
import {
  answerTimeoutMs,
  createCandleStore,
  reloadWithinMs,
  retryBackoff,
} from '#web/chart/candles/candle-store.ts'

const topic = 'KLINE.EURUSD'

const point = (minute: number, volume = 1): KlinePoint => ({
  Time: minute * minuteMs,
  Open: 1,
  High: 2,
  Low: 0.5,
  Close: 1.5,
  Volume: volume,
})

/** A candle store with a real HTTP server, which has candles for minutes 1 to 4, and a real socket. */
async function createFixture(context: TestContext) {
  const server = {
    points: [1, 2, 3, 4].map((minute) => point(minute)),
    pageLength: 500,
    answer: undefined as Answer | undefined,
  }
  const http = await startTestServer(context, (response, request) => {
    const before = Number(request.query.get('before') ?? Number.MAX_SAFE_INTEGER)
    const page = server.points.filter(({ Time }) => Time < before).slice(-server.pageLength)
    const answer = server.answer ?? envelope(1, '', page)
    answer(response, request)
  })
  const socket = await startLiveServer(context)
  const client = createLiveClient(context, socket.url)
  const caller = callerTo(http.origin)
  const store = createCandleStore(
    { call: caller.call, live: client.live, timers: client.timers, random: () => 0.5 },
    { marketId: 7, code: 'EURUSD', period: '1min' },
  )
  const minutes = () => store.view.getSnapshot().candles.map(({ startMs }) => startMs / minuteMs)
  const push = (candle: KlinePoint, more = {}) =>
    socket.clients.at(-1)?.send({ topic, data: candle, ...more })
  context.after(store.stop)
  return { server, http, socket, client, store, minutes, push, toasts: caller.toasts }
}

type Fixture = Awaited<ReturnType<typeof createFixture>>

const status = ({ store }: Fixture) => store.view.getSnapshot().status

async function startAndLoad(fixture: Fixture): Promise<void> {
  await fixture.client.start()
  fixture.store.start()
  await eventually(() => fixture.minutes().length > 0)
  await eventually(() => fixture.socket.clients[0]?.received.includes(`sub ${topic}`) === true)
}

describe('candle store', () => {
  test('loads the newest page and applies pushes', async (context) => {
    const fixture = await createFixture(context)
    assert.equal(status(fixture), 'loading')
    await startAndLoad(fixture)
    assert.deepEqual([status(fixture), fixture.minutes()], ['ready', [1, 2, 3, 4]])
    fixture.push(point(4, 6))
    fixture.push(point(5))
    await eventually(() => fixture.minutes().length === 5)
    assert.equal(fixture.store.view.getSnapshot().candles[3]?.volume, 6)
    assert.equal(fixture.http.received.length, 1)
  })

  test('is ready and empty for a market without candles', async (context) => {
    const fixture = await createFixture(context)
    fixture.server.points = []
    fixture.store.start()
    await eventually(() => status(fixture) === 'ready')
    assert.deepEqual(fixture.minutes(), [])
  })

  test('fetches the candles that a push skipped before showing it', async (context) => {
    const fixture = await createFixture(context)
    await startAndLoad(fixture)
    fixture.server.points = [1, 2, 3, 4, 5, 6, 7].map((minute) => point(minute))
    fixture.push(point(7))
    await eventually(() => fixture.minutes().length > 4)
    assert.deepEqual(fixture.minutes(), [1, 2, 3, 4, 5, 6, 7])
  })

  test('fetches once if the page arrives before the first connection', async (context) => {
    const fixture = await createFixture(context)
    fixture.store.start()
    await eventually(() => status(fixture) === 'ready')
    await fixture.client.start()
    await eventually(() => fixture.socket.clients[0]?.received.includes(`sub ${topic}`) === true)
    fixture.push(point(4, 2), { snapshot: true })
    await eventually(() => fixture.store.view.getSnapshot().candles[3]?.volume === 2)
    assert.equal(fixture.http.received.length, 1)
  })

  test('fetches the page again, at a random time, when the server has completed earlier candles', async (context) => {
    const fixture = await createFixture(context)
    fixture.server.points = [1, 3, 4].map((minute) => point(minute))
    await startAndLoad(fixture)
    fixture.push(point(4, 2), { snapshot: true, fills: 1 })
    await eventually(() => fixture.store.view.getSnapshot().candles[2]?.volume === 2)
    fixture.server.points = [1, 2, 3, 4].map((minute) => point(minute, 3))
    for (const volume of [3, 4]) fixture.push(point(4, volume), { fills: 2 })
    await eventually(() => fixture.store.view.getSnapshot().candles[2]?.volume === 4)
    fixture.client.timers.advance(reloadWithinMs * 0.75 - 1)
    assert.deepEqual([fixture.minutes(), fixture.http.received.length], [[1, 3, 4], 1])
    fixture.client.timers.advance(1)
    await eventually(() => fixture.minutes().length === 4)
    fixture.client.timers.advance(reloadWithinMs)
    assert.deepEqual([fixture.minutes(), fixture.http.received.length], [[1, 2, 3, 4], 2])
  })

  test('is complete after a reconnect, before any push', async (context) => {
    const fixture = await createFixture(context)
    await startAndLoad(fixture)
    fixture.server.points = [1, 2, 3, 4, 5, 6].map((minute) => point(minute, 9))
    fixture.socket.clients[0]?.socket.terminate()
    await eventually(fixture.client.isDown)
    fixture.client.timers.advance(1_000)
    await eventually(() => fixture.minutes().length === 6)
    // Candle 4, in progress at the disconnect, has received more quotes since.
    assert.equal(fixture.store.view.getSnapshot().candles[3]?.volume, 9)
  })

  test('starts over if the gap is longer than a page', async (context) => {
    const fixture = await createFixture(context)
    await startAndLoad(fixture)
    fixture.server.pageLength = 3
    fixture.server.points = Array.from({ length: 20 }, (_, minute) => point(minute + 1))
    fixture.store.stop()
    fixture.store.start()
    await eventually(() => fixture.minutes().at(-1) === 20)
    assert.deepEqual(fixture.minutes(), [18, 19, 20])
    assert.equal(fixture.store.view.getSnapshot().hasOlder, true)
  })
})

describe('older candles', () => {
  test('are loaded page by page until there are none', async (context) => {
    const fixture = await createFixture(context)
    fixture.server.points = [1, 2, 3, 5, 8].map((minute) => point(minute))
    fixture.server.pageLength = 2
    await startAndLoad(fixture)
    assert.deepEqual(fixture.minutes(), [5, 8])
    assert.equal(await fixture.store.loadOlder(), true)
    assert.deepEqual(fixture.minutes(), [2, 3, 5, 8])
    await fixture.store.loadOlder()
    assert.deepEqual(fixture.minutes(), [1, 2, 3, 5, 8])
    assert.equal(fixture.store.view.getSnapshot().hasOlder, true)
    await fixture.store.loadOlder()
    assert.equal(fixture.store.view.getSnapshot().hasOlder, false)
    const requested = fixture.http.received.map(({ query }) => query.get('before'))
    assert.deepEqual(
      requested,
      [null, 5, 2, 1].map((minute) => (minute === null ? null : String(minute * minuteMs))),
    )
  })

  test('can be loaded again after a failure', async (context) => {
    const fixture = await createFixture(context)
    fixture.server.pageLength = 2
    await startAndLoad(fixture)
    fixture.server.answer = envelope(0, 'No.')
    assert.equal(await fixture.store.loadOlder(), false)
    assert.deepEqual([fixture.minutes(), fixture.store.view.getSnapshot().hasOlder], [[3, 4], true])
    fixture.server.answer = undefined
    assert.equal(await fixture.store.loadOlder(), true)
    assert.deepEqual(fixture.minutes(), [1, 2, 3, 4])
    assert.deepEqual(fixture.toasts, [])
  })
})

describe('failed fetch', () => {
  test('sets the status and is retried', async (context) => {
    const fixture = await createFixture(context)
    await fixture.client.start()
    fixture.server.answer = hangUp
    fixture.store.start()
    await eventually(() => status(fixture) === 'failed')
    fixture.server.answer = undefined
    fixture.client.timers.advance(2 * retryBackoff.baseMs)
    await eventually(() => status(fixture) === 'ready')
    assert.deepEqual(fixture.toasts, [])
  })

  test('is retried only after the connection is up', async (context) => {
    const fixture = await createFixture(context)
    fixture.server.answer = hangUp
    fixture.store.start()
    await eventually(() => status(fixture) === 'failed')
    assert.deepEqual(fixture.client.timers.pending(), [])
    assert.equal(await fixture.store.loadOlder(), false)
    fixture.server.answer = undefined
    await fixture.client.start()
    await eventually(() => status(fixture) === 'ready')
    assert.equal(fixture.http.received.length, 2)
  })

  test('backs off if the server never returns a pushed candle', async (context) => {
    const fixture = await createFixture(context)
    await startAndLoad(fixture)
    fixture.push(point(9))
    await eventually(() => fixture.client.timers.pending().includes(retryBackoff.baseMs))
    assert.deepEqual([fixture.http.received.length, fixture.minutes()], [2, [1, 2, 3, 4]])
    fixture.server.points.push(point(9))
    fixture.client.timers.advance(retryBackoff.baseMs)
    await eventually(() => fixture.minutes().at(-1) === 9)
  })

  test('is retried at once on request', async (context) => {
    const fixture = await createFixture(context)
    fixture.server.answer = hangUp
    fixture.store.start()
    await eventually(() => status(fixture) === 'failed')
    fixture.server.answer = undefined
    fixture.store.retry()
    assert.equal(status(fixture), 'loading')
    await eventually(() => status(fixture) === 'ready')
  })

  test('includes a timeout', async (context) => {
    const fixture = await createFixture(context)
    fixture.server.answer = silence
    fixture.store.start()
    await eventually(() => fixture.http.received.length === 1)
    fixture.client.timers.advance(answerTimeoutMs)
    await eventually(() => status(fixture) === 'failed')
  })

  test('keeps the loaded candles', async (context) => {
    const fixture = await createFixture(context)
    await startAndLoad(fixture)
    fixture.server.answer = hangUp
    fixture.push(point(9))
    await eventually(() => fixture.http.received.length === 2)
    await eventually(() => fixture.client.timers.pending().length > 0)
    assert.deepEqual([status(fixture), fixture.minutes()], ['ready', [1, 2, 3, 4]])
  })
})

describe('stop', () => {
  test('leaves no subscription, timer or request', async (context) => {
    const fixture = await createFixture(context)
    await startAndLoad(fixture)
    const heartbeat = 1
    await eventually(() => fixture.client.timers.pending().length === heartbeat)
    fixture.server.answer = hangUp
    fixture.push(point(9))
    await eventually(() => fixture.http.received.length === 2)
    fixture.store.stop()
    await eventually(() => fixture.socket.clients[0]?.received.includes(`unsub ${topic}`) === true)
    await eventually(() => fixture.client.timers.pending().length === heartbeat)
    fixture.store.retry()
    assert.equal(await fixture.store.loadOlder(), false)
    assert.equal(fixture.http.received.length, 2)
  })

  test('keeps the candles, and start completes them', async (context) => {
    const fixture = await createFixture(context)
    await startAndLoad(fixture)
    fixture.store.stop()
    assert.deepEqual(fixture.minutes(), [1, 2, 3, 4])
    fixture.server.points = [1, 2, 3, 4, 5, 6].map((minute) => point(minute))
    fixture.store.start()
    await eventually(() => fixture.minutes().length === 6)
  })
})
