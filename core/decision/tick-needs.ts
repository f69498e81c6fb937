import { type BoardWait, boardWait } from '#core/decision/board-wait.ts'
import { changesMarginCall, isClosable, isCloseOutDue } from '#core/decision/tick/judge-risk.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import { accountRisk } from '#core/margin/account-figures.ts'
import type { Board } from '#core/market/board.ts'
import { openOrders } from '#core/order/standing-orders.ts'

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
