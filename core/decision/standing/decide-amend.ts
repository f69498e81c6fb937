import type { Amendment, OrderRef, Tapped, Ticket } from '#core/decision/command.ts'
import type { Decision, DecisionContext } from '#core/decision/decision.ts'
import { decided, startDraft } from '#core/decision/draft.ts'
import { placeOrder } from '#core/decision/opening/place-order.ts'
import { cancelOrder } from '#core/decision/standing/cancel-order.ts'
import { findOrder } from '#core/decision/standing/find-order.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Order } from '#core/order/order.ts'

type AmendRequest = OrderRef & Tapped & Amendment

/** Cancels a pending order and places it again, on today's terms and under a new id. Refused, the old one stays. */
export function decideAmend(account: TradingAccount, wish: AmendRequest, around: DecisionContext): Decision {
  const found = findOrder(account, wish, ['pending'])
  if (found.kind === 'refused') return found
  const { order } = found
  const draft = startDraft(account)
  cancelOrder(draft, order, { cause: 'amended', rule: 'amended' }, around)
  const placer = { userId: account.userId, draft, tapped: wish.tapped, amendedFrom: order.id }
  const placed = placeOrder(placer, amendedTicket(order, wish), around)
  return placed.kind === 'refused' ? placed : decided(draft, [placed.order])
}

function amendedTicket({ marketId, side, leverage }: Order, wish: AmendRequest): Ticket {
  const { lots, target, stopLoss, takeProfit } = wish
  return { marketId, side, leverage, lots, target, stopLoss, takeProfit, seen: null, deviation: 0 }
}
