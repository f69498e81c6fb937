import type { Quote } from '#core/market/quote.ts'
import type { Order } from '#core/order/order.ts'
import type { OrderSlab } from '#server/engine/state/order-slab.ts'
import { createPriceHeap, type PriceHeap, stampSpan } from '#server/platform/price-heap.ts'

/** Index of stop losses, take profits and pending orders by the price that triggers them. */
export type OrderTriggers = {
  /** Adds the levels of an order. Entries of an earlier version of the slot are invalid from then on. */
  readonly orderUpserted: (slot: number, order: Order) => void
  /**
   * Visits the user of every order that the quote reaches. If an order does not change, the next quote visits it again.
   */
  readonly visitReached: (quote: Quote, visit: (userId: number) => void) => void
  readonly clear: () => void
}

/** The levels of one market, by the price movement that reaches them. */
type Levels = {
  readonly bidFalls: PriceHeap
  readonly bidRises: PriceHeap
  readonly askFalls: PriceHeap
  readonly askRises: PriceHeap
  /** Levels that the last quote reached. Those of unchanged orders return to their heap before the next quote. */
  readonly reached: Reached[]
}

type Reached = {
  readonly heap: PriceHeap
  readonly level: number
  readonly slot: number
  readonly version: number
}

type Slots = Pick<OrderSlab, 'userAt' | 'versionOf'>

export function createOrderTriggers(slab: Slots): OrderTriggers {
  const byMarket = new Map<number, Levels>()

  function versionOf(slot: number): number {
    return slab.versionOf(slot) % stampSpan
  }
  function isCurrent(slot: number, version: number): boolean {
    return versionOf(slot) === version
  }
  function levelsOf(marketId: number): Levels {
    const known = byMarket.get(marketId)
    if (known !== undefined) return known
    const levels = createLevels(isCurrent)
    byMarket.set(marketId, levels)
    return levels
  }
  function putBack(reached: Reached[]): void {
    for (const { heap, level, slot, version } of reached)
      if (isCurrent(slot, version)) heap.push(level, slot, version)
    reached.length = 0
  }
  return {
    orderUpserted(slot, order) {
      const levels = levelsOf(order.marketId)
      const version = versionOf(slot)
      if (order.status === 'pending') targetHeap(levels, order).push(order.openPrice, slot, version)
      if (order.status !== 'open') return
      const isBuy = order.side === 'buy'
      const losing = isBuy ? levels.bidFalls : levels.askRises
      const gaining = isBuy ? levels.bidRises : levels.askFalls
      if (order.stopLoss !== null) losing.push(order.stopLoss, slot, version)
      if (order.takeProfit !== null) gaining.push(order.takeProfit, slot, version)
    },
    visitReached({ marketId, bid, ask }, visit) {
      const levels = byMarket.get(marketId)
      if (levels === undefined) return
      const { bidFalls, bidRises, askFalls, askRises, reached } = levels
      function takeFirst(heap: PriceHeap): void {
        const level = heap.firstPrice()
        const slot = heap.firstItem()
        const version = heap.firstStamp()
        heap.dropFirst()
        if (!isCurrent(slot, version)) return
        reached.push({ heap, level, slot, version })
        visit(slab.userAt(slot))
      }
      putBack(reached)
      while (bid <= bidFalls.firstPrice()) takeFirst(bidFalls)
      while (bid >= bidRises.firstPrice()) takeFirst(bidRises)
      while (ask <= askFalls.firstPrice()) takeFirst(askFalls)
      while (ask >= askRises.firstPrice()) takeFirst(askRises)
    },
    clear: () => byMarket.clear(),
  }
}

function createLevels(isCurrent: (slot: number, version: number) => boolean): Levels {
  return {
    bidFalls: createPriceHeap('highest_first', isCurrent),
    bidRises: createPriceHeap('lowest_first', isCurrent),
    askFalls: createPriceHeap('highest_first', isCurrent),
    askRises: createPriceHeap('lowest_first', isCurrent),
    reached: [],
  }
}

/** A buy fills at the ask, a sell at the bid. A limit waits for a better price, a stop for a worse one. */
function targetHeap(levels: Levels, { side, kind }: Order): PriceHeap {
  const isLimit = kind === 'limit'
  if (side === 'buy') return isLimit ? levels.askFalls : levels.askRises
  return isLimit ? levels.bidRises : levels.bidFalls
}
