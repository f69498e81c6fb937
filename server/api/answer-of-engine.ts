import { type Outcome, refused } from '#contract/outcome.ts'
import type { DoneOrders } from '#contract/outcome-wire.ts'
import { refusalToWire } from '#contract/refusal-wire.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { Order } from '#core/order/order.ts'
import type { Asked } from '#server/engine/engine.ts'

/** What the engine said, as the outcome of a call. */
export function answerOfEngine<Answer>(
  asked: Asked,
  answer: (orders: readonly Order[], done: DoneOrders) => Outcome<Answer>,
): Outcome<Answer> {
  switch (asked.kind) {
    case 'done':
      return answer(asked.orders, asked)
    case 'refused':
      return refusalToWire(asked)
    case 'busy':
      return refused('busy')
    case 'unknown':
      return refused('outcome_unknown')
    case 'mismatch':
      return refused('idempotency_mismatch')
    case 'frozen':
      return refused('account_frozen')
    case 'fault':
      // The engine has logged what broke; whoever asked gets an id to quote, as for every fault.
      throw new Error('the engine could not do what it was asked')
    default:
      return ensureNever(asked)
  }
}

/** The one order that was placed, changed or ended. */
export function soleOrder(orders: readonly Order[]): Order {
  const [order] = orders
  if (order === undefined) throw new Error('the engine named no order')
  return order
}

/** The two orders that a reversal is about: the new one, and the one that was closed. */
export function orderPair(orders: readonly Order[]): readonly [opened: Order, closed: Order] {
  const [opened, closed] = orders
  if (opened === undefined || closed === undefined) throw new Error('the engine did not name two orders')
  return [opened, closed]
}
