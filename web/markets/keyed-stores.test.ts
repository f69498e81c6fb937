import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createKeyedStores } from '#web/markets/keyed-stores.ts'

function putOff() {
  const waiting: (() => void)[] = []
  const stores = createKeyedStores<number>(Object.is, (tell) => waiting.push(tell))
  const tellAll = () => {
    for (const tell of waiting.splice(0)) tell()
  }
  return { stores, tellAll }
}

describe('stores of markets', () => {
  test('tell those of the market that has news, and only of news', () => {
    const stores = createKeyedStores<number>(Object.is)
    const told: number[] = []
    for (const id of [1, 2]) stores.store(id).subscribe(() => told.push(id))
    stores.set(1, 5)
    stores.set(1, 5)
    stores.set(2, 5)
    stores.set(3, 5)
    assert.deepEqual([told, stores.get(3), stores.store(3).getSnapshot()], [[1, 2], 5, 5])
  })

  test('have the newest value before they tell of it', () => {
    const { stores, tellAll } = putOff()
    const seen: (number | undefined)[] = []
    const store = stores.store(1)
    store.subscribe(() => seen.push(store.getSnapshot()))
    stores.set(1, 5)
    stores.set(1, 6)
    assert.deepEqual([store.getSnapshot(), seen], [6, []])
    tellAll()
    assert.deepEqual(seen, [6, 6])
  })

  test('tell nobody who has left, though it was put off before', () => {
    const { stores, tellAll } = putOff()
    let told = 0
    const leave = stores.store(1).subscribe(() => told++)
    stores.set(1, 5)
    leave()
    tellAll()
    assert.equal(told, 0)
  })
})
