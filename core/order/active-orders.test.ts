import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Lots, lots, type Price, price } from '#core/money/amounts.ts'
import { activeOrdersFingerprint } from '#core/order/active-orders.ts'
import type { OrderStatus } from '#core/order/order.ts'
import { fc } from '#test/fast-check.ts'

type FingerprintedOrder = {
  readonly id: number
  readonly status: OrderStatus
  readonly lots: Lots
  readonly stopLoss: Price | null
  readonly takeProfit: Price | null
}

/** Returns the orders with the one at this index changed. */
type Change = (orders: readonly FingerprintedOrder[], at: number) => readonly FingerprintedOrder[]

const anyLots = fc.integer({ min: 1, max: 10_000 }).map(lots)
const anyPrice = fc.integer({ min: 1, max: 1_000_000_000 }).map(price)
const anyOrder: fc.Arbitrary<FingerprintedOrder> = fc.record({
  id: fc.integer({ min: 1, max: 1_000_000_000_000 }),
  status: fc.constantFrom('pending', 'open'),
  lots: anyLots,
  stopLoss: fc.option(anyPrice),
  takeProfit: fc.option(anyPrice),
})
const activeOrders = fc.uniqueArray(anyOrder, { minLength: 1, maxLength: 30, selector: ({ id }) => id })

/** Orders and the index of the one that changes. */
const ordersAndIndex = activeOrders.chain((orders) =>
  fc.tuple(fc.constant(orders), fc.nat({ max: orders.length - 1 })),
)

describe('the fingerprint of active orders', () => {
  test('is eight characters long and independent of the sort order', () => {
    const reordered = activeOrders.chain((orders) =>
      fc.tuple(
        fc.constant(orders),
        fc.shuffledSubarray(orders, { minLength: orders.length, maxLength: orders.length }),
      ),
    )
    fc.assert(
      fc.property(reordered, ([orders, listed]) => {
        assert.match(activeOrdersFingerprint(orders), /^[0-9a-f]{8}$/)
        assert.equal(activeOrdersFingerprint(listed), activeOrdersFingerprint(orders))
      }),
    )
  })

  test('ignores all other fields and does not modify the list', () => {
    fc.assert(
      fc.property(activeOrders, (orders) => {
        const before = [...orders]
        const valued = orders.map((order) => ({ ...order, margin: 7, openPrice: 8 }))
        assert.equal(activeOrdersFingerprint(valued), activeOrdersFingerprint(orders))
        assert.deepEqual(orders, before)
      }),
    )
  })

  const changes: readonly (readonly [string, Change])[] = [
    ['an order ends', (orders, at) => orders.filter((_, index) => index !== at)],
    [
      'an order is added',
      (orders, at) => [
        ...orders,
        { ...orderAt(orders, at), id: Math.max(...orders.map(({ id }) => id)) + 1 },
      ],
    ],
    ['a status changes', changed(({ status }) => ({ status: otherStatus(status) }))],
    ['lots change', changed((order) => ({ lots: lots(order.lots + 1) }))],
    ['a stop loss changes', changed((order) => ({ stopLoss: moved(order.stopLoss) }))],
    ['a take profit changes', changed((order) => ({ takeProfit: moved(order.takeProfit) }))],
    [
      'a stop is removed or set',
      changed(({ stopLoss }) => ({ stopLoss: stopLoss === null ? price(7) : null })),
    ],
  ]
  for (const [name, change] of changes) {
    test(`changes when ${name}`, () => {
      fc.assert(
        fc.property(ordersAndIndex, ([orders, at]) => {
          assert.notEqual(activeOrdersFingerprint(change(orders, at)), activeOrdersFingerprint(orders))
        }),
        // A collision of 32-bit hashes is possible (1 in 4 billion), so the seed is fixed.
        { seed: 1, numRuns: 500 },
      )
    })
  }

  test('changes when both stops are swapped', () => {
    const order = { id: 1, status: 'open', lots: lots(1), stopLoss: price(5), takeProfit: null } as const
    const swapped = { ...order, stopLoss: null, takeProfit: price(5) }
    assert.notEqual(activeOrdersFingerprint([order]), activeOrdersFingerprint([swapped]))
  })

  test('rarely repeats over thousands of states of one account', () => {
    const fingerprints = new Set<string>()
    const base = { id: 12, status: 'open', stopLoss: null } as const
    for (let step = 1; step <= 20_000; step += 1) {
      fingerprints.add(
        activeOrdersFingerprint([{ ...base, lots: lots(step % 100 || 100), takeProfit: price(step) }]),
      )
    }
    // A random 32-bit hash has a colliding pair in about one of twenty such runs.
    assert.ok(fingerprints.size >= 19_998, String(fingerprints.size))
  })
})

function orderAt(orders: readonly FingerprintedOrder[], at: number): FingerprintedOrder {
  const order = orders[at]
  assert.ok(order !== undefined)
  return order
}

function changed(to: (order: FingerprintedOrder) => Partial<FingerprintedOrder>): Change {
  return (orders, at) => orders.map((order, index) => (index === at ? { ...order, ...to(order) } : order))
}

function otherStatus(status: OrderStatus): OrderStatus {
  return status === 'open' ? 'pending' : 'open'
}

function moved(stop: Price | null): Price {
  return price((stop ?? 0) + 1)
}
