import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'

/** Work that notes its start and ends when the test says so. */
function controlledWork() {
  const done = Promise.withResolvers<string>()
  const state = { isStarted: false, end: done.resolve, fail: done.reject }
  const work = async () => {
    state.isStarted = true
    return await done.promise
  }
  return { state, work }
}

const settle = async () => await new Promise((resolve) => setImmediate(resolve))

describe('concurrency limit', () => {
  it('runs up to the limit at once and the rest in order', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 2, maxQueued: 9 })
    const pieces = [controlledWork(), controlledWork(), controlledWork(), controlledWork()]
    const results = pieces.map(async ({ work }) => await limit.run(work))
    const started = () => pieces.map(({ state }) => state.isStarted)
    assert.deepEqual(started(), [true, true, false, false])
    pieces[1]?.state.end('second')
    await settle()
    assert.deepEqual(started(), [true, true, true, false])
    pieces[0]?.state.end('first')
    await settle()
    assert.deepEqual(started(), [true, true, true, true])
    pieces[2]?.state.end('third')
    pieces[3]?.state.end('fourth')
    assert.deepEqual(await Promise.all(results), ['first', 'second', 'third', 'fourth'])
  })

  it('answers busy when the queue is full, and accepts work again after one ends', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxQueued: 1 })
    const [running, waiting] = [controlledWork(), controlledWork()]
    const first = limit.run(running.work)
    const second = limit.run(waiting.work)
    const third = controlledWork()
    assert.equal(await limit.run(third.work), 'busy')
    assert.equal(third.state.isStarted, false)
    running.state.end('done')
    assert.equal(await first, 'done')
    const fourth = limit.run(async () => 'taken')
    waiting.state.end('done')
    assert.deepEqual([await second, await fourth], ['done', 'taken'])
  })

  it('frees the slot when the work fails', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxQueued: 1 })
    const failing = controlledWork()
    const first = assert.rejects(limit.run(failing.work), /broken/)
    const second = limit.run(async () => 'next')
    failing.state.fail(new Error('broken'))
    await first
    assert.equal(await second, 'next')
    assert.equal(await limit.run(async () => 'after'), 'after')
  })

  it('lets no newcomer overtake the queue', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxQueued: 9 })
    const order: string[] = []
    const ran = async (name: string) =>
      await limit.run(async () => {
        order.push(name)
      })
    const newcomer = limit.run(async () => undefined).then(async () => await ran('late'))
    await Promise.all([ran('waiting'), newcomer])
    assert.deepEqual(order, ['waiting', 'late'])
  })
})
