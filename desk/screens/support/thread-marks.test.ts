import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DeskSupportMarkInput } from '#contract/desk/support.ts'
import { createThreadMarks } from '#desk/screens/support/thread-marks.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const nothing = { desk_delivered: 0, desk_read: 0 }

function createHarness() {
  const sent: DeskSupportMarkInput[] = []
  const answers: { readonly done: () => void; readonly fail: () => void }[] = []
  const marks = createThreadMarks(7, (input) => {
    sent.push(input)
    return new Promise<void>((resolve, reject) =>
      answers.push({ done: resolve, fail: () => reject(new Error('lost')) }),
    )
  })
  return { marks, sent, answers }
}

describe('marks of a thread', () => {
  test('are sent when they rise, one call at a time, the newest last', async () => {
    const { marks, sent, answers } = createHarness()
    marks.report({ delivered: 3, read: 0 }, nothing)
    marks.report({ delivered: 4, read: 0 }, nothing)
    marks.report({ delivered: 5, read: 5 }, nothing)
    assert.deepEqual(sent, [{ id: 7, delivered: 3 }])
    answers[0]?.done()
    await settled()
    answers[1]?.done()
    await settled()
    marks.report({ delivered: 5, read: 2 }, nothing)
    assert.deepEqual(sent.slice(1), [{ id: 7, delivered: 5, read: 5 }])
  })

  test('that the server knows are not sent', () => {
    const { marks, sent } = createHarness()
    marks.report({ delivered: 5, read: 5 }, { desk_delivered: 5, desk_read: 5 })
    assert.deepEqual(sent, [])
  })

  test('that did not arrive are sent with the next report', async () => {
    const { marks, sent, answers } = createHarness()
    marks.report({ delivered: 3, read: 3 }, nothing)
    answers[0]?.fail()
    await settled()
    marks.report({ delivered: 3, read: 3 }, nothing)
    assert.equal(sent.length, 2)
  })

  test('count a message that was read as delivered', () => {
    const { marks, sent } = createHarness()
    marks.report({ delivered: 2, read: 3 }, nothing)
    assert.deepEqual(sent, [{ id: 7, delivered: 3, read: 3 }])
  })
})
