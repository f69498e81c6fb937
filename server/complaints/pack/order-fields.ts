// Which fields of an order later decisions may still change.
import { isEnded, type Order } from '#core/order/order.ts'

/** Fields that never change after the placement. */
export function placementOf(order: Order) {
  const { id, userId, marketId, side, kind, leverage, terms, askedPrice } = order
  const { parentId, amendedFrom, placed, placedAtMs } = order
  return {
    ...{ id, userId, marketId, side, kind, leverage, terms, askedPrice },
    ...{ parentId, amendedFrom, placed, placedAtMs },
  }
}

/**
 * The known state, with those fields of the row that decisions after it may have changed. `isDivided`: a part of the order
 * was closed by a decision that is not known.
 */
export function withUnknownChanges(known: Order, row: Order, isDivided: boolean): Order {
  if (isEnded(known)) return known
  if (row.status !== known.status) {
    const { openPrice, opened, openedAtMs } = known
    const opening = known.status === 'open' ? { openPrice, opened, openedAtMs } : {}
    return { ...row, ...placementOf(known), ...opening }
  }
  const { stopLoss, takeProfit, lots, margin, fee } = row
  return { ...known, stopLoss, takeProfit, ...(isDivided ? { lots, margin, fee } : {}) }
}
