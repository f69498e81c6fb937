import type { OrderRef, Tapped, Typed } from '#core/decision/command.ts'
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
import type { CloseCause, Order } from '#core/order/order.ts'
import { closed, splitOrder } from '#core/order/order-transitions.ts'
import { type AccountAtDecision, closingSlippage, type Rule, receiptOf } from '#core/order/receipt.ts'
import { parseTypedLots } from '#core/order/typed-input.ts'

type CloseRequest = OrderRef & Tapped & { readonly lots: Typed | null }

export const closedByUser = { cause: 'user', rule: 'closed_by_user' } as const

/** Closes an open order, or a part of it. */
export function decideClose(account: TradingAccount, wish: CloseRequest, around: DecisionContext): Decision {
  const found = findOrder(account, wish, ['open'])
  if (found.kind === 'refused') return found
  const { order } = found
  const lots = wish.lots === null ? order.lots : parseCloseLots(wish.lots, order)
  if (typeof lots !== 'number') return lots
  const closable = checkCanClose(order, wish, around)
  if (closable !== undefined) return closable
  // After this point it must succeed.
  return lots === order.lots ? closeWhole(account, order, around) : closePart(account, order, lots, around)
}

/** Whether it comes in time, and in a market that can be traded in. */
export function checkCanClose(
  { marketId }: Order,
  { tapped }: Tapped,
  { board, timeMs }: DecisionContext,
): Refusal | undefined {
  const market = board.now(marketId)
  const late = checkTooLate(tapped, market, timeMs)
  if (late !== undefined) return late
  const now = tradableQuote(market)
  return now.kind === 'refused' ? now : undefined
}

function parseCloseLots(text: Typed, { lots, terms }: Order): Lots | Refusal {
  const { lotStep, leastLots } = terms
  const part = parseTypedLots(text, terms)
  if (part === lots || (part !== undefined && lots - part >= leastLots)) return part
  return refuse('invalid_lots', { step: formatLots(lotStep), least: formatLots(leastLots) })
}

function closeWhole(account: TradingAccount, order: Order, around: DecisionContext): Decision {
  const draft = startDraft(account)
  const ended = closeOrder(draft, order, closedByUser, around)
  settleIfFlat(draft, ended)
  return decided(draft, [ended])
}

/** The rest stays open under its id, so there is nothing to write off. */
function closePart(account: TradingAccount, order: Order, lots: Lots, around: DecisionContext): Decision {
  const draft = startDraft(account)
  const { rest, part } = splitOrder(order, lots, around.nextOrderId)
  setOrder(draft, rest)
  return decided(draft, [closeOrder(draft, part, closedByUser, around), rest])
}

type CloseManyRequest = Tapped & { readonly orders: readonly OrderRef[] }

/** Closes each of them or says why not. One that is named twice is over by the second time. */
export function decideCloseMany(
  account: TradingAccount,
  wish: CloseManyRequest,
  around: DecisionContext,
): Decision {
  const draft = startDraft(account)
  const closed: Order[] = []
  const refusals: OrderRefusal[] = []
  for (const { orderId, wasKnown } of wish.orders) {
    const isOver = draft.changed.has(orderId)
    const found = findOrder(draft, { orderId, wasKnown: wasKnown || isOver }, ['open'])
    const refusal = found.kind === 'refused' ? found : checkCanClose(found.order, wish, around)
    if (refusal !== undefined) {
      const { kind: _, ...why } = refusal
      refusals.push({ orderId, ...why })
    } else if (found.kind === 'found') {
      const ended = closeOrder(draft, found.order, closedByUser, around)
      settleIfFlat(draft, ended)
      closed.push(ended)
    }
  }
  return { ...decided(draft, closed), refusals }
}

type CloseReason = {
  readonly cause: CloseCause
  readonly rule: Rule
  readonly expected?: Price
  readonly account?: AccountAtDecision
}

/** Closes it at the closing price there is, and settles the profit. */
export function closeOrder(draft: Draft, order: Order, reason: CloseReason, around: DecisionContext): Order {
  const { quote, rate, closing, profit } = valuation(order, around.board)
  const { cause, rule, expected = null, account = null } = reason
  const slippage = closingSlippage(order.side, expected, closing)
  // Of a feed that never quoted the market the order still knows the quote it was opened with, and whose it was.
  const feed = quote === order.opened?.quote ? order.opened.feed : around.feed
  const knownSeq = around.board.seq()
  const receipt = receiptOf({ rule, quote, feed, knownSeq, rate, expected, slippage, account })
  const ended = closed(order, { price: closing, profit, cause, receipt, timeMs: around.timeMs })
  setOrder(draft, ended)
  postTransfers(draft, profitTransfer(ended.id, profit))
  return ended
}

/**
 * Where nothing is open any more, nobody owes anything: what is missing is the house's. There is nothing left to warn of
 * either, whatever the same quote opens next.
 */
export function settleIfFlat(draft: Draft, lastClosed: Order): void {
  if (hasOpenOrders(draft.orders)) return
  draft.isWarned = false
  if (draft.cash < 0) postTransfers(draft, writeOffTransfer(lastClosed.id, draft.cash))
}
