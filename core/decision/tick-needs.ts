import { canBeClosed, changesWarning, isCloseOutDue } from '#core/decision/tick/judge-risk.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import { accountRisk } from '#core/margin/account-figures.ts'
import type { Board } from '#core/market/board.ts'
import { openOrders } from '#core/order/standing-orders.ts'

/**
 * Whether the next tick of any market must judge this account: its margin call is due or due to be armed again, or it
 * is at or below the close-out level, with orders that may still wait for their market to open.
 */
export function isWaiting({ cash, isWarned, orders }: TradingAccount, board: Board): boolean {
  const risk = accountRisk(cash, openOrders(orders), board)
  return changesWarning(isWarned, risk) || isCloseOutDue(risk)
}

/** Whether judging its risk now would change something. */
export function isRiskDue({ cash, isWarned, orders }: TradingAccount, board: Board): boolean {
  const risk = accountRisk(cash, openOrders(orders), board)
  if (changesWarning(isWarned, risk)) return true
  if (!isCloseOutDue(risk)) return false
  for (const order of openOrders(orders)) if (canBeClosed(order, board)) return true
  return false
}
