import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValueStore } from '#web/platform/value-store.ts'

test('listeners hear of a value that differs, and of no other', () => {
  const store = createValueStore('a')
  const heard: string[] = []
  store.subscribe(() => heard.push(store.getSnapshot()))
  store.set('a')
  store.set('b')
  store.set('b')
  assert.deepEqual(heard, ['b'])
})

test('one function subscribed twice hears twice, until each has left', () => {
  const store = createValueStore(0)
  let heard = 0
  const listener = () => {
    heard += 1
  }
  const leave = store.subscribe(listener)
  const leaveToo = store.subscribe(listener)
  store.set(1)
  assert.equal(heard, 2)
  leave()
  leave()
  store.set(2)
  assert.equal(heard, 3)
  leaveToo()
  store.set(3)
  assert.equal(heard, 3)
})
