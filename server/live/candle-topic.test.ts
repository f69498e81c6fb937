import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLiveHarness } from '#test/live/live-harness.ts'

const minute = 60_000
const noon = 12 * 60 * minute

function point(Time: number, Open: number, High: number, Low: number, Close: number, Volume: number) {
  return { Time, Open, High, Low, Close, Volume }
}

test('a subscription gets its answer, a snapshot of the candle in progress, and updates', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  market.quote('SAP.DE', 100_000, noon + 1)
  const client = await connect()
  const topic = 'KLINE.SAP.DE.5min'
  assert.deepEqual(await client.request({ cmd: 'sub', topic }), { cmd: 'sub', topic, code: 1 })
  assert.deepEqual(await client.next(), { topic, data: point(noon, 1, 1, 1, 1, 1), snapshot: true })
  market.quote('SAP.DE', 300_000, noon + minute)
  market.quote('SAP.DE', 200_000, noon + 4 * minute)
  market.quote('EURUSD', 100_000, noon)
  flush()
  assert.deepEqual(await client.framesSoFar(), [{ topic, data: point(noon, 1, 3, 1, 2, 3) }])
  market.changeState('SAP.DE', 'stale')
  flush()
  assert.deepEqual(await client.framesSoFar(), [])
})

test('each topic name has its period', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  market.quote('EURUSD', 100_000, noon + 59 * minute)
  const client = await connect()
  const starts: Readonly<Record<string, number>> = {
    'KLINE.EURUSD': noon + 59 * minute,
    'KLINE.EURUSD.1min': noon + 59 * minute,
    'KLINE.EURUSD.5min': noon + 55 * minute,
    'KLINE.EURUSD.15min': noon + 45 * minute,
    'KLINE.EURUSD.30min': noon + 30 * minute,
    'KLINE.EURUSD.60min': noon,
    'KLINE.EURUSD.1day': 0,
  }
  for (const [topic, start] of Object.entries(starts)) {
    await client.request({ cmd: 'sub', topic })
    const data = point(start, 1, 1, 1, 1, 1)
    assert.deepEqual(await client.next(), { topic, data, snapshot: true })
  }
  market.quote('EURUSD', 100_000, noon + 59 * minute + 1)
  flush()
  const pushes = await client.framesSoFar()
  assert.deepEqual(
    pushes.map(({ topic, data }) => ({ topic, data })),
    Object.entries(starts).map(([topic, start]) => ({ topic, data: point(start, 1, 1, 1, 1, 2) })),
  )
})

test('the close of a candle is pushed before the next candle', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  const topic = 'KLINE.EURUSD'
  market.quote('EURUSD', 100_000, noon)
  const client = await connect()
  await client.request({ cmd: 'sub', topic })
  await client.next()
  market.quote('EURUSD', 400_000, noon + 59_999)
  market.quote('EURUSD', 200_000, noon + minute)
  market.quote('EURUSD', 300_000, noon + 2 * minute)
  flush()
  const completed = [point(noon, 1, 4, 1, 4, 2), point(noon + minute, 2, 2, 2, 2, 1)]
  const current = point(noon + 2 * minute, 3, 3, 3, 3, 1)
  assert.deepEqual(
    await client.framesSoFar(),
    [...completed, current].map((data) => ({ topic, data })),
  )
  market.quote('EURUSD', 300_000, noon + 2 * minute + 1)
  flush()
  assert.deepEqual(await client.framesSoFar(), [{ topic, data: { ...current, Volume: 2 } }])
})

test('a subscription after the close of a candle does not get it', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  const topic = 'KLINE.EURUSD'
  const [early, late] = await Promise.all([connect(), connect()])
  market.quote('EURUSD', 100_000, noon)
  await early.request({ cmd: 'sub', topic })
  await early.next()
  market.quote('EURUSD', 200_000, noon + minute)
  await late.request({ cmd: 'sub', topic })
  assert.deepEqual(await late.next(), { topic, data: point(noon + minute, 2, 2, 2, 2, 1), snapshot: true })
  flush()
  assert.equal((await early.framesSoFar()).length, 2)
  assert.deepEqual(await late.framesSoFar(), [{ topic, data: point(noon + minute, 2, 2, 2, 2, 1) }])
})

test('at most eight completed candles are kept', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  const client = await connect()
  market.quote('EURUSD', 100_000, noon)
  await client.request({ cmd: 'sub', topic: 'KLINE.EURUSD' })
  await client.next()
  for (let step = 1; step <= 1_000; step++) market.quote('EURUSD', 100_000, noon + step * minute)
  flush()
  const pushes = await client.framesSoFar()
  assert.equal(pushes.length, 9)
  assert.deepEqual(pushes.at(-1)?.['data'], point(noon + 1_000 * minute, 1, 1, 1, 1, 1))
})

test('a market without quotes has no snapshot until its first quote', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  const client = await connect()
  const topic = 'KLINE.GBPUSD'
  assert.equal((await client.request({ cmd: 'sub', topic }))['code'], 1)
  assert.deepEqual(await client.framesSoFar(), [])
  market.quote('GBPUSD', 100_000, noon)
  flush()
  assert.deepEqual(await client.framesSoFar(), [{ topic, data: point(noon, 1, 1, 1, 1, 1) }])
})

test('a candle in progress that was completed later is pushed without a new quote', async (context) => {
  const { connect, market, flush } = await createLiveHarness(context)
  const topic = 'KLINE.EURUSD.5min'
  market.quote('EURUSD', 200_000, noon + minute)
  const client = await connect()
  await client.request({ cmd: 'sub', topic })
  await client.next()
  market.fillPast('GBPUSD', 100_000)
  market.fillPast('EURUSD', 100_000)
  flush()
  const data = point(noon, 1, 2, 1, 2, 2)
  assert.deepEqual(await client.framesSoFar(), [{ topic, data, fills: 1 }])
  const late = await connect()
  await late.request({ cmd: 'sub', topic })
  assert.deepEqual(await late.next(), { topic, data, snapshot: true, fills: 1 })
})
