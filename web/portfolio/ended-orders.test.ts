import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { dealAt, orderOf } from '#test/wire/account-fixtures.ts'
import {
  createEndedOrders,
  historyJitterMs,
  historyRetryMs,
  orderWaitMs,
} from '#web/portfolio/ended-orders.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const over = (id: number) => orderOf(id, { Status: 3, CloseReason: 'stop_loss' })
const pushOf = (...ids: readonly number[]) => ids.map((id) => orderFromWire(over(id)))

/** A history that answers with the next entry, or fails with 'offline'. */
function createFixture(answers: (readonly OrderFields[] | 'offline')[] = [], random = 0) {
  const timers = createFakeTimers()
  let reads = 0
  const call = (async () => {
    reads += 1
    const answer = answers.shift() ?? 'offline'
    if (answer === 'offline') throw new Error('offline')
    return dealAt(1, answer)
  }) as unknown as Call
  const ended = createEndedOrders({ call, timers, random: () => random })
  const found: (readonly number[])[] = []
  function find(...ids: readonly number[]) {
    void ended.find(new Set(ids)).then((orders) => found.push(orders.map(({ id }) => id)))
  }
  async function advance(byMs: number) {
    timers.advance(byMs)
    await settled()
  }
  return { ended, find, found, advance, timers, reads: () => reads }
}

describe('ended orders', () => {
  test('are found in a push before or after the search, without a read', async () => {
    const { ended, find, found, advance, timers, reads } = createFixture()
    ended.pushed(pushOf(1))
    find(1)
    find(2, 3)
    ended.pushed(pushOf(2))
    await settled()
    assert.deepEqual(found, [[1]])
    ended.pushed(pushOf(3))
    assert.deepEqual(timers.pending(), [])
    await advance(60_000)
    assert.deepEqual([found, reads()], [[[1], [2, 3]], 0])
  })

  test('are not taken from a push while they are active', async () => {
    const { ended, find, found, advance } = createFixture([[over(1)]])
    ended.pushed([orderFromWire(orderOf(1))])
    find(1)
    await settled()
    assert.deepEqual(found, [])
    await advance(orderWaitMs)
    assert.deepEqual(found, [[1]])
  })

  for (const random of [0, 0.5, 0.999])
    test(`are read from the history after a wait with jitter (random ${random})`, async () => {
      const { find, advance, reads } = createFixture([[over(1)]], random)
      find(1)
      await advance(orderWaitMs + random * historyJitterMs - 1)
      assert.equal(reads(), 0)
      await advance(1)
      assert.equal(reads(), 1)
    })

  test('of several searches are read at once, and only those that no push contained', async () => {
    const { ended, find, found, advance, reads } = createFixture([[over(3), over(2)]])
    find(1, 2)
    find(3)
    ended.pushed(pushOf(1))
    await advance(orderWaitMs)
    assert.deepEqual([found, reads()], [[[1, 2], [3]], 1])
  })

  const repeated: readonly (readonly [string, readonly OrderFields[] | 'offline'])[] = [
    ['failed', 'offline'],
    ['lacks an order', [over(1)]],
  ]
  for (const [name, first] of repeated)
    test(`are read once more if the first read ${name}`, async () => {
      const { find, found, advance, reads } = createFixture([first, [over(2), over(1)]])
      find(1, 2)
      await advance(orderWaitMs)
      assert.deepEqual(found, [])
      await advance(historyRetryMs)
      await advance(60_000)
      assert.deepEqual([found, reads()], [[[1, 2]], 2])
    })

  test('that were found are returned if others are not, and if the history cannot be read', async () => {
    const { ended, find, found, advance } = createFixture([[over(2)], 'offline'])
    find(1, 2, 3)
    ended.pushed(pushOf(1))
    await advance(orderWaitMs)
    await advance(historyRetryMs)
    assert.deepEqual(found, [[1, 2]])
  })

  test('are not searched after stop', async () => {
    const { ended, find, found, advance, reads } = createFixture(['offline', [over(1)]])
    find(1)
    await advance(orderWaitMs)
    find(2)
    ended.stop()
    await advance(60_000)
    assert.deepEqual([found, reads()], [[], 1])
  })
})
