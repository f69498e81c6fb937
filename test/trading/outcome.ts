import assert from 'node:assert/strict'
import type { Decided, Decision, Refusal } from '#core/decision/decision.ts'
import type { Order } from '#core/order/order.ts'

/** The reason it was refused for; what else came of it otherwise. */
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

/** The order that was answered with. */
export function answerOf(decision: Decision): Order {
  const [order] = decidedOf(decision).answer
  assert.ok(order)
  return order
}
