import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValueStore } from '#browser/platform/value-store.ts'

test('notifies listeners only of a different value', () => {
  const store = createValueStore('a')
  const values: string[] = []
  store.subscribe(() => values.push(store.getSnapshot()))
  store.set('a')
  store.set('b')
  store.set('b')
  assert.deepEqual(values, ['b'])
})

test('a function subscribed twice is called twice, until each is unsubscribed', () => {
  const store = createValueStore(0)
  let calls = 0
  const listener = () => {
    calls += 1
  }
  const unsubscribeFirst = store.subscribe(listener)
  const unsubscribeSecond = store.subscribe(listener)
  store.set(1)
  assert.equal(calls, 2)
  unsubscribeFirst()
  unsubscribeFirst()
  store.set(2)
  assert.equal(calls, 3)
  unsubscribeSecond()
  store.set(3)
  assert.equal(calls, 3)
})
