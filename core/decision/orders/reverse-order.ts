import { boardWait } from '#core/decision/board-wait.ts'
import type { OrderRef, Ticket, WithLastSeen } from '#core/decision/command.ts'
import {
  type Decision,
  type DecisionContext,
  type Refusal,
  refuse,
  type TradingAccount,
} from '#core/decision/decision.ts'
import { decided, startDraft } from '#core/decision/draft.ts'
import { checkCanClose, closedByUser, closeOrder, settleIfFlat } from '#core/decision/orders/close-order.ts'
import { placeOrder } from '#core/decision/orders/place-order.ts'
import { findOrder } from '#core/decision/preconditions.ts'
import { formatLots } from '#core/money/amounts.ts'
import { openOrders } from '#core/order/active-orders.ts'
import type { Order } from '#core/order/order.ts'

type ReverseRequest = OrderRef & WithLastSeen & Pick<Ticket, 'seen' | 'deviation'>

/**
 * Closes an open order and opens the opposite side with the same lots and leverage, current terms and no stops. All or
 * nothing. Closing a buy and opening a sell both use the bid, so one seen price covers both.
 */
export function decideReverse(
  account: TradingAccount,
  request: ReverseRequest,
  context: DecisionContext,
): Decision {
  const found = findOrder(account, request, ['open'])
  if (found.kind === 'refused') return found
  const refusal = checkCanClose(found.order, request, context) ?? checkBoardWait(account, context)
  if (refusal !== undefined) return refusal
  const draft = startDraft(account)
  const closed = closeOrder(draft, found.order, closedByUser, context)
  settleIfFlat(draft, closed)
  const placer = { userId: account.userId, draft, tapped: request.tapped, amendedFrom: null }
  const placed = placeOrder(placer, reverseTicket(found.order, request), context)
  return placed.kind === 'refused' ? placed : decided(draft, [placed.order, closed])
}

/**
 * Checked before the close. After it, the account may hold no order in this market, and its wait would end too early.
 */
function checkBoardWait({ orders }: TradingAccount, { board }: DecisionContext): Refusal | undefined {
  return boardWait(openOrders(orders), board) === undefined ? undefined : refuse('stale_price')
}

function reverseTicket(
  { marketId, side, lots, leverage }: Order,
  { seen, deviation }: ReverseRequest,
): Ticket {
  return {
    marketId,
    side: side === 'buy' ? 'sell' : 'buy',
    lots: formatLots(lots),
    leverage,
    target: null,
    seen,
    deviation,
    stopLoss: null,
    takeProfit: null,
  }
}
