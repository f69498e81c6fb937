import { accountFigures, figuresFromSums } from '#core/margin/account-figures.ts'
import { profitAtMid } from '#core/margin/profit-and-margin.ts'
import { closingPrice, valuation } from '#core/margin/valuation.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { type Micros, micros, type Rate } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { activeOrdersFingerprint } from '#core/order/active-orders.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountWithNotice, StoredAccount } from '#server/portfolio/account-store.ts'
import type { AccountSnapshot, Funds, OrderFigures } from '#server/portfolio/portfolio-types.ts'

/** What an account comes to at the prices there are now. Nothing is waited for, so that one answer is of one moment. */
export function fundsOf(account: StoredAccount, board: LiveBoard): Funds {
  return {
    ...accountFigures(account.cash, account.open, board),
    locked: account.locked,
    quoteSeq: board.seq(),
    ordersMark: activeOrdersFingerprint([...account.open, ...account.pending]),
  }
}

export function orderFigures(order: Order, board: LiveBoard): OrderFigures {
  if (order.status === 'open') {
    const { closing, profit } = valuation(order, board)
    return { order, closing, profit }
  }
  if (order.status === 'pending') {
    const { quote } = board.now(order.marketId)
    return { order, closing: quote === undefined ? null : closingPrice(order.side, quote), profit: micros(0) }
  }
  return { order, closing: order.closePrice, profit: order.profit ?? micros(0) }
}

/** What an open order was last valued by, and what that came to. Written over each time: there are tens of thousands. */
type ValuedOrder = {
  readonly order: Order
  quote: Quote | undefined
  rate: Rate | undefined
  figures: OrderFigures
  mid: Micros
}

/**
 * One state of an account, valued at whatever the prices are each time. What no price changes is found once, and an order is
 * valued again only when the price of its market or the rate of its currency is another: with the functions everybody else
 * uses, so that everybody says the same. Throws where the account cannot be valued.
 */
export function createIncrementalValuation(
  account: AccountWithNotice,
  board: LiveBoard,
): () => AccountSnapshot {
  const { cash, locked, notice } = account
  const usedMargin = account.open.reduce((sum, { margin }) => add(sum, margin), micros(0))
  const ordersMark = activeOrdersFingerprint([...account.open, ...account.pending])
  const running = account.open.toReversed().map(unvaluedOrder)
  let orders: readonly OrderFigures[] | undefined

  return () => {
    let profit = micros(0)
    let midNetValue = cash
    for (const one of running) {
      if (revalue(one, board)) orders = undefined
      profit = add(profit, one.figures.profit)
      midNetValue = add(midNetValue, one.mid)
    }
    orders ??= running.map(({ figures }) => figures)
    const funds = figuresFromSums({ cash, profit, midNetValue, usedMargin })
    return { funds: { ...funds, locked, quoteSeq: board.seq(), ordersMark }, orders, notice }
  }
}

function unvaluedOrder(order: Order): ValuedOrder {
  const figures = { order, closing: null, profit: micros(0) }
  return { order, quote: undefined, rate: undefined, figures, mid: micros(0) }
}

/** Whether it had to be valued again. */
function revalue(one: ValuedOrder, board: LiveBoard): boolean {
  const { order } = one
  const isCurrent =
    board.now(order.marketId).quote === one.quote && board.rate(order.terms.quoteCurrency) === one.rate
  if (isCurrent && one.quote !== undefined) return false
  const { quote, rate, closing, profit } = valuation(order, board)
  one.mid = profitAtMid(order.terms, order, quote, rate)
  one.figures = { order, closing, profit }
  one.quote = quote
  one.rate = rate
  return true
}
