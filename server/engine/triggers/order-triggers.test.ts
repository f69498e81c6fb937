import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Quote } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { isTargetReached, reachedStop } from '#core/order/price-levels.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import { createOrderTriggers, type OrderTriggers } from '#server/engine/triggers/order-triggers.ts'
import { openOrder, pendingOrder } from '#test/engine/sample-orders.ts'
import { fc } from '#test/fast-check.ts'

const near = fc.integer({ min: 90, max: 110 }).map(price)
const marketId = fc.integer({ min: 101, max: 103 })
const side = fc.constantFrom('buy' as const, 'sell' as const)
const stop = fc.option(near)
const order = fc.oneof(
  fc
    .record({ marketId, side, stopLoss: stop, takeProfit: stop })
    .map((fields) => openOrder({ id: 1, userId: 1, ...fields })),
  fc
    .record({
      marketId,
      side,
      openPrice: near,
      kind: fc.constantFrom('limit' as const, 'stop' as const),
      stopLoss: stop,
    })
    .map((fields) => pendingOrder({ id: 1, userId: 1, ...fields })),
)
const quote = fc
  .tuple(marketId, near, fc.nat({ max: 3 }))
  .map(([id, bid, spread]) => quoteOf(id, bid, bid + spread))

type Step =
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'insert'; readonly order: Order }
  | { readonly kind: 'change'; readonly at: number; readonly order: Order }
  | { readonly kind: 'end'; readonly at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: quote.map((one) => ({ kind: 'quote' as const, quote: one })) },
  { weight: 3, arbitrary: order.map((one) => ({ kind: 'insert' as const, order: one })) },
  fc.tuple(fc.nat(), order).map(([at, one]) => ({ kind: 'change' as const, at, order: one })),
  fc.nat().map((at) => ({ kind: 'end' as const, at })),
)

describe('order triggers', () => {
  test('visit exactly the orders whose level the rules call reached', () => {
    let found = 0
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
        const orders = createFixture()
        for (const one of steps) found += orders.run(one)
      }),
      { numRuns: 200 },
    )
    assert.ok(found > 1000, 'too few levels were reached')
  })

  test('visit an order again while the price is beyond its level, and not after its end', () => {
    const orders = createFixture()
    orders.run({
      kind: 'insert',
      order: pendingOrder({ id: 1, userId: 1, marketId: 101, openPrice: price(100) }),
    })
    assert.deepEqual(
      [100, 99, 101, 98].map((ask) => reachedUsers(orders.triggers, quoteOf(101, 90, ask)).length),
      [1, 1, 0, 1],
    )
    orders.run({ kind: 'end', at: 0 })
    assert.deepEqual(reachedUsers(orders.triggers, quoteOf(101, 90, 98)), [])
  })

  test('are empty after clear', () => {
    const orders = createFixture()
    orders.run({
      kind: 'insert',
      order: pendingOrder({ id: 1, userId: 1, marketId: 101, openPrice: price(100) }),
    })
    orders.triggers.clear()
    assert.deepEqual(reachedUsers(orders.triggers, quoteOf(101, 90, 98)), [])
  })
})

/** Every order belongs to a different user. */
function createFixture() {
  const slab = createOrderSlab()
  const triggers = createOrderTriggers(slab)
  const active = new Map<number, Order>()
  let count = 0

  function withNextId(order: Order): Order {
    count += 1
    return { ...order, id: count, userId: count }
  }
  return {
    triggers,
    /** Returns how many orders were reached. */
    run(step: Step): number {
      if (step.kind === 'quote') {
        const users = reachedUsers(triggers, step.quote)
        assert.deepEqual(
          users,
          [...active.values()].filter(isReachedBy(step.quote)).map(userOf).sort(byNumber),
        )
        return users.length
      }
      if (step.kind === 'insert') activate(slab.insert(withNextId(step.order)))
      const slots = [...active.keys()]
      const slot = step.kind === 'insert' ? undefined : slots[step.at % slots.length]
      if (slot === undefined) return 0
      active.delete(slot)
      if (step.kind === 'change') {
        slab.replace(slot, withNextId(step.order))
        activate(slot)
      } else slab.free(slot)
      return 0
    },
  }
  function activate(slot: number): void {
    const order = slab.read(slot)
    active.set(slot, order)
    triggers.orderUpserted(slot, order)
  }
}

function isReachedBy(quote: Quote) {
  return (order: Order): boolean =>
    order.marketId === quote.marketId &&
    (order.status === 'pending' ? isTargetReached(order, quote) : reachedStop(order, quote) !== undefined)
}

function reachedUsers(triggers: OrderTriggers, quote: Quote): readonly number[] {
  const users = new Set<number>()
  triggers.visitReached(quote, (userId) => users.add(userId))
  return [...users].sort(byNumber)
}

function quoteOf(id: number, bid: number, ask: number): Quote {
  return { marketId: id, bid: price(bid), ask: price(ask), timeMs: 0, seq: 0, source: 'test' }
}

const userOf = ({ userId }: Order) => userId
const byNumber = (one: number, other: number) => one - other
