import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createKeyedStores } from '#web/markets/keyed-stores.ts'

function createDeferred() {
  const queue: (() => void)[] = []
  const stores = createKeyedStores<number>(Object.is, (notify) => queue.push(notify))
  const notifyAll = () => {
    for (const notify of queue.splice(0)) notify()
  }
  return { stores, notifyAll }
}

describe('keyed stores', () => {
  test('notify subscribers of a changed market only', () => {
    const stores = createKeyedStores<number>(Object.is)
    const notified: number[] = []
    for (const id of [1, 2]) stores.store(id).subscribe(() => notified.push(id))
    stores.set(1, 5)
    stores.set(1, 5)
    stores.set(2, 5)
    stores.set(3, 5)
    assert.deepEqual([notified, stores.get(3), stores.store(3).getSnapshot()], [[1, 2], 5, 5])
  })

  test('hold the new value before deferred notifications run', () => {
    const { stores, notifyAll } = createDeferred()
    const seen: (number | undefined)[] = []
    const store = stores.store(1)
    store.subscribe(() => seen.push(store.getSnapshot()))
    stores.set(1, 5)
    stores.set(1, 6)
    assert.deepEqual([store.getSnapshot(), seen], [6, []])
    notifyAll()
    assert.deepEqual(seen, [6, 6])
  })

  test('skip a deferred notification after unsubscribing', () => {
    const { stores, notifyAll } = createDeferred()
    let notified = 0
    const unsubscribe = stores.store(1).subscribe(() => notified++)
    stores.set(1, 5)
    unsubscribe()
    notifyAll()
    assert.equal(notified, 0)
  })
})
