import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { createToasts, type Toasts } from '#ui/toasts-store.ts'

const textsOf = (toasts: Toasts) =>
  toasts
    .snapshot()
    .filter((toast) => !toast.leaving)
    .map((toast) => toast.text)

describe('toasts', () => {
  beforeEach(() => {
    mock.timers.reset()
    mock.timers.enable({ apis: ['setTimeout'] })
  })

  test('disappear after four seconds', () => {
    const toasts = createToasts()
    toasts.show({ text: 'Order placed' })
    mock.timers.tick(3999)
    assert.deepEqual(textsOf(toasts), ['Order placed'])
    mock.timers.tick(1)
    assert.deepEqual(textsOf(toasts), [])
    mock.timers.tick(200)
    assert.equal(toasts.snapshot().length, 0)
  })

  test('remove the oldest when a fourth one is shown', () => {
    const toasts = createToasts()
    for (const text of ['one', 'two', 'three', 'four']) toasts.show({ text })
    assert.deepEqual(textsOf(toasts), ['two', 'three', 'four'])
  })

  test('show the same message only once at a time', () => {
    const toasts = createToasts()
    toasts.show({ text: 'No connection' })
    toasts.show({ text: 'No connection' })
    assert.deepEqual(textsOf(toasts), ['No connection'])
  })

  test('stay while paused', () => {
    const toasts = createToasts()
    toasts.show({ text: 'Read me' })
    mock.timers.tick(3000)
    toasts.pause()
    mock.timers.tick(60_000)
    assert.deepEqual(textsOf(toasts), ['Read me'])
    toasts.resume()
    mock.timers.tick(4000)
    assert.deepEqual(textsOf(toasts), [])
  })

  test('disappear again after one was closed under the pointer', () => {
    const toasts = createToasts()
    const first = toasts.show({ text: 'Close me' })
    toasts.show({ text: 'Second' })
    toasts.pause()
    toasts.dismiss(first)
    toasts.show({ text: 'Third' })
    mock.timers.tick(4000)
    assert.deepEqual(textsOf(toasts), [])
  })

  test('notify listeners until they unsubscribe', () => {
    const toasts = createToasts()
    let calls = 0
    const stop = toasts.subscribe(() => calls++)
    toasts.show({ text: 'a' })
    stop()
    toasts.show({ text: 'b' })
    assert.equal(calls, 1)
  })
})
