import { type BoardWait, boardWait } from '#core/decision/board-wait.ts'
import type { DecisionContext, MarginNotice, TradingAccount } from '#core/decision/decision.ts'
import type { Draft } from '#core/decision/draft.ts'
import { closeOrder, settleIfFlat } from '#core/decision/orders/close-order.ts'
import {
  closeOutPercent,
  type EquityAndMargin,
  equityAndMargin,
  isAbovePercent,
  marginCallPercent,
  marginCallResetPercent,
  roundedMarginLevel,
} from '#core/margin/account-figures.ts'
import { midProfit, valuation } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Micros } from '#core/money/amounts.ts'
import { add, subtract } from '#core/money/safe-integer.ts'
import { openOrders } from '#core/order/active-orders.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountAtDecision } from '#core/order/receipt.ts'

/**
 * What `enforceMargin` would do now. `due`: send a margin call, arm it again, or close positions.
 * `no_open_market`: the account is at the close-out level, but all its markets are closed. It must be checked again
 * when one opens. `none`: nothing. A `BoardWait`: margin rules would apply, but some prices are not current yet.
 */
export type MarginStatus = 'due' | 'no_open_market' | 'none' | BoardWait

export function marginStatus({ cash, isWarned, orders }: TradingAccount, board: Board): MarginStatus {
  const risk = equityAndMargin(cash, openOrders(orders), board)
  const isWarningDue = changesMarginCall(isWarned, risk)
  if (!isWarningDue && !isCloseOutDue(risk)) return 'none'
  const wait = boardWait(openOrders(orders), board)
  if (wait !== undefined) return wait
  if (isWarningDue) return 'due'
  for (const order of openOrders(orders)) if (isClosable(order, board)) return 'due'
  return 'no_open_market'
}

/** True if a margin call must be sent, or a sent one armed again. */
export function changesMarginCall(isWarned: boolean, risk: EquityAndMargin): boolean {
  return isWarned ? isAbovePercent(risk, marginCallResetPercent) : !isAbovePercent(risk, marginCallPercent)
}

export function isCloseOutDue(risk: EquityAndMargin): boolean {
  return !isAbovePercent(risk, closeOutPercent)
}

function isClosable(order: Order, board: Board): boolean {
  const { state, quote } = board.now(order.marketId)
  return state === 'open' && quote !== undefined
}

/** Margin call first, then close-out. Skipped while only some of the account's prices are current. */
export function enforceMargin(draft: Draft, quote: Quote, context: DecisionContext): void {
  if (boardWait(openOrders(draft.orders), context.board) !== undefined) return
  const risk = equityAndMargin(draft.cash, openOrders(draft.orders), context.board)
  if (changesMarginCall(draft.isWarned, risk)) {
    draft.isWarned = !draft.isWarned
    draft.notice = draft.isWarned ? marginNotice(risk, quote, context.timeMs) : null
  }
  if (isCloseOutDue(risk)) closeOut(draft, risk, context)
}

function marginNotice(risk: EquityAndMargin, { seq }: Quote, timeMs: number): MarginNotice {
  const { equity, usedMargin } = risk
  return { netValue: equity, usedMargin, riskRate: roundedMarginLevel(risk) ?? 0, quoteSeq: seq, timeMs }
}

/** Closes the largest loss first, until the account is above the close-out level. Skips closed and stale markets. */
function closeOut(draft: Draft, atFirst: EquityAndMargin, context: DecisionContext): void {
  let risk = atFirst
  for (const { order, profit } of largestLossFirst(draft, context.board)) {
    if (!isCloseOutDue(risk)) return
    const account = accountAtDecision(draft.cash, risk)
    const ended = closeOrder(draft, order, { cause: 'stop_out', rule: 'stop_out', account }, context)
    settleIfFlat(draft, ended)
    risk = withoutOrder(risk, order, profit, context.board)
  }
}

function accountAtDecision(balance: Micros, risk: EquityAndMargin): AccountAtDecision {
  const { equity, usedMargin } = risk
  return { balance, netValue: equity, usedMargin, riskRate: roundedMarginLevel(risk), needed: null }
}

type Candidate = { readonly order: Order; readonly profit: Micros }

/** Prices are fixed during a decision, so one sort is enough. */
function largestLossFirst({ orders }: Draft, board: Board): readonly Candidate[] {
  return [...openOrders(orders)]
    .filter((order) => isClosable(order, board))
    .map((order) => ({ order, profit: valuation(order, board).profit }))
    .sort((one, other) => one.profit - other.profit || one.order.id - other.order.id)
}

/** Replaces the order's profit at the mid price with the realised one, and releases its margin. */
function withoutOrder(risk: EquityAndMargin, order: Order, profit: Micros, board: Board): EquityAndMargin {
  return {
    equity: add(subtract(risk.equity, midProfit(order, board)), profit),
    usedMargin: subtract(risk.usedMargin, order.margin),
  }
}
