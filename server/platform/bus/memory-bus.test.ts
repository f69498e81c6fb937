import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { BusFailure } from '#server/platform/bus/bus.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'

type Topics = { readonly count: number; readonly other: string }
type Questions = { readonly double: { readonly ask: number; readonly reply: number } }

function createBus() {
  const faults: string[] = []
  const bus = createMemoryBus<Topics, Questions>({
    onFault: (topic, fault) => faults.push(`${topic} ${fault}`),
  })
  return { bus, faults }
}

function failsWith(problem: string) {
  return (failure: unknown) => failure instanceof BusFailure && failure.problem === problem
}

describe('the bus of one process', () => {
  test('hands each message to every subscriber of its topic, in order, until it unsubscribes', () => {
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

  test('shows everyone the same order when a subscriber publishes too', () => {
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

  test('reports a subscriber that fails and serves the others', () => {
    const { bus, faults } = createBus()
    const seen: number[] = []
    bus.subscribe('count', () => {
      throw new Error('broken')
    })
    bus.subscribe('count', (n) => seen.push(n))
    bus.publish('count', 7)
    assert.deepEqual([seen, faults], [[7], ['count Error: broken']])
  })

  test('counts two subscriptions of one function apart', () => {
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

  test('answers a question, passes a failure on, and says when nobody answers', async () => {
    const { bus } = createBus()
    await assert.rejects(bus.request('double', 2, 1000), failsWith('nobody_answers'))
    const leave = bus.respond('double', async (n) => {
      if (n < 0) throw new Error('negative')
      return n * 2
    })
    assert.equal(await bus.request('double', 21, 1000), 42)
    await assert.rejects(bus.request('double', -1, 1000), /negative/)
    leave()
    await assert.rejects(bus.request('double', 2, 1000), failsWith('nobody_answers'))
  })

  test('a question has one who answers', () => {
    const { bus } = createBus()
    bus.respond('double', async (n) => n)
    assert.throws(() => bus.respond('double', async (n) => n), /already/)
  })

  test('gives up on a reply that does not come in time', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const { bus } = createBus()
    bus.respond('double', () => new Promise(() => {}))
    const asked = assert.rejects(bus.request('double', 1, 5000), failsWith('timed_out'))
    mock.timers.tick(5000)
    await asked
    mock.timers.reset()
  })

  test('stops by waiting for the questions under way and taking nothing new', async () => {
    const { bus } = createBus()
    const seen: string[] = []
    const reply = Promise.withResolvers<number>()
    bus.respond('double', () => reply.promise)
    bus.subscribe('count', (n) => seen.push(`count ${n}`))
    const asked = bus.request('double', 1, 5000).then((n) => seen.push(`reply ${n}`))
    const stopping = bus.stop().then(() => seen.push('stopped'))
    bus.publish('count', 1)
    await assert.rejects(bus.request('double', 1, 1000), failsWith('stopped'))
    assert.deepEqual(seen, [])
    reply.resolve(2)
    await Promise.all([asked, stopping])
    assert.deepEqual(seen.sort(), ['reply 2', 'stopped'])
  })
})
