import type { Command, KnownOrder } from '#core/decision/command.ts'
import type { Order } from '#core/order/order.ts'
import { createRecentMap } from '#server/engine/memory/recent-map.ts'

/**
 * Orders that ended a moment ago. A command may have been looked up in the database before one of them was on disk, and
 * would take it for an order that never was.
 */
export type RecentEnds = {
  readonly keep: (orders: readonly Order[]) => void
  /** The command with what is known by now. */
  readonly informed: (command: Command) => Command
  readonly clear: () => void
}

/** Half of it is far more than end within the few seconds that a command may wait. */
const mostKept = 100_000

export function createRecentEnds(): RecentEnds {
  const userById = createRecentMap<number, number>(mostKept)
  function informedOrder({ orderId, wasKnown }: KnownOrder, userId: number): KnownOrder {
    return { orderId, wasKnown: wasKnown || userById.get(orderId) === userId }
  }
  return {
    keep(orders) {
      for (const { id, userId, endedAtMs } of orders) if (endedAtMs !== null) userById.set(id, userId)
    },
    informed(command) {
      if (command.kind === 'close_many') {
        const orders = command.orders.map((order) => informedOrder(order, command.userId))
        return { ...command, orders }
      }
      return 'wasKnown' in command ? { ...command, ...informedOrder(command, command.userId) } : command
    },
    clear: userById.clear,
  }
}
