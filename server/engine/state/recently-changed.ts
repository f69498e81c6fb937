import type { Command, OrderRef } from '#core/decision/command.ts'
import type { Order } from '#core/order/order.ts'
import type { MovementRecord } from '#server/engine/engine-store.ts'
import { createRecentMap } from '#server/engine/state/recent-map.ts'

/**
 * Orders that ended a moment ago. A command may have been looked up in the database before one of them was on disk, and
 * would take it for an order that never was.
 */
type RecentlyClosed = {
  readonly add: (orders: readonly Order[]) => void
  /** The command with what is known by now. */
  readonly refresh: (command: Command) => Command
  readonly clear: () => void
}

/** Half of it is far more than end within the few seconds that a command may wait. */
const mostClosedOrders = 100_000

export function createRecentlyClosed(): RecentlyClosed {
  const userById = createRecentMap<number, number>(mostClosedOrders)
  function informedOrder({ orderId, wasKnown }: OrderRef, userId: number): OrderRef {
    return { orderId, wasKnown: wasKnown || userById.get(orderId) === userId }
  }
  return {
    add(orders) {
      for (const { id, userId, endedAtMs } of orders) if (endedAtMs !== null) userById.set(id, userId)
    },
    refresh(command) {
      if (command.kind === 'close_many') {
        const orders = command.orders.map((order) => informedOrder(order, command.userId))
        return { ...command, orders }
      }
      return 'wasKnown' in command ? { ...command, ...informedOrder(command, command.userId) } : command
    },
    clear: userById.clear,
  }
}

/**
 * Deposits and withdrawals of the last minutes. One that was looked up in the database before another with the same
 * reference was decided would not know of it: here it is found.
 */
export type RecentMovements = {
  readonly load: (records: readonly MovementRecord[]) => void
  readonly add: (record: MovementRecord) => void
  /** The command with what is known by now. */
  readonly refresh: (command: Command) => Command
  readonly forgetBefore: (ms: number) => void
}

/** Half of it is far more than are decided within the few seconds that a command may wait. */
const mostMovements = 100_000

export function createRecentMovements(): RecentMovements {
  const recent = createRecentMap<string, MovementRecord>(mostMovements)

  function keep(record: MovementRecord): void {
    recent.set(record.reference, record)
  }
  return {
    load(records) {
      recent.clear()
      for (const record of records) keep(record)
    },
    add: keep,
    refresh(command) {
      if (!('reference' in command)) return command
      const known = recent.get(command.reference)
      if (known === undefined) return command
      const isOthers = known.userId !== command.userId
      return command.kind === 'finish_withdrawal' && isOthers
        ? { ...command, known: null }
        : { ...command, known }
    },
    forgetBefore: (ms) => recent.forgetWhile(({ atMs }) => atMs < ms),
  }
}
