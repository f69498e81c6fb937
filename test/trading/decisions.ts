import assert from 'node:assert/strict'
import type { Decided, Decision, Effects, Refusal, TradingAccount } from '#core/decision/decision.ts'
import { isEnded, type Order } from '#core/order/order.ts'

/** The refusal reason, or the kind of any other decision. */
export function reasonOf(decision: Decision): string {
  return decision.kind === 'refused' ? decision.reason : decision.kind
}

export function refusalOf(decision: Decision): Refusal {
  assert.ok(decision.kind === 'refused', `it was ${decision.kind}`)
  return decision
}

export function decidedOf(decision: Decision): Decided {
  assert.ok(decision.kind === 'decided', `it was ${reasonOf(decision)}`)
  return decision
}

/** The first order of the answer. */
export function answerOf(decision: Decision): Order {
  const [order] = decidedOf(decision).answer
  assert.ok(order)
  return order
}

/** Applies effects to an account, and asserts that they balance the ledger. */
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

/** Asserts that balances change exactly by the transfers, that transfers are positive, and that order ids ascend. */
function assertBooks(account: TradingAccount, { transfers, cash, locked, orders }: Effects): void {
  const sums = { cash: 0, locked: 0 }
  for (const { source, destination, amount } of transfers) {
    assert.ok(Number.isSafeInteger(amount) && amount > 0 && source !== destination)
    if (source === 'cash' || source === 'locked') sums[source] -= amount
    if (destination === 'cash' || destination === 'locked') sums[destination] += amount
  }
  assert.deepEqual({ cash, locked }, { cash: account.cash + sums.cash, locked: account.locked + sums.locked })
  assert.ok(orders.every(({ id }, at) => id > (orders[at - 1]?.id ?? 0)))
}
