import { type BoardWait, boardWait } from '#core/decision/board-wait.ts'
import type { DecisionContext, MarginNotice, TradingAccount } from '#core/decision/decision.ts'
import type { Draft } from '#core/decision/draft.ts'
import { closeOrder, settleIfFlat } from '#core/decision/orders/close-order.ts'
import {
  accountRisk,
  closeOutPercent,
  isAbovePercent,
  marginCallPercent,
  marginCallResetPercent,
  type Risk,
  roundedRiskRate,
} from '#core/margin/account-figures.ts'
import { midProfit, valuation } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Micros } from '#core/money/amounts.ts'
import { add, subtract } from '#core/money/safe-integer.ts'
import { openOrders } from '#core/order/active-orders.ts'
import type { Order } from '#core/order/order.ts'

/**
 * What judging the risk of an account would do now. `due`: something. `waiting`: nothing, but it is at or below the close-out
 * level with every market closed that could help, so the next tick of any market must look again. `calm`: nothing. A board
 * wait: something, but not on half a board.
 */
export type MarginStatus = 'due' | 'waiting' | 'calm' | BoardWait

export function marginStatus({ cash, isWarned, orders }: TradingAccount, board: Board): MarginStatus {
  const risk = accountRisk(cash, openOrders(orders), board)
  const isWarningDue = changesMarginCall(isWarned, risk)
  if (!isWarningDue && !isCloseOutDue(risk)) return 'calm'
  const wait = boardWait(openOrders(orders), board)
  if (wait !== undefined) return wait
  if (isWarningDue) return 'due'
  for (const order of openOrders(orders)) if (isClosable(order, board)) return 'due'
  return 'waiting'
}

/** Whether the margin call is due, or due to be armed again. */
export function changesMarginCall(isWarned: boolean, risk: Risk): boolean {
  return isWarned ? isAbovePercent(risk, marginCallResetPercent) : !isAbovePercent(risk, marginCallPercent)
}

export function isCloseOutDue(risk: Risk): boolean {
  return !isAbovePercent(risk, closeOutPercent)
}

function isClosable(order: Order, board: Board): boolean {
  const { state, quote } = board.now(order.marketId)
  return state === 'open' && quote !== undefined
}

/** The margin call first, with the figures as they are; then the close-out. Neither is judged on half a board. */
export function enforceMargin(draft: Draft, quote: Quote, around: DecisionContext): void {
  if (boardWait(openOrders(draft.orders), around.board) !== undefined) return
  const risk = accountRisk(draft.cash, openOrders(draft.orders), around.board)
  if (changesMarginCall(draft.isWarned, risk)) {
    draft.isWarned = !draft.isWarned
    draft.notice = draft.isWarned ? marginNotice(risk, quote, around.timeMs) : null
  }
  if (isCloseOutDue(risk)) closeOut(draft, risk, around)
}

function marginNotice(risk: Risk, { seq }: Quote, timeMs: number): MarginNotice {
  return { ...risk, riskRate: roundedRiskRate(risk) ?? 0, quoteSeq: seq, timeMs }
}

/** The worst first, until the rate is above the level or what is left is in markets that wait for their next quote. */
function closeOut(draft: Draft, atFirst: Risk, around: DecisionContext): void {
  let risk = atFirst
  for (const { order, profit } of largestLossFirst(draft, around.board)) {
    if (!isCloseOutDue(risk)) return
    const figures = { balance: draft.cash, ...risk, riskRate: roundedRiskRate(risk), needed: null }
    const ended = closeOrder(draft, order, { cause: 'stop_out', rule: 'stop_out', account: figures }, around)
    settleIfFlat(draft, ended)
    risk = withoutOrder(risk, order, profit, around.board)
  }
}

type Candidate = { readonly order: Order; readonly profit: Micros }

/** Prices do not move while it is decided, so neither does the order of the profits. */
function largestLossFirst({ orders }: Draft, board: Board): readonly Candidate[] {
  return [...openOrders(orders)]
    .filter((order) => isClosable(order, board))
    .map((order) => ({ order, profit: valuation(order, board).profit }))
    .sort((one, other) => one.profit - other.profit || one.order.id - other.order.id)
}

/** What the order had at the middle gives way to what it was closed with. */
function withoutOrder(risk: Risk, order: Order, profit: Micros, board: Board): Risk {
  return {
    netValue: add(subtract(risk.netValue, midProfit(order, board)), profit),
    usedMargin: subtract(risk.usedMargin, order.margin),
  }
}
