import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { aggregateDays, createCandleThread, spansWithin } from '#server/feed/sim/candle-thread.ts'
import { marketIdOf, model, modelParts, noonMs, rarelyOpen, realHours } from '#test/feed/seeded-sim.ts'

const toDayMs = noonMs - (noonMs % dayMs)
const request = (code: string, days: number, period: '5min' | '1day') => ({
  marketId: marketIdOf(code),
  fromDayMs: toDayMs - days * dayMs,
  toDayMs,
  period,
  spans: spansWithin(realHours.spansOf(marketIdOf(code)), toDayMs - days * dayMs, toDayMs),
})
/** A worker that runs this source text. */
const textWorker = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

describe('the candle thread', () => {
  test('resolves each request with the candles that aggregateDays returns', async () => {
    const thread = createCandleThread({ model: modelParts })
    try {
      const requests = [
        request('EURUSD', 3, '5min'),
        request('AAPL', 20, '1day'),
        request('HKG33', 2, '5min'),
      ]
      const results = await Promise.all(requests.map(thread.aggregate))
      assert.deepEqual(
        results,
        requests.map((asked) => aggregateDays(model, asked)),
      )
      assert.ok(results.every((candles) => candles.length > 10))
    } finally {
      await thread.stop()
    }
  })

  test('runs short requests before long ones', async () => {
    const workerUrl = textWorker(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => parentPort.postMessage(new Float64Array(6)))`)
    const thread = createCandleThread({ model: modelParts, workerUrl })
    try {
      const order: number[] = []
      const days = [100, 90, 2, 90, 1, 2]
      await Promise.all(
        days.map(async (count, at) => {
          await thread.aggregate(request('EURUSD', count, '1day'))
          order.push(at)
        }),
      )
      assert.deepEqual(order, [0, 4, 2, 5, 1, 3])
    } finally {
      await thread.stop()
    }
  })

  test('gets all the spans that aggregateDays needs from spansWithin', () => {
    const marketId = marketIdOf('EURUSD')
    for (const { fromMs } of rarelyOpen) {
      const fromDayMs = fromMs - (fromMs % dayMs)
      const days = { marketId, fromDayMs, toDayMs: fromDayMs + 2 * dayMs, period: '5min' as const }
      const spans = spansWithin(rarelyOpen, days.fromDayMs, days.toDayMs)
      assert.ok(spans.length <= 2)
      assert.deepEqual(
        aggregateDays(model, { ...days, spans }),
        aggregateDays(model, { ...days, spans: rarelyOpen }),
      )
    }
  })

  test('rejects all pending requests when the worker fails, and starts a new one for the next', async () => {
    const workerUrl = textWorker(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ period }) => {
        if (period === '1day') throw new Error('broken')
        parentPort.postMessage(new Float64Array(6))
      })`)
    const thread = createCandleThread({ model: modelParts, workerUrl })
    try {
      const asked = [request('EURUSD', 1, '1day'), request('EURUSD', 1, '5min')]
      const results = await Promise.allSettled(asked.map(thread.aggregate))
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected'],
      )
      assert.equal((await thread.aggregate(request('EURUSD', 1, '5min'))).length, 1)
    } finally {
      await thread.stop()
    }
  })

  test('rejects pending and later requests once stopped', async () => {
    const thread = createCandleThread({
      model: modelParts,
      workerUrl: textWorker('setInterval(() => {}, 1000)'),
    })
    const waiting = assert.rejects(thread.aggregate(request('EURUSD', 1, '1day')), /has stopped/)
    await thread.stop()
    await waiting
    await assert.rejects(thread.aggregate(request('EURUSD', 1, '1day')), /has stopped/)
  })

  test('rejects more than 1000 pending requests', async () => {
    const thread = createCandleThread({
      model: modelParts,
      workerUrl: textWorker('setInterval(() => {}, 1000)'),
    })
    const asked = request('EURUSD', 1, '1day')
    const answers = Promise.allSettled(Array.from({ length: 1001 }, () => thread.aggregate(asked)))
    await thread.stop()
    const reasons = (await answers).map((answer) => String(answer.status === 'rejected' && answer.reason))
    assert.deepEqual([...new Set(reasons.slice(0, 1000))], ['Error: the feed has stopped'])
    assert.equal(reasons[1000], 'Error: too many candle requests are pending')
  })

  test('does not keep the process alive when idle', () => {
    const script = `
      import { createCandleThread } from '#server/feed/sim/candle-thread.ts'
      import { modelParts } from '#test/feed/seeded-sim.ts'
      const thread = createCandleThread({ model: modelParts })
      const spans = [{ fromMs: 0, toMs: 1e15 }]
      const candles = await thread.aggregate({ marketId: modelParts.markets[0].id, fromDayMs: 0, toDayMs: 86400000, period: '1day', spans })
      console.log(candles.length)`
    const ended = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      timeout: 20_000,
      encoding: 'utf8',
    })
    assert.equal(ended.stderr, '')
    assert.equal(ended.stdout.trim(), '1')
    assert.equal(ended.status, 0)
  })
})
