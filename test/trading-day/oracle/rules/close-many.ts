import type { Account } from '#test/trading-day/oracle/account.ts'
import type { OracleAnswer, OracleCommand, OracleRefusal } from '#test/trading-day/oracle/oracle-types.ts'
import { closeOnRequest } from '#test/trading-day/oracle/rules/close-order.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

type CloseMany = Extract<OracleCommand, { readonly kind: 'close_many' }>

/**
 * "Each judged and closed whole, one after the other in the order given." "Those that are refused do not hinder the
 * others. An id that is named again is over by then."
 */
export function closeMany(world: World, account: Account, command: CloseMany): OracleAnswer {
  const { userId, tapped } = command
  const orders: number[] = []
  const refusals: OracleRefusal[] = []
  for (const orderId of command.orderIds) {
    const answer = closeOnRequest(world, account, {
      kind: 'close_order',
      userId,
      orderId,
      lots: null,
      tapped,
    })
    if (answer.kind === 'refused') refusals.push({ orderId, reason: answer.reason })
    else orders.push(orderId)
  }
  return { kind: 'done', orders, refusals }
}
