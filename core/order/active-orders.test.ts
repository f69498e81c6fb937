import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Lots, lots, type Price, price } from '#core/money/amounts.ts'
import { activeOrdersFingerprint } from '#core/order/active-orders.ts'
import type { OrderStatus } from '#core/order/order.ts'

type Marked = {
  readonly id: number
  readonly status: OrderStatus
  readonly lots: Lots
  readonly stopLoss: Price | null
  readonly takeProfit: Price | null
}

/** What becomes of the orders when the one at this place changes. */
type Change = (orders: readonly Marked[], at: number) => readonly Marked[]

const anyLots = fc.integer({ min: 1, max: 10_000 }).map(lots)
const anyPrice = fc.integer({ min: 1, max: 1_000_000_000 }).map(price)
const anyOrder: fc.Arbitrary<Marked> = fc.record({
  id: fc.integer({ min: 1, max: 1_000_000_000_000 }),
  status: fc.constantFrom('pending', 'open'),
  lots: anyLots,
  stopLoss: fc.option(anyPrice),
  takeProfit: fc.option(anyPrice),
})
const standing = fc.uniqueArray(anyOrder, { minLength: 1, maxLength: 30, selector: ({ id }) => id })

/** Some orders, and which of them changes. */
const standingAndPlace = standing.chain((orders) =>
  fc.tuple(fc.constant(orders), fc.nat({ max: orders.length - 1 })),
)

describe('the mark of what stands', () => {
  test('is short, and the same whatever the orders are listed by', () => {
    const reordered = standing.chain((orders) =>
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

  test('looks at nothing but what it is for, and leaves the list as it was', () => {
    fc.assert(
      fc.property(standing, (orders) => {
        const before = [...orders]
        const valued = orders.map((order) => ({ ...order, margin: 7, openPrice: 8 }))
        assert.equal(activeOrdersFingerprint(valued), activeOrdersFingerprint(orders))
        assert.deepEqual(orders, before)
      }),
    )
  })

  const changes: readonly (readonly [string, Change])[] = [
    ['an order goes', (orders, at) => orders.filter((_, index) => index !== at)],
    [
      'an order comes',
      (orders, at) => [
        ...orders,
        { ...orderAt(orders, at), id: Math.max(...orders.map(({ id }) => id)) + 1 },
      ],
    ],
    ['it opens, or waits', changed(({ status }) => ({ status: otherStatus(status) }))],
    ['its lots change', changed((order) => ({ lots: lots(order.lots + 1) }))],
    ['its stop loss changes', changed((order) => ({ stopLoss: moved(order.stopLoss) }))],
    ['its take profit changes', changed((order) => ({ takeProfit: moved(order.takeProfit) }))],
    [
      'a stop is removed or set',
      changed(({ stopLoss }) => ({ stopLoss: stopLoss === null ? price(7) : null })),
    ],
  ]
  for (const [name, change] of changes) {
    test(`is another one when ${name}`, () => {
      fc.assert(
        fc.property(standingAndPlace, ([orders, at]) => {
          assert.notEqual(activeOrdersFingerprint(change(orders, at)), activeOrdersFingerprint(orders))
        }),
        // In 32 bits two of them may be equal: one in four thousand million, so that the seed is held.
        { seed: 1, numRuns: 500 },
      )
    })
  }

  test('is another one when both stops change places', () => {
    const order = { id: 1, status: 'open', lots: lots(1), stopLoss: price(5), takeProfit: null } as const
    const swapped = { ...order, stopLoss: null, takeProfit: price(5) }
    assert.notEqual(activeOrdersFingerprint([order]), activeOrdersFingerprint([swapped]))
  })

  test('of thousands of states of one account is hardly ever the same twice', () => {
    const marks = new Set<string>()
    const base = { id: 12, status: 'open', stopLoss: null } as const
    for (let step = 1; step <= 20_000; step += 1) {
      marks.add(
        activeOrdersFingerprint([{ ...base, lots: lots(step % 100 || 100), takeProfit: price(step) }]),
      )
    }
    // Chance alone lets one pair in twenty runs meet.
    assert.ok(marks.size >= 19_998, String(marks.size))
  })
})

function orderAt(orders: readonly Marked[], at: number): Marked {
  const order = orders[at]
  assert.ok(order !== undefined)
  return order
}

function changed(to: (order: Marked) => Partial<Marked>): Change {
  return (orders, at) => orders.map((order, index) => (index === at ? { ...order, ...to(order) } : order))
}

function otherStatus(status: OrderStatus): OrderStatus {
  return status === 'open' ? 'pending' : 'open'
}

function moved(stop: Price | null): Price {
  return price((stop ?? 0) + 1)
}
