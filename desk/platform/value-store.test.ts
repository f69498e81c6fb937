import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValueStore } from '#desk/platform/value-store.ts'

test('notifies on a change, but not when the value stays the same', () => {
  const store = createValueStore(1)
  const received: number[] = []
  store.subscribe(() => received.push(store.get()))
  store.set(1)
  store.set(2)
  assert.deepEqual([store.get(), received], [2, [2]])
})

test('counts two subscriptions of the same function separately', () => {
  const store = createValueStore('a')
  let received = 0
  const listen = () => {
    received += 1
  }
  const leave = store.subscribe(listen)
  store.subscribe(listen)
  store.set('b')
  leave()
  leave()
  store.set('c')
  assert.equal(received, 3)
})

test('a listener that unsubscribes during a notification does not affect the others', () => {
  const store = createValueStore(0)
  const received: string[] = []
  const leave = store.subscribe(() => {
    leave()
    received.push('first')
  })
  store.subscribe(() => received.push('second'))
  store.set(1)
  store.set(2)
  assert.deepEqual(received, ['first', 'second', 'second'])
})
