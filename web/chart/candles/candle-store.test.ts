import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { KlinePoint } from '#contract/calls/market.ts'
import { minuteMs } from '#core/candle/period.ts'
import {
  type Answer,
  callerTo,
  envelope,
  hangUp,
  silence,
  startTestServer,
} from '#web/calls/test-server.test.ts'
import { answerTimeoutMs, createCandleStore, retryBackoff } from '#web/chart/candles/candle-store.ts'
import { createLiveClient, startLiveServer } from '#web/live/live-server.test.ts'
import { eventually } from '#web/platform/eventually.test.ts'

const topic = 'KLINE.EURUSD'

const point = (minute: number, volume = 1): KlinePoint => ({
  Time: minute * minuteMs,
  Open: 1,
  High: 2,
  Low: 0.5,
  Close: 1.5,
  Volume: volume,
})

/** A server that knows these minutes, a socket beside it, and a history of both. */
async function createScene(context: TestContext) {
  const world = {
    points: [1, 2, 3, 4].map((minute) => point(minute)),
    pageLength: 500,
    answer: undefined as Answer | undefined,
  }
  const http = await startTestServer(context, (response, seen) => {
    const before = Number(seen.query.get('before') ?? Number.MAX_SAFE_INTEGER)
    const page = world.points.filter(({ Time }) => Time < before).slice(-world.pageLength)
    const given = world.answer ?? envelope(1, '', page)
    given(response, seen)
  })
  const socket = await startLiveServer(context)
  const client = createLiveClient(context, socket.url)
  const caller = callerTo(http.origin)
  const history = createCandleStore(
    { call: caller.call, live: client.live, timers: client.timers, random: () => 0.5 },
    { marketId: 7, code: 'EURUSD', period: '1min' },
  )
  const minutes = () => history.view.getSnapshot().candles.map(({ startMs }) => startMs / minuteMs)
  const push = (candle: KlinePoint, more = {}) =>
    socket.clients.at(-1)?.send({ topic, data: candle, ...more })
  context.after(history.stop)
  return { world, http, socket, client, history, minutes, push, toasts: caller.toasts }
}

type Scene = Awaited<ReturnType<typeof createScene>>

const status = ({ history }: Scene) => history.view.getSnapshot().status

async function startAndLoad(scene: Scene): Promise<void> {
  await scene.client.start()
  scene.history.start()
  await eventually(() => scene.minutes().length > 0)
  await eventually(() => scene.socket.clients[0]?.received.includes(`sub ${topic}`) === true)
}

describe('a history', () => {
  test('begins with the newest page and goes on with what is pushed', async (context) => {
    const scene = await createScene(context)
    assert.equal(status(scene), 'loading')
    await startAndLoad(scene)
    assert.deepEqual([status(scene), scene.minutes()], ['ready', [1, 2, 3, 4]])
    scene.push(point(4, 6))
    scene.push(point(5))
    await eventually(() => scene.minutes().length === 5)
    assert.equal(scene.history.view.getSnapshot().candles[3]?.volume, 6)
    assert.equal(scene.http.received.length, 1)
  })

  test('is ready and empty for a market without candles', async (context) => {
    const scene = await createScene(context)
    scene.world.points = []
    scene.history.start()
    await eventually(() => status(scene) === 'ready')
    assert.deepEqual(scene.minutes(), [])
  })

  test('fetches what a push skipped before it shows the push', async (context) => {
    const scene = await createScene(context)
    await startAndLoad(scene)
    scene.world.points = [1, 2, 3, 4, 5, 6, 7].map((minute) => point(minute))
    scene.push(point(7))
    await eventually(() => scene.minutes().length > 4)
    assert.deepEqual(scene.minutes(), [1, 2, 3, 4, 5, 6, 7])
  })

  test('asks once when the page comes before the first connection', async (context) => {
    const scene = await createScene(context)
    scene.history.start()
    await eventually(() => status(scene) === 'ready')
    await scene.client.start()
    await eventually(() => scene.socket.clients[0]?.received.includes(`sub ${topic}`) === true)
    scene.push(point(4, 2), { snapshot: true })
    await eventually(() => scene.history.view.getSnapshot().candles[3]?.volume === 2)
    assert.equal(scene.http.received.length, 1)
  })

  test('is whole again after the connection was lost, before anything is pushed', async (context) => {
    const scene = await createScene(context)
    await startAndLoad(scene)
    scene.world.points = [1, 2, 3, 4, 5, 6].map((minute) => point(minute, 9))
    scene.socket.clients[0]?.socket.terminate()
    await eventually(scene.client.isDown)
    scene.client.timers.advance(1_000)
    await eventually(() => scene.minutes().length === 6)
    // The candle that was in progress when the line broke has gone on.
    assert.equal(scene.history.view.getSnapshot().candles[3]?.volume, 9)
  })

  test('begins anew when the break was longer than a page', async (context) => {
    const scene = await createScene(context)
    await startAndLoad(scene)
    scene.world.pageLength = 3
    scene.world.points = Array.from({ length: 20 }, (_, minute) => point(minute + 1))
    scene.history.stop()
    scene.history.start()
    await eventually(() => scene.minutes().at(-1) === 20)
    assert.deepEqual(scene.minutes(), [18, 19, 20])
    assert.equal(scene.history.view.getSnapshot().hasOlder, true)
  })
})

describe('older candles', () => {
  test('come page by page until there are none', async (context) => {
    const scene = await createScene(context)
    scene.world.points = [1, 2, 3, 5, 8].map((minute) => point(minute))
    scene.world.pageLength = 2
    await startAndLoad(scene)
    assert.deepEqual(scene.minutes(), [5, 8])
    assert.equal(await scene.history.loadOlder(), true)
    assert.deepEqual(scene.minutes(), [2, 3, 5, 8])
    await scene.history.loadOlder()
    assert.deepEqual(scene.minutes(), [1, 2, 3, 5, 8])
    assert.equal(scene.history.view.getSnapshot().hasOlder, true)
    await scene.history.loadOlder()
    assert.equal(scene.history.view.getSnapshot().hasOlder, false)
    const asked = scene.http.received.map(({ query }) => query.get('before'))
    assert.deepEqual(
      asked,
      [null, 5, 2, 1].map((minute) => (minute === null ? null : String(minute * minuteMs))),
    )
  })

  test('can be asked for again when they did not come', async (context) => {
    const scene = await createScene(context)
    scene.world.pageLength = 2
    await startAndLoad(scene)
    scene.world.answer = envelope(0, 'No.')
    assert.equal(await scene.history.loadOlder(), false)
    assert.deepEqual([scene.minutes(), scene.history.view.getSnapshot().hasOlder], [[3, 4], true])
    scene.world.answer = undefined
    assert.equal(await scene.history.loadOlder(), true)
    assert.deepEqual(scene.minutes(), [1, 2, 3, 4])
    assert.deepEqual(scene.toasts, [])
  })
})

describe('a history that cannot be fetched', () => {
  test('says so, and tries again by itself', async (context) => {
    const scene = await createScene(context)
    await scene.client.start()
    scene.world.answer = hangUp
    scene.history.start()
    await eventually(() => status(scene) === 'failed')
    scene.world.answer = undefined
    scene.client.timers.advance(2 * retryBackoff.baseMs)
    await eventually(() => status(scene) === 'ready')
    assert.deepEqual(scene.toasts, [])
  })

  test('waits for the connection when there is none, and asks nothing meanwhile', async (context) => {
    const scene = await createScene(context)
    scene.world.answer = hangUp
    scene.history.start()
    await eventually(() => status(scene) === 'failed')
    assert.deepEqual(scene.client.timers.pending(), [])
    assert.equal(await scene.history.loadOlder(), false)
    scene.world.answer = undefined
    await scene.client.start()
    await eventually(() => status(scene) === 'ready')
    assert.equal(scene.http.received.length, 2)
  })

  test('does not ask a server in a circle that never tells what it pushes', async (context) => {
    const scene = await createScene(context)
    await startAndLoad(scene)
    scene.push(point(9))
    await eventually(() => scene.client.timers.pending().includes(retryBackoff.baseMs))
    assert.deepEqual([scene.http.received.length, scene.minutes()], [2, [1, 2, 3, 4]])
    scene.world.points.push(point(9))
    scene.client.timers.advance(retryBackoff.baseMs)
    await eventually(() => scene.minutes().at(-1) === 9)
  })

  test('tries again at once when it is told to', async (context) => {
    const scene = await createScene(context)
    scene.world.answer = hangUp
    scene.history.start()
    await eventually(() => status(scene) === 'failed')
    scene.world.answer = undefined
    scene.history.retry()
    assert.equal(status(scene), 'loading')
    await eventually(() => status(scene) === 'ready')
  })

  test('gives up on an answer that never comes', async (context) => {
    const scene = await createScene(context)
    scene.world.answer = silence
    scene.history.start()
    await eventually(() => scene.http.received.length === 1)
    scene.client.timers.advance(answerTimeoutMs)
    await eventually(() => status(scene) === 'failed')
  })

  test('keeps showing what it has', async (context) => {
    const scene = await createScene(context)
    await startAndLoad(scene)
    scene.world.answer = hangUp
    scene.push(point(9))
    await eventually(() => scene.http.received.length === 2)
    await eventually(() => scene.client.timers.pending().length > 0)
    assert.deepEqual([status(scene), scene.minutes()], ['ready', [1, 2, 3, 4]])
  })
})

describe('a history that is stopped', () => {
  test('leaves no subscription, no timer and no request behind', async (context) => {
    const scene = await createScene(context)
    await startAndLoad(scene)
    const heartbeat = 1
    await eventually(() => scene.client.timers.pending().length === heartbeat)
    scene.world.answer = hangUp
    scene.push(point(9))
    await eventually(() => scene.http.received.length === 2)
    scene.history.stop()
    await eventually(() => scene.socket.clients[0]?.received.includes(`unsub ${topic}`) === true)
    await eventually(() => scene.client.timers.pending().length === heartbeat)
    scene.history.retry()
    assert.equal(await scene.history.loadOlder(), false)
    assert.equal(scene.http.received.length, 2)
  })

  test('keeps what it knows, and is whole again when it is started', async (context) => {
    const scene = await createScene(context)
    await startAndLoad(scene)
    scene.history.stop()
    assert.deepEqual(scene.minutes(), [1, 2, 3, 4])
    scene.world.points = [1, 2, 3, 4, 5, 6].map((minute) => point(minute))
    scene.history.start()
    await eventually(() => scene.minutes().length === 6)
  })
})
