import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createStepBack, stepTimeoutMs } from '#web/parts/url-overlay.ts'

function createHarness() {
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

describe('stepping back', () => {
  test('goes back once for a double tap, and again after the popstate event', () => {
    const { stepBack, arrive, steps, timers } = createHarness()
    stepBack()
    stepBack()
    assert.equal(steps(), 1)
    arrive()
    assert.deepEqual(timers.pending(), [])
    stepBack()
    assert.equal(steps(), 2)
  })

  test('allows the next step after a timeout without a popstate event', () => {
    const { stepBack, arrive, steps, timers } = createHarness()
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
