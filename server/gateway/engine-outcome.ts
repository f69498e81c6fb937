import type { DecidedOrders } from '#contract/order-answers.ts'
import { type Outcome, refusalToWire, refused } from '#contract/outcome.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { Order } from '#core/order/order.ts'
import type { SubmitResult } from '#server/engine/engine.ts'

/** Translates the engine's reply to a command into the outcome of an API call. */
export function engineOutcome<Answer>(
  reply: SubmitResult,
  answer: (orders: readonly Order[], done: DecidedOrders) => Outcome<Answer>,
): Outcome<Answer> {
  switch (reply.kind) {
    case 'done':
      return answer(reply.orders, reply)
    case 'refused':
      return refusalToWire(reply)
    case 'busy':
      return refused('busy')
    case 'unknown':
      return refused('outcome_unknown')
    case 'mismatch':
      return refused('idempotency_mismatch')
    case 'frozen':
      return refused('account_frozen')
    case 'fault':
      // The engine has already logged the cause. Throwing gives the caller a fault id to quote.
      throw new Error('the engine failed to execute the command')
    default:
      return ensureNever(reply)
  }
}

/** The one order that a command opened, changed or closed. */
export function soleOrder(orders: readonly Order[]): Order {
  const [order] = orders
  if (order === undefined) throw new Error('the engine returned no order')
  return order
}

/** The two orders of a reversal: the new position first, then the closed one. */
export function reversedPair(orders: readonly Order[]): readonly [opened: Order, closed: Order] {
  const [opened, closed] = orders
  if (opened === undefined || closed === undefined)
    throw new Error('the engine returned fewer than two orders')
  return [opened, closed]
}
