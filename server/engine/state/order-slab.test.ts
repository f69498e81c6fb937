import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros, price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import { closedOrder, openOrder, pendingOrder, sampleReceipt } from '#test/engine/sample-orders.ts'
import { fc } from '#test/fast-check.ts'

const largest = Number.MAX_SAFE_INTEGER
const market = openOrder({ id: 1, userId: 1 })
const otherTerms = { ...market.terms, feeMode: 'share_of_margin', feePerLot: micros(7) } as const
const account = {
  balance: micros(1),
  netValue: micros(-2),
  usedMargin: micros(3),
  riskRate: null,
  needed: micros(4),
}

const examples: readonly (readonly [what: string, order: Order])[] = [
  ['at market', market],
  ['pending', pendingOrder({ id: 2, userId: 1 })],
  ['a sell stop', pendingOrder({ id: 3, userId: 1, side: 'sell', kind: 'stop' })],
  ['without an asked price and stops', openOrder({ id: 4, userId: 1, askedPrice: null, stopLoss: null })],
  ['with both stops', openOrder({ id: 5, userId: 1, takeProfit: price(2 ** 47) })],
  [
    'opened on another quote than placed on',
    openOrder({ id: 6, userId: 1, opened: sampleReceipt('limit_reached') }),
  ],
  ['with other terms', openOrder({ id: 7, userId: 1, terms: otherTerms })],
  ['the rest of a partial close', openOrder({ id: 8, userId: 1, parentId: 7 })],
  [
    'with the largest numbers',
    openOrder({ id: largest, userId: largest, margin: micros(largest), fee: micros(0) }),
  ],
  [
    'placed without a quote',
    pendingOrder({
      id: 9,
      userId: 1,
      placed: sampleReceipt('pending_order', { quote: null, rate: null, expected: null, slippage: null }),
    }),
  ],
  [
    'placed on another feed',
    openOrder({
      id: 10,
      userId: 1,
      placed: sampleReceipt('market_order', { feed: 'replay: one two', slippage: -3 }),
    }),
  ],
  // Orders that have ended, or that the current rules never create. The slab keeps them as objects.
  ['that has ended', closedOrder(openOrder({ id: 11, userId: 1 }), -5)],
  [
    'opened with account figures',
    openOrder({ id: 12, userId: 1, opened: sampleReceipt('limit_reached', { account }) }),
  ],
  ['placed on the quote of another market', openOrder({ id: 13, userId: 1, marketId: 9_999 })],
]

describe('the order slab', () => {
  for (const [what, order] of examples)
    test(`returns every field of an order: ${what}`, () => {
      const slab = createOrderSlab()
      slab.insert(market)
      const slot = slab.insert(order)
      assert.deepEqual(slab.read(slot), order)
      assert.equal(slab.idAt(slot), order.id)
      assert.equal(slab.userAt(slot), order.userId)
    })

  test('keeps the latest order of every slot, over several chunks', () => {
    const change = fc.record({
      at: fc.nat(5000),
      isFreed: fc.boolean(),
      example: fc.nat(examples.length - 1),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
        const slab = createOrderSlab()
        const kept = new Map<number, Order>()
        const versions = new Map<number, number>()
        for (let id = 1; id <= 5000; id += 1)
          kept.set(slab.insert(openOrder({ id, userId: 1 })), openOrder({ id, userId: 1 }))
        for (const { at, isFreed, example } of changes) {
          const [slot, current] = [...kept].at(at % kept.size) ?? [0, market]
          const order = { ...(examples[example]?.[1] ?? market), id: current.id }
          versions.set(slot, slab.versionOf(slot))
          kept.delete(slot)
          if (isFreed) slab.free(slot)
          else slab.replace(slot, order)
          assert.notEqual(slab.versionOf(slot), versions.get(slot))
          const now = isFreed ? slab.insert(order) : slot
          kept.set(now, order)
        }
        for (const [slot, order] of kept) assert.deepEqual(slab.read(slot), order)
      }),
      { numRuns: 5, seed: 7 },
    )
  })

  test('never repeats the version of a slot after clear', () => {
    const slab = createOrderSlab()
    const slot = slab.insert(market)
    const before = slab.versionOf(slot)
    slab.clear()
    assert.equal(slab.insert(market), slot)
    assert.ok(slab.versionOf(slot) > before)
  })
})
