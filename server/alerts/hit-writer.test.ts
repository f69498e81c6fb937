import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import type { AlertHit } from '#server/alerts/alerts-types.ts'
import { createHitWriter } from '#server/alerts/hit-writer.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'

function hitOf(id: number): AlertHit {
  const rule = { condition: 'above', level: price(100) } as const
  const alert = { id, userId: 1, isDemo: false, marketId: 1, rule, repeats: false, hits: 0, hitMs: undefined }
  return { alert, quote: { bid: price(100), timeMs: 1, seq: id } }
}

const turn = () => new Promise(setImmediate)

/** A writer whose commits fail as `fails` says. `batches` are the ids of all attempts. */
function setUp(fails: (ids: readonly number[]) => boolean) {
  const timers = createFakeTimers()
  const batches: (readonly number[])[] = []
  const written: number[] = []
  const alarms: string[] = []
  const writer = createHitWriter({
    timers,
    metrics: createMetrics(),
    log: {
      error: (_about: unknown, text = '') => alarms.push(text),
      warn: () => undefined,
      info: () => undefined,
    },
    async commit(hits) {
      const ids = hits.map(({ alert }) => alert.id)
      batches.push(ids)
      if (fails(ids)) throw new Error('the commit failed')
      written.push(...ids)
    },
  })
  async function run(ms: number): Promise<void> {
    for (let left = ms; left >= 0; left -= 500) {
      timers.advance(500)
      await turn()
    }
  }
  const add = (...ids: readonly number[]) => {
    for (const id of ids) writer.add(hitOf(id))
  }
  return { writer, timers, batches, written, alarms, add, run }
}

describe('the writer of hits', () => {
  test('writes what was added in one turn in one batch, and at most 200 at once', async () => {
    const { batches, add, run, writer } = setUp(() => false)
    add(...Array.from({ length: 450 }, (_, at) => at))
    assert.equal(writer.waiting(), 450)
    await run(2000)
    assert.deepEqual([batches.map((ids) => ids.length), writer.waiting()], [[200, 200, 50], 0])
  })

  test('tries again with growing delays until all is written, and raises an alarm meanwhile', async () => {
    let isDown = true
    const { written, batches, alarms, add, run } = setUp(() => isDown)
    add(1, 2, 3)
    await run(60_000)
    assert.ok(batches.length < 15, `${batches.length} attempts`)
    assert.deepEqual([written, alarms.length > 0], [[], true])
    isDown = false
    await run(12_000)
    assert.deepEqual(written.toSorted(), [1, 2, 3])
  })

  test('writes the others while one can never be written', async () => {
    const { written, add, run, writer } = setUp((ids) => ids.includes(2))
    add(1, 2, 3)
    await run(5000)
    add(4, 5)
    await run(30_000)
    assert.deepEqual([written.toSorted(), writer.waiting()], [[1, 3, 4, 5], 1])
  })

  test('writes what is left at a stop, and nothing later', async () => {
    const { written, batches, timers, add, writer } = setUp(() => false)
    add(1, 2)
    await writer.stop()
    assert.deepEqual(written, [1, 2])
    add(3)
    timers.advance(60_000)
    assert.deepEqual(batches.length, 1)
  })

  test('gives up at a stop what cannot be written', async () => {
    const { batches, add, writer } = setUp(() => true)
    add(1, 2)
    await writer.stop()
    assert.deepEqual(batches, [[1, 2]])
  })
})
