import { accountFigures, figuresFromSums } from '#core/margin/account-figures.ts'
import { profitAtMid } from '#core/margin/profit-and-margin.ts'
import { closingPrice, valuation } from '#core/margin/valuation.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { type Micros, micros, type Rate } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountWithNotice, StoredAccount } from '#server/portfolio/account-store.ts'
import type { AccountSnapshot, Funds, OrderFigures } from '#server/portfolio/portfolio-types.ts'

/** Account figures at the latest prices. Synchronous, so that all figures use the same prices. */
export function fundsOf(account: StoredAccount, board: LiveBoard): Funds {
  return {
    ...accountFigures(account.cash, account.open, board),
    locked: account.locked,
    quoteSeq: board.seq(),
    version: account.version,
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

/**
 * An open order with its last valuation, and the quote and rate used for it. Mutable, because creating tens of
 * thousands of new objects per flush would be slow.
 */
type ValuedOrder = {
  readonly order: Order
  quote: Quote | undefined
  rate: Rate | undefined
  figures: OrderFigures
  mid: Micros
}

type ValuedAccount = {
  readonly account: AccountWithNotice
  readonly usedMargin: Micros
  /** Oldest first. */
  readonly orders: readonly ValuedOrder[]
  /** Figures of all orders, kept while none of them changes. */
  figures: readonly OrderFigures[] | undefined
}

/**
 * Values the states of one account at changing prices. An order is valued again only if it, its quote or its
 * conversion rate has changed since the last call, by the same functions as in the lists, so that all figures agree.
 * Throws if the account cannot be valued.
 */
export function createIncrementalValuation(
  board: LiveBoard,
): (account: AccountWithNotice) => AccountSnapshot {
  let valued: ValuedAccount | undefined

  return (account) => {
    if (valued?.account !== account) valued = startValuation(account, valued?.orders ?? [])
    const { usedMargin, orders } = valued
    const { cash, locked, version, notice } = account
    let profit = micros(0)
    let midEquity = cash
    for (const each of orders) {
      if (revalue(each, board)) valued.figures = undefined
      profit = add(profit, each.figures.profit)
      midEquity = add(midEquity, each.mid)
    }
    valued.figures ??= orders.map(({ figures }) => figures)
    const funds = figuresFromSums({ cash, profit, midEquity, usedMargin })
    return {
      funds: { ...funds, locked, quoteSeq: board.seq(), version },
      orders: valued.figures,
      notice,
    }
  }
}

/** Keeps the valuations of unchanged orders. Both lists are in the order of their ids. */
function startValuation(account: AccountWithNotice, before: readonly ValuedOrder[]): ValuedAccount {
  let at = 0
  const orders = account.open.toReversed().map((order) => {
    while ((before[at]?.order.id ?? order.id) < order.id) at += 1
    const known = before[at]
    return known?.order === order ? known : unvaluedOrder(order)
  })
  const usedMargin = account.open.reduce((sum, { margin }) => add(sum, margin), micros(0))
  return { account, usedMargin, orders, figures: undefined }
}

function unvaluedOrder(order: Order): ValuedOrder {
  const figures = { order, closing: null, profit: micros(0) }
  return { order, quote: undefined, rate: undefined, figures, mid: micros(0) }
}

/** Returns false if the last valuation still applies. */
function revalue(valued: ValuedOrder, board: LiveBoard): boolean {
  const { order } = valued
  const isCurrent =
    board.now(order.marketId).quote === valued.quote && board.rate(order.terms.quoteCurrency) === valued.rate
  if (isCurrent && valued.quote !== undefined) return false
  const { quote, rate, closing, profit } = valuation(order, board)
  valued.mid = profitAtMid(order.terms, order, quote, rate)
  valued.figures = { order, closing, profit }
  valued.quote = quote
  valued.rate = rate
  return true
}
