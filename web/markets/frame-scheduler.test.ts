import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFrameScheduler } from '#web/markets/frame-scheduler.ts'

function createFixture(perFrame: number) {
  const requested: (() => void)[] = []
  const scheduler = createFrameScheduler((run) => requested.push(run), perFrame)
  const frame = () => requested.shift()?.()
  return { scheduler, frame, frames: () => requested.length }
}

describe('frame scheduler', () => {
  test('spreads work over frames in order', () => {
    const { scheduler, frame, frames } = createFixture(2)
    const ran: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) scheduler.add(() => ran.push(name))
    assert.deepEqual([ran, frames()], [[], 1])
    frame()
    assert.deepEqual(ran, ['a', 'b'])
    frame()
    frame()
    assert.deepEqual([ran, frames()], [['a', 'b', 'c', 'd', 'e'], 0])
  })

  test('queues a function once, and again after it has run', () => {
    const { scheduler, frame } = createFixture(5)
    let count = 0
    const run = () => {
      count += 1
    }
    for (let time = 0; time < 3; time += 1) scheduler.add(run)
    frame()
    assert.equal(count, 1)
    scheduler.add(run)
    frame()
    assert.equal(count, 2)
  })

  test('runs work added during a frame in the next one', () => {
    const { scheduler, frame } = createFixture(5)
    const ran: string[] = []
    scheduler.add(() => {
      ran.push('first')
      scheduler.add(() => ran.push('second'))
    })
    frame()
    assert.deepEqual(ran, ['first'])
    frame()
    assert.deepEqual(ran, ['first', 'second'])
  })
})
