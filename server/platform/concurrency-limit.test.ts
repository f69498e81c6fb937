import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'

/** Work that begins when it is let in and ends when it is told to. */
function piece() {
  const done = Promise.withResolvers<string>()
  const state = { isBegun: false, end: done.resolve, fail: done.reject }
  const work = async () => {
    state.isBegun = true
    return await done.promise
  }
  return { state, work }
}

const settle = async () => await new Promise((resolve) => setImmediate(resolve))

describe('a work line', () => {
  it('lets so many work at a time, and the others in their turn', async () => {
    const line = createConcurrencyLimit({ maxRunning: 2, maxQueued: 9 })
    const pieces = [piece(), piece(), piece(), piece()]
    const results = pieces.map(async ({ work }) => await line.run(work))
    const begun = () => pieces.map(({ state }) => state.isBegun)
    assert.deepEqual(begun(), [true, true, false, false])
    pieces[1]?.state.end('second')
    await settle()
    assert.deepEqual(begun(), [true, true, true, false])
    pieces[0]?.state.end('first')
    await settle()
    assert.deepEqual(begun(), [true, true, true, true])
    pieces[2]?.state.end('third')
    pieces[3]?.state.end('fourth')
    assert.deepEqual(await Promise.all(results), ['first', 'second', 'third', 'fourth'])
  })

  it('says busy when too many wait, and takes more once one has ended', async () => {
    const line = createConcurrencyLimit({ maxRunning: 1, maxQueued: 1 })
    const [atWork, waiting] = [piece(), piece()]
    const first = line.run(atWork.work)
    const second = line.run(waiting.work)
    const third = piece()
    assert.equal(await line.run(third.work), 'busy')
    assert.equal(third.state.isBegun, false)
    atWork.state.end('done')
    assert.equal(await first, 'done')
    const fourth = line.run(async () => 'taken')
    waiting.state.end('done')
    assert.deepEqual([await second, await fourth], ['done', 'taken'])
  })

  it('hands the place on when the work fails', async () => {
    const line = createConcurrencyLimit({ maxRunning: 1, maxQueued: 1 })
    const failing = piece()
    const first = assert.rejects(line.run(failing.work), /broken/)
    const second = line.run(async () => 'next')
    failing.state.fail(new Error('broken'))
    await first
    assert.equal(await second, 'next')
    assert.equal(await line.run(async () => 'after'), 'after')
  })

  it('lets nobody slip in before those who wait', async () => {
    const line = createConcurrencyLimit({ maxRunning: 1, maxQueued: 9 })
    const order: string[] = []
    const ran = async (name: string) =>
      await line.run(async () => {
        order.push(name)
      })
    const slips = line.run(async () => undefined).then(async () => await ran('late'))
    await Promise.all([ran('waiting'), slips])
    assert.deepEqual(order, ['waiting', 'late'])
  })
})
