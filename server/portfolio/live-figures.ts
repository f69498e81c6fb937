import { accountFigures } from '#core/margin/account-figures.ts'
import { closingSide, valuation } from '#core/margin/valuation.ts'
import type { LiveBoard } from '#core/market/board.ts'
import { micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'
import { standingMark } from '#core/order/standing-mark.ts'
import type { Funds, OrderFigures } from '#server/portfolio/portfolio-types.ts'
import type { StoredAccount } from '#server/portfolio/stored-account.ts'

/** What an account comes to at the prices there are now. Nothing is waited for, so that one answer is of one moment. */
export function fundsOf(account: StoredAccount, board: LiveBoard): Funds {
  return {
    ...accountFigures(account.cash, account.open, board),
    locked: account.locked,
    quoteSeq: board.seq(),
    ordersMark: standingMark([...account.open, ...account.pending]),
  }
}

export function orderFigures(order: Order, board: LiveBoard): OrderFigures {
  if (order.status === 'open') {
    const { closing, profit } = valuation(order, board)
    return { order, closing, profit }
  }
  if (order.status === 'pending') {
    const { quote } = board.now(order.marketId)
    return { order, closing: quote === undefined ? null : closingSide(order.side, quote), profit: micros(0) }
  }
  return { order, closing: order.closePrice, profit: order.profit ?? micros(0) }
}
