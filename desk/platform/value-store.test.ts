import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValueStore } from '#desk/platform/value-store.ts'

test('notifies on a change, but not when the value stays the same', () => {
  const store = createValueStore(1)
  const heard: number[] = []
  store.subscribe(() => heard.push(store.get()))
  store.set(1)
  store.set(2)
  assert.deepEqual([store.get(), heard], [2, [2]])
})

test('counts two subscriptions of the same function separately', () => {
  const store = createValueStore('a')
  let heard = 0
  const listen = () => {
    heard += 1
  }
  const leave = store.subscribe(listen)
  store.subscribe(listen)
  store.set('b')
  leave()
  leave()
  store.set('c')
  assert.equal(heard, 3)
})

test('a listener that unsubscribes during a notification does not affect the others', () => {
  const store = createValueStore(0)
  const heard: string[] = []
  const leave = store.subscribe(() => {
    leave()
    heard.push('first')
  })
  store.subscribe(() => heard.push('second'))
  store.set(1)
  store.set(2)
  assert.deepEqual(heard, ['first', 'second', 'second'])
})
