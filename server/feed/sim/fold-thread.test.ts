import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { markets } from '#db/seed/markets.ts'
import { createFoldThread, foldDays, spansAround } from '#server/feed/sim/fold-thread.ts'
import { modelledMarket } from '#server/feed/sim/sim-model.ts'
import { marketIdOf, model, noonMs, rarelyOpen, realHours } from '#test/feed/seeded-sim.ts'

const parts = { seed: 'openlot', ticksPerSecond: 2, markets: markets.map(modelledMarket) }
const toDayMs = noonMs - (noonMs % dayMs)
const question = (code: string, days: number, detail: '5min' | '1day') => ({
  marketId: marketIdOf(code),
  fromDayMs: toDayMs - days * dayMs,
  toDayMs,
  detail,
  spans: spansAround(realHours.spansOf(marketIdOf(code)), toDayMs - days * dayMs, toDayMs),
})
/** Threads that do nothing but what their text says. */
const textWorker = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

describe('the folding thread', () => {
  test('folds what would be folded here, each for who asked', async () => {
    const thread = createFoldThread({ model: parts })
    try {
      const questions = [
        question('EURUSD', 3, '5min'),
        question('AAPL', 20, '1day'),
        question('HKG33', 2, '5min'),
      ]
      const folded = await Promise.all(questions.map(thread.fold))
      assert.deepEqual(
        folded,
        questions.map((asked) => foldDays(model, asked)),
      )
      assert.ok(folded.every((candles) => candles.length > 10))
    } finally {
      await thread.stop()
    }
  })

  test('takes short questions before long ones that wait', async () => {
    const workerUrl = textWorker(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => parentPort.postMessage(new Float64Array(6)))`)
    const thread = createFoldThread({ model: parts, workerUrl })
    try {
      const order: number[] = []
      const days = [100, 90, 2, 90, 1, 2]
      await Promise.all(
        days.map(async (count, at) => {
          await thread.fold(question('EURUSD', count, '1day'))
          order.push(at)
        }),
      )
      assert.deepEqual(order, [0, 4, 2, 5, 1, 3])
    } finally {
      await thread.stop()
    }
  })

  test('needs no spans but those around', () => {
    const marketId = marketIdOf('EURUSD')
    for (const { fromMs } of rarelyOpen) {
      const fromDayMs = fromMs - (fromMs % dayMs)
      const days = { marketId, fromDayMs, toDayMs: fromDayMs + 2 * dayMs, detail: '5min' as const }
      const spans = spansAround(rarelyOpen, days.fromDayMs, days.toDayMs)
      assert.ok(spans.length <= 3)
      assert.deepEqual(foldDays(model, { ...days, spans }), foldDays(model, { ...days, spans: rarelyOpen }))
    }
  })

  test('that fails takes along who waits, and the next question starts a new one', async () => {
    const workerUrl = textWorker(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ detail }) => {
        if (detail === '1day') throw new Error('broken')
        parentPort.postMessage(new Float64Array(6))
      })`)
    const thread = createFoldThread({ model: parts, workerUrl })
    try {
      const asked = [question('EURUSD', 1, '1day'), question('EURUSD', 1, '5min')]
      const results = await Promise.allSettled(asked.map(thread.fold))
      assert.deepEqual(
        results.map(({ status }) => status),
        ['rejected', 'rejected'],
      )
      assert.equal((await thread.fold(question('EURUSD', 1, '5min'))).length, 1)
    } finally {
      await thread.stop()
    }
  })

  test('that is stopped refuses who waits and who comes', async () => {
    const thread = createFoldThread({ model: parts, workerUrl: textWorker('setInterval(() => {}, 1000)') })
    const waiting = assert.rejects(thread.fold(question('EURUSD', 1, '1day')), /has stopped/)
    await thread.stop()
    await waiting
    await assert.rejects(thread.fold(question('EURUSD', 1, '1day')), /has stopped/)
  })

  test('takes no more than it can keep', async () => {
    const thread = createFoldThread({ model: parts, workerUrl: textWorker('setInterval(() => {}, 1000)') })
    const asked = question('EURUSD', 1, '1day')
    const answers = Promise.allSettled(Array.from({ length: 1001 }, () => thread.fold(asked)))
    await thread.stop()
    const whys = (await answers).map((answer) => String(answer.status === 'rejected' && answer.reason))
    assert.deepEqual([...new Set(whys.slice(0, 1000))], ['Error: the feed has stopped'])
    assert.equal(whys[1000], 'Error: too many days wait to be folded')
  })

  test('does not keep the process alive once it has answered', () => {
    const script = `
      import { markets } from '#db/seed/markets.ts'
      import { createFoldingThread } from '#server/feed/sim/fold-thread.ts'
      const thread = createFoldingThread({ model: { seed: 'x', ticksPerSecond: 2, markets } })
      const spans = [{ fromMs: 0, toMs: 1e15 }]
      const candles = await thread.fold({ marketId: markets[0].id, fromDayMs: 0, toDayMs: 86400000, detail: '1day', spans })
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
