import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createMemoryBus } from '#server/platform/bus.ts'

type Topics = { readonly count: number; readonly other: string }

function createBus() {
  const faults: string[] = []
  const bus = createMemoryBus<Topics>({
    onFault: (topic, fault) => faults.push(`${topic} ${fault}`),
  })
  return { bus, faults }
}

describe('memory bus', () => {
  test('delivers each message to all subscribers of its topic, in order, until they unsubscribe', () => {
    const { bus } = createBus()
    const seen: string[] = []
    const leave = bus.subscribe('count', (n) => seen.push(`a${n}`))
    bus.subscribe('count', (n) => seen.push(`b${n}`))
    bus.publish('count', 1)
    leave()
    bus.publish('count', 2)
    bus.publish('other', 'ignored')
    assert.deepEqual(seen, ['a1', 'b1', 'b2'])
  })

  test('keeps the same order for all subscribers when one publishes during delivery', () => {
    const { bus } = createBus()
    const seen: string[] = []
    bus.subscribe('count', (n) => {
      seen.push(`a${n}`)
      if (n === 1) bus.publish('count', 2)
    })
    bus.subscribe('count', (n) => seen.push(`b${n}`))
    bus.publish('count', 1)
    assert.deepEqual(seen, ['a1', 'b1', 'a2', 'b2'])
  })

  test('reports a throwing subscriber and still calls the others', () => {
    const { bus, faults } = createBus()
    const seen: number[] = []
    bus.subscribe('count', () => {
      throw new Error('broken')
    })
    bus.subscribe('count', (n) => seen.push(n))
    bus.publish('count', 7)
    assert.deepEqual([seen, faults], [[7], ['count Error: broken']])
  })

  test('treats two subscriptions of one function as separate', () => {
    const { bus } = createBus()
    const seen: number[] = []
    const handler = (n: number) => {
      seen.push(n)
    }
    const leave = bus.subscribe('count', handler)
    bus.subscribe('count', handler)
    leave()
    bus.publish('count', 1)
    assert.deepEqual(seen, [1])
  })

  test('drops messages published after the stop', () => {
    const { bus } = createBus()
    const seen: number[] = []
    bus.subscribe('count', (n) => seen.push(n))
    bus.stop()
    bus.publish('count', 1)
    assert.deepEqual(seen, [])
  })
})
