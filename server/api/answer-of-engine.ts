import { type Outcome, refused } from '#contract/outcome.ts'
import { refusalToWire } from '#contract/refusal-wire.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { Order } from '#core/order/order.ts'
import type { KnownPrices } from '#core/order/receipt.ts'
import type { Asked } from '#server/engine/engine.ts'

/** What the engine said, as the outcome of a call. */
export function answerOfEngine<Answer>(
  asked: Asked,
  answer: (orders: readonly Order[], valuedOn: KnownPrices | undefined) => Outcome<Answer>,
): Outcome<Answer> {
  switch (asked.kind) {
    case 'done':
      return answer(asked.orders, asked.valuedOn)
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
