import { figuresOf } from '#core/margin/account-figures.ts'
import { profitAtMid } from '#core/margin/exposure.ts'
import { valuation } from '#core/margin/valuation.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { type Micros, micros } from '#core/money/micros.ts'
import type { Rate } from '#core/money/rate.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Order } from '#core/order/order.ts'
import { standingMark } from '#core/order/standing-mark.ts'
import type { WatchedAccount } from '#server/portfolio/portfolio-store.ts'
import type { AccountWatch, OrderFigures } from '#server/portfolio/portfolio-types.ts'

/** What an open order was last valued by, and what that came to. Written over each time: there are tens of thousands. */
type Running = {
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
export function createRunningFigures(account: WatchedAccount, board: LiveBoard): () => AccountWatch {
  const { cash, locked, notice } = account
  const usedMargin = account.open.reduce((sum, { margin }) => add(sum, margin), micros(0))
  const ordersMark = standingMark([...account.open, ...account.pending])
  const running = account.open.toReversed().map(notValuedYet)
  let orders: readonly OrderFigures[] | undefined

  return () => {
    let profit = micros(0)
    let midNetValue = cash
    for (const one of running) {
      if (catchUp(one, board)) orders = undefined
      profit = add(profit, one.figures.profit)
      midNetValue = add(midNetValue, one.mid)
    }
    orders ??= running.map(({ figures }) => figures)
    const funds = figuresOf({ cash, profit, midNetValue, usedMargin })
    return { funds: { ...funds, locked, quoteSeq: board.seq(), ordersMark }, orders, notice }
  }
}

function notValuedYet(order: Order): Running {
  const figures = { order, closing: null, profit: micros(0) }
  return { order, quote: undefined, rate: undefined, figures, mid: micros(0) }
}

/** Whether it had to be valued again. */
function catchUp(one: Running, board: LiveBoard): boolean {
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
