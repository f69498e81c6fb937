import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFrameScheduler } from '#web/markets/frame-scheduler.ts'

function surroundings(perFrame: number) {
  const asked: (() => void)[] = []
  const slices = createFrameScheduler((run) => asked.push(run), perFrame)
  const frame = () => asked.shift()?.()
  return { slices, frame, frames: () => asked.length }
}

describe('slices of work', () => {
  test('are spread over frames in the order in which they came', () => {
    const { slices, frame, frames } = surroundings(2)
    const ran: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) slices.add(() => ran.push(name))
    assert.deepEqual([ran, frames()], [[], 1])
    frame()
    assert.deepEqual(ran, ['a', 'b'])
    frame()
    frame()
    assert.deepEqual([ran, frames()], [['a', 'b', 'c', 'd', 'e'], 0])
  })

  test('hold what waits once, and take it again when it has run', () => {
    const { slices, frame } = surroundings(5)
    let count = 0
    const run = () => {
      count += 1
    }
    for (let time = 0; time < 3; time += 1) slices.add(run)
    frame()
    assert.equal(count, 1)
    slices.add(run)
    frame()
    assert.equal(count, 2)
  })

  test('that add more to do leave it to the next frame', () => {
    const { slices, frame } = surroundings(5)
    const ran: string[] = []
    slices.add(() => {
      ran.push('first')
      slices.add(() => ran.push('second'))
    })
    frame()
    assert.deepEqual(ran, ['first'])
    frame()
    assert.deepEqual(ran, ['first', 'second'])
  })
})
