import type { Command, OrderRef } from '#core/decision/command.ts'
import type { Order } from '#core/order/order.ts'
import type { MovementRecord } from '#server/engine/engine-store.ts'
import { createRecentMap } from '#server/engine/state/recent-map.ts'

/**
 * Orders that ended a short while ago. A command whose lookup ran before such an end was committed would otherwise
 * treat the order as unknown.
 */
type RecentlyClosed = {
  readonly add: (orders: readonly Order[]) => void
  /** Forgets orders whose end was undone. */
  readonly remove: (orders: readonly Order[]) => void
  /** Adds to the command what changed since its lookup. */
  readonly refresh: (command: Command) => Command
  readonly clear: () => void
}

/** The map keeps at least half of this number: far more orders than can end while one command waits. */
const maxClosedOrders = 100_000

export function createRecentlyClosed(): RecentlyClosed {
  const userById = createRecentMap<number, number>(maxClosedOrders)
  function refreshOrder({ orderId, wasKnown }: OrderRef, userId: number): OrderRef {
    return { orderId, wasKnown: wasKnown || userById.get(orderId) === userId }
  }
  return {
    add(orders) {
      for (const { id, userId, endedAtMs } of orders) if (endedAtMs !== null) userById.set(id, userId)
    },
    remove(orders) {
      for (const { id, endedAtMs } of orders) if (endedAtMs !== null) userById.delete(id)
    },
    refresh(command) {
      if (command.kind === 'close_many') {
        const orders = command.orders.map((order) => refreshOrder(order, command.userId))
        return { ...command, orders }
      }
      return 'wasKnown' in command ? { ...command, ...refreshOrder(command, command.userId) } : command
    },
    clear: userById.clear,
  }
}

/**
 * Deposits and withdrawals of the last minutes. If one is committed after a command has looked up the same reference,
 * the command still finds it here.
 */
export type RecentMovements = {
  readonly load: (records: readonly MovementRecord[]) => void
  readonly add: (record: MovementRecord) => void
  readonly remove: (reference: string) => void
  /** Adds to the command what changed since its lookup. */
  readonly refresh: (command: Command) => Command
  readonly forgetBefore: (ms: number) => void
}

/** The map keeps at least half of this number: far more movements than are decided while one command waits. */
const maxMovements = 100_000

export function createRecentMovements(): RecentMovements {
  const recent = createRecentMap<string, MovementRecord>(maxMovements)

  function add(record: MovementRecord): void {
    recent.set(record.reference, record)
  }
  return {
    load(records) {
      recent.clear()
      for (const record of records) add(record)
    },
    add,
    remove: recent.delete,
    refresh(command) {
      if (!('reference' in command)) return command
      const known = recent.get(command.reference)
      if (known === undefined) return command
      const isOthers = known.userId !== command.userId
      return command.kind === 'advance_withdrawal' && isOthers
        ? { ...command, known: null }
        : { ...command, known }
    },
    forgetBefore: (ms) => recent.forgetWhile(({ atMs }) => atMs < ms),
  }
}
