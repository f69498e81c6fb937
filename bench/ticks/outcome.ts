import type { Person } from '#bench/ticks/population.ts'
import type { TickMachine } from '#bench/ticks/tick-machine.ts'
import type { Transfer } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'

/** All that became of everybody. */
export type Outcome = {
  /** Keeps what the machine has decided since. */
  readonly look: () => void
  readonly order: (id: number) => Order | undefined
  readonly transfers: (userId: number) => readonly Transfer[]
  readonly notices: (userId: number) => number
}

export function createOutcome(machine: TickMachine, people: readonly Person[]): Outcome {
  const orders = new Map(people.flatMap((person) => person.orders).map((order) => [order.id, order]))
  const transfers = new Map<number, Transfer[]>()
  const notices = new Map<number, number>()
  return {
    look() {
      for (const { command, effects } of machine.takeEntries()) {
        if (effects === undefined) continue
        for (const order of effects.orders) orders.set(order.id, order)
        transfers.set(command.userId, [...(transfers.get(command.userId) ?? []), ...effects.transfers])
        if (effects.notice !== null) notices.set(command.userId, (notices.get(command.userId) ?? 0) + 1)
      }
    },
    order: (id) => orders.get(id),
    transfers: (userId) => transfers.get(userId) ?? [],
    notices: (userId) => notices.get(userId) ?? 0,
  }
}
