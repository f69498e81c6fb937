import type { Quote } from '#core/market/quote.ts'
import type { Order } from '#core/order/order.ts'
import type { OrderSlab } from '#server/engine/state/order-slab.ts'
import { createPriceHeap, type PriceHeap, stampSpan } from '#server/engine/triggers/price-heap.ts'

/** Whose stop losses, take profits and pending orders a quote has come to. */
export type OrderTriggers = {
  /** What stands in this slot now. Whatever was noted of the slot before is of an older version, and dead by that. */
  readonly orderUpserted: (slot: number, order: Order) => void
  /** Tells the user of every order that the quote has come to. What is still there the next time is told of again. */
  readonly visitReached: (quote: Quote, tell: (userId: number) => void) => void
  readonly clear: () => void
}

/** The levels of a market, by what must happen for the price to come to them. */
type Levels = {
  readonly bidFalls: PriceHeap
  readonly bidRises: PriceHeap
  readonly askFalls: PriceHeap
  readonly askRises: PriceHeap
  /** Those the last quote had come to. Whoever still stands unchanged by then goes back before the next. */
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
  function isLive(slot: number, version: number): boolean {
    return versionOf(slot) === version
  }
  function levelsOf(marketId: number): Levels {
    const known = byMarket.get(marketId)
    if (known !== undefined) return known
    const levels = createLevels(isLive)
    byMarket.set(marketId, levels)
    return levels
  }
  function putBack(reached: Reached[]): void {
    for (const { heap, level, slot, version } of reached)
      if (isLive(slot, version)) heap.push(level, slot, version)
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
    visitReached({ marketId, bid, ask }, tell) {
      const levels = byMarket.get(marketId)
      if (levels === undefined) return
      const { bidFalls, bidRises, askFalls, askRises, reached } = levels
      function take(heap: PriceHeap): void {
        const level = heap.firstPrice()
        const slot = heap.firstItem()
        const version = heap.firstStamp()
        heap.dropFirst()
        if (!isLive(slot, version)) return
        reached.push({ heap, level, slot, version })
        tell(slab.userAt(slot))
      }
      putBack(reached)
      while (bid <= bidFalls.firstPrice()) take(bidFalls)
      while (bid >= bidRises.firstPrice()) take(bidRises)
      while (ask <= askFalls.firstPrice()) take(askFalls)
      while (ask >= askRises.firstPrice()) take(askRises)
    },
    clear: () => byMarket.clear(),
  }
}

function createLevels(isLive: (slot: number, version: number) => boolean): Levels {
  return {
    bidFalls: createPriceHeap('highest_first', isLive),
    bidRises: createPriceHeap('lowest_first', isLive),
    askFalls: createPriceHeap('highest_first', isLive),
    askRises: createPriceHeap('lowest_first', isLive),
    reached: [],
  }
}

/** A buy waits for the ask, a sell for the bid: a limit for it to become as good, a stop for it to become as bad. */
function targetHeap(levels: Levels, { side, kind }: Order): PriceHeap {
  const isLimit = kind === 'limit'
  if (side === 'buy') return isLimit ? levels.askFalls : levels.askRises
  return isLimit ? levels.bidRises : levels.bidFalls
}
