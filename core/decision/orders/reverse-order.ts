import { boardWait } from '#core/decision/board-wait.ts'
import type { OrderRef, Tapped, Ticket } from '#core/decision/command.ts'
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

type ReverseRequest = OrderRef & Tapped & Pick<Ticket, 'seen' | 'deviation'>

/**
 * Closes an open order and opens the other side with the same lots and leverage, on today's terms and without stops.
 * All or nothing. Both happen at the same side of the quote, so one seen price covers both.
 */
export function decideReverse(
  account: TradingAccount,
  wish: ReverseRequest,
  around: DecisionContext,
): Decision {
  const found = findOrder(account, wish, ['open'])
  if (found.kind === 'refused') return found
  const refusal = checkCanClose(found.order, wish, around) ?? checkBoardWait(account, around)
  if (refusal !== undefined) return refusal
  const draft = startDraft(account)
  const closed = closeOrder(draft, found.order, closedByUser, around)
  settleIfFlat(draft, closed)
  const placer = { userId: account.userId, draft, tapped: wish.tapped, amendedFrom: null }
  const placed = placeOrder(placer, reverseTicket(found.order, wish), around)
  return placed.kind === 'refused' ? placed : decided(draft, [placed.order, closed])
}

/** The wait is that of the account as it is, this order included: closing it must not let the opening through. */
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
