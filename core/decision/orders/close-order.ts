import type { DecimalText, OrderRef, WithLastSeen } from '#core/decision/command.ts'
import {
  type Decision,
  type DecisionContext,
  type OrderRefusal,
  type Refusal,
  refuse,
  type TradingAccount,
} from '#core/decision/decision.ts'
import {
  type Draft,
  decided,
  hasOpenOrders,
  postTransfers,
  setOrder,
  startDraft,
} from '#core/decision/draft.ts'
import { checkTooLate, findOrder, tradableQuote } from '#core/decision/preconditions.ts'
import { profitTransfer, writeOffTransfer } from '#core/ledger/transfer.ts'
import { valuation } from '#core/margin/valuation.ts'
import { formatLots, type Lots, type Price } from '#core/money/amounts.ts'
import { parseLotsInput } from '#core/order/decimal-input.ts'
import type { CloseCause, Order } from '#core/order/order.ts'
import { closed, splitOrder } from '#core/order/order-transitions.ts'
import { closingSlippage } from '#core/order/price-levels.ts'
import { type AccountAtDecision, type Rule, receiptOf } from '#core/order/receipt.ts'

type CloseRequest = OrderRef & WithLastSeen & { readonly lots: DecimalText | null }

export const closedByUser = { cause: 'user', rule: 'closed_by_user' } as const

/** Closes all or some lots of an open order. */
export function decideClose(
  account: TradingAccount,
  request: CloseRequest,
  context: DecisionContext,
): Decision {
  const found = findOrder(account, request, ['open'])
  if (found.kind === 'refused') return found
  const { order } = found
  const lots = request.lots === null ? order.lots : parseCloseLots(request.lots, order)
  if (typeof lots !== 'number') return lots
  const closable = checkCanClose(order, request, context)
  if (closable !== undefined) return closable
  // No refusal beyond this point.
  return lots === order.lots ? closeWhole(account, order, context) : closePart(account, order, lots, context)
}

/** Refuses a late request, and one in a closed or stale market. */
export function checkCanClose(
  { marketId }: Order,
  { tapped }: WithLastSeen,
  { board, timeMs }: DecisionContext,
): Refusal | undefined {
  const market = board.now(marketId)
  const late = checkTooLate(tapped, market, timeMs)
  if (late !== undefined) return late
  const now = tradableQuote(market)
  return now.kind === 'refused' ? now : undefined
}

function parseCloseLots(text: DecimalText, { lots, terms }: Order): Lots | Refusal {
  const { lotStep, leastLots } = terms
  const part = parseLotsInput(text, terms)
  if (part === lots || (part !== undefined && lots - part >= leastLots)) return part
  return refuse('invalid_lots', { step: formatLots(lotStep), least: formatLots(leastLots) })
}

function closeWhole(account: TradingAccount, order: Order, context: DecisionContext): Decision {
  const draft = startDraft(account)
  const ended = closeOrder(draft, order, closedByUser, context)
  settleIfFlat(draft, ended)
  return decided(draft, [ended])
}

/** The closed part gets a new id and the rest keeps its own. The account is not flat, so nothing is written off. */
function closePart(account: TradingAccount, order: Order, lots: Lots, context: DecisionContext): Decision {
  const draft = startDraft(account)
  const { rest, part } = splitOrder(order, lots, context.nextOrderId)
  setOrder(draft, rest)
  return decided(draft, [closeOrder(draft, part, closedByUser, context), rest])
}

type CloseManyRequest = WithLastSeen & {
  readonly orders: readonly OrderRef[]
  readonly rest?: readonly number[]
}

/** Closes or refuses each order on its own. An id listed twice is refused the second time with `order_not_open`. */
export function decideCloseMany(
  account: TradingAccount,
  request: CloseManyRequest,
  context: DecisionContext,
): Decision {
  const draft = startDraft(account)
  const closed: Order[] = []
  const refusals: OrderRefusal[] = []
  for (const { orderId, wasKnown } of request.orders) {
    const isClosedHere = draft.changed.has(orderId)
    const found = findOrder(draft, { orderId, wasKnown: wasKnown || isClosedHere }, ['open'])
    const refusal = found.kind === 'refused' ? found : checkCanClose(found.order, request, context)
    if (refusal !== undefined) {
      const { kind: _, ...why } = refusal
      refusals.push({ orderId, ...why })
    } else if (found.kind === 'found') {
      const ended = closeOrder(draft, found.order, closedByUser, context)
      settleIfFlat(draft, ended)
      closed.push(ended)
    }
  }
  const { rest } = request
  return { ...decided(draft, closed), refusals, ...(rest === undefined ? {} : { rest }) }
}

type CloseReason = {
  readonly cause: CloseCause
  readonly rule: Rule
  readonly expected?: Price
  readonly account?: AccountAtDecision
}

/** Closes an order at the current closing price and posts its profit. */
export function closeOrder(draft: Draft, order: Order, reason: CloseReason, context: DecisionContext): Order {
  const { quote, rate, closing, profit } = valuation(order, context.board)
  const { cause, rule, expected = null, account = null } = reason
  const slippage = closingSlippage(order.side, expected, closing)
  const { feed } = context
  const knownSeq = context.board.seq()
  const receipt = receiptOf({ rule, quote, feed, knownSeq, rate, expected, slippage, account })
  const ended = closed(order, { price: closing, profit, cause, receipt, timeMs: context.timeMs })
  setOrder(draft, ended)
  postTransfers(draft, profitTransfer(ended.id, profit))
  return ended
}

/**
 * Once no position is open, the house writes off a negative balance (negative balance protection). The margin call is
 * armed again, even if the same quote opens the next position.
 */
export function settleIfFlat(draft: Draft, lastClosed: Order): void {
  if (hasOpenOrders(draft.orders)) return
  draft.isWarned = false
  if (draft.cash < 0) postTransfers(draft, writeOffTransfer(lastClosed.id, draft.cash))
}
