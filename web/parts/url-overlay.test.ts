import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createStepBack, stepTimeoutMs } from '#web/parts/url-overlay.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'

function stage() {
  const timers = createFakeTimers()
  const handlers: (() => void)[] = []
  let steps = 0
  const stepBack = createStepBack({
    back() {
      steps += 1
    },
    oncePopState: (handler) => void handlers.push(handler),
    timers,
  })
  const arrive = () => {
    for (const handler of handlers.splice(0)) handler()
  }
  return { timers, stepBack, arrive, steps: () => steps }
}

describe('a step back', () => {
  test('is one step, however often somebody presses before it is done', () => {
    const { stepBack, arrive, steps, timers } = stage()
    stepBack()
    stepBack()
    assert.equal(steps(), 1)
    arrive()
    assert.deepEqual(timers.pending(), [])
    stepBack()
    assert.equal(steps(), 2)
  })

  test('of which the browser never says anything does not stand in the way of the next', () => {
    const { stepBack, arrive, steps, timers } = stage()
    stepBack()
    timers.advance(stepTimeoutMs - 1)
    stepBack()
    assert.equal(steps(), 1)
    timers.advance(1)
    stepBack()
    assert.equal(steps(), 2)
    arrive()
    assert.deepEqual(timers.pending(), [])
  })
})
