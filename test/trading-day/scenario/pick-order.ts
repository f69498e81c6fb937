import type { Order } from '#core/order/order.ts'
import type { MemoryTables } from '#test/trading-day/memory-tables.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** Mostly one's own in that state; else one's own in any, or somebody else's. */
export function anyOrder(
  status: Order['status'],
  tables: MemoryTables,
  userId: number,
  random: SeededRandom,
): Order | undefined {
  const all = [...tables.orders.values()]
  const own = all.filter((order) => order.userId === userId)
  const fitting = own.filter((order) => order.status === status)
  const from = random.weighted([
    [20, fitting],
    [1, own],
    [1, all],
  ])
  return from.length === 0 ? undefined : random.pick(from)
}

export function standing({ orders }: MemoryTables, userId: number): readonly Order[] {
  return [...orders.values()].filter(
    (order) => order.userId === userId && (order.status === 'open' || order.status === 'pending'),
  )
}
