import assert from 'node:assert/strict'
import type { Effects } from '#core/decision/decision.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import { isEnded } from '#core/order/order.ts'

/** The account as the effects leave it. Whatever the case, they must keep the books. */
export function applyEffects(account: TradingAccount, effects: Effects): TradingAccount {
  const { cash, locked, isWarned } = effects
  assertBooks(account, effects)
  const orders = new Map(account.orders)
  for (const order of effects.orders) {
    if (isEnded(order)) orders.delete(order.id)
    else orders.set(order.id, order)
  }
  return { ...account, cash, locked, isWarned, orders }
}

/** Cash and locked change by their transfers and nothing else; every transfer moves something; ids ascend. */
export function assertBooks(account: TradingAccount, { transfers, cash, locked, orders }: Effects): void {
  const sums = { cash: 0, locked: 0 }
  for (const { source, destination, amount } of transfers) {
    assert.ok(Number.isSafeInteger(amount) && amount > 0 && source !== destination)
    if (source === 'cash' || source === 'locked') sums[source] -= amount
    if (destination === 'cash' || destination === 'locked') sums[destination] += amount
  }
  assert.deepEqual({ cash, locked }, { cash: account.cash + sums.cash, locked: account.locked + sums.locked })
  assert.ok(orders.every(({ id }, at) => id > (orders[at - 1]?.id ?? 0)))
}
