import { type Draft, postTransfers, setOrder } from '#core/decision/draft.ts'
import { feeTransfer } from '#core/ledger/transfer.ts'
import { type AccountFigures, accountFigures } from '#core/margin/account-figures.ts'
import { requiredMargin, tradeFee } from '#core/margin/profit-and-margin.ts'
import { openingPrice } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Micros, Price, Rate } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { openOrders } from '#core/order/active-orders.ts'
import type { Order } from '#core/order/order.ts'
import { filled } from '#core/order/order-transitions.ts'
import type { Receipt } from '#core/order/receipt.ts'

/** Opening price, margin and fee of an order filled now. */
export type FillCost = {
  readonly price: Price
  readonly margin: Micros
  readonly fee: Micros
  /** Margin plus fee. */
  readonly needed: Micros
}

export function fillCost({ side, terms, lots, leverage }: Order, quote: Quote, rate: Rate): FillCost {
  const price = openingPrice(side, quote)
  const margin = requiredMargin(terms, { lots, price, leverage }, rate)
  const fee = tradeFee(terms, lots, margin)
  return { price, margin, fee, needed: add(margin, fee) }
}

/** Compares the free margin with the cost. Returns the account figures for the refusal or receipt. */
export function checkFunds(
  { cash, orders }: Pick<Draft, 'cash' | 'orders'>,
  { needed }: FillCost,
  board: Board,
): { readonly isEnough: boolean; readonly figures: AccountFigures } {
  const figures = accountFigures(cash, openOrders(orders), board)
  return { isEnough: figures.freeMargin >= needed, figures }
}

/** Opens the order and posts the fee. Margin stays in the balance: it is reserved, not moved. */
export function fillOrder(
  draft: Draft,
  order: Order,
  { price, margin, fee }: FillCost,
  receipt: Receipt,
  timeMs: number,
): Order {
  const open = filled(order, { price, margin, fee, receipt, timeMs })
  setOrder(draft, open)
  postTransfers(draft, feeTransfer(open.id, fee))
  return open
}
