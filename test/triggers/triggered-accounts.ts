import assert from 'node:assert/strict'
import type { Effects, TradingAccount } from '#core/decision/decision.ts'
import type { LiveBoard } from '#core/market/board.ts'
import { countByStatus, openOrders } from '#core/order/active-orders.ts'
import { isEnded } from '#core/order/order.ts'
import { createOrderSlab, type OrderSlab } from '#server/engine/state/order-slab.ts'
import type { TriggerParts, Triggers } from '#server/engine/triggers/triggers.ts'
import { applyEffects } from '#test/trading/decisions.ts'

/** Creates the triggers under test. */
export type MakeTriggers = (parts: {
  readonly slab: OrderSlab
  readonly board: LiveBoard
  readonly usersWithOrders: () => Iterable<number>
  readonly riskOf: TriggerParts['riskOf']
}) => Triggers

/** The accounts under test. The triggers are notified of every change to them, as in the engine. */
export type TriggeredAccounts = {
  readonly triggers: Triggers
  readonly account: (userId: number) => TradingAccount
  readonly accounts: () => readonly TradingAccount[]
  readonly withPositions: () => readonly TradingAccount[]
  readonly apply: (userId: number, effects: Effects) => void
  /** Clears the triggers and adds all orders again. */
  readonly reload: () => void
}

export function createTriggeredAccounts(
  start: readonly TradingAccount[],
  board: LiveBoard,
  make: MakeTriggers,
): TriggeredAccounts {
  const slab = createOrderSlab()
  const accounts = new Map(start.map((account) => [account.userId, account]))
  const slots = new Map<number, number>()
  const triggers = make({
    slab,
    board,
    usersWithOrders: () => withPositions().map(({ userId }) => userId),
    riskOf(userId) {
      const { cash, isWarned, orders } = accountOf(userId)
      return { cash, isWarned, open: [...openOrders(orders)] }
    },
  })

  function accountOf(userId: number): TradingAccount {
    const account = accounts.get(userId)
    assert.ok(account, `there is no account ${userId}`)
    return account
  }
  function withPositions(): readonly TradingAccount[] {
    return [...accounts.values()].filter(({ orders }) => countByStatus(orders, 'open') > 0)
  }
  function insertAll(): void {
    for (const { orders } of accounts.values())
      for (const order of orders.values()) {
        const slot = slab.insert(order)
        slots.set(order.id, slot)
        triggers.orderUpserted(slot, order)
      }
  }
  insertAll()
  return {
    triggers,
    account: accountOf,
    accounts: () => [...accounts.values()],
    withPositions,
    apply(userId, effects) {
      const account = accountOf(userId)
      accounts.set(userId, applyEffects(account, effects))
      for (const order of effects.orders) {
        const [before, slot] = [account.orders.get(order.id), slots.get(order.id)]
        if (before !== undefined && slot !== undefined) triggers.orderRemoved(slot, before)
        if (!isEnded(order)) {
          const into = slot ?? slab.insert(order)
          if (slot !== undefined) slab.replace(slot, order)
          slots.set(order.id, into)
          triggers.orderUpserted(into, order)
        } else if (slot !== undefined) {
          slab.free(slot)
          slots.delete(order.id)
        }
      }
    },
    reload() {
      slab.clear()
      slots.clear()
      triggers.clear()
      insertAll()
    },
  }
}
