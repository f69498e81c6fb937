import type { AccountAmounts } from '#contract/account-from-wire.ts'
import type { ReverseInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { profitAt, profitAtMid } from '#core/margin/profit-and-margin.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import { formatMicros, micros } from '#core/money/amounts.ts'
import { add, subtract } from '#core/money/safe-integer.ts'
import { bidAskOf } from '#web/markets/current-rate.ts'
import { noStop } from '#web/parts/stops/stop-draft.ts'
import { parseAmount, positionOf } from '#web/parts/ticket/ticket-preview.ts'
import type { TicketConditions, TicketDraft, TicketView } from '#web/parts/ticket/ticket-types.ts'
import { viewTicket } from '#web/parts/ticket/ticket-view.ts'

export type ReversePreview = {
  /** The new order, checked against the account after the close. */
  readonly ticket: TicketView
  /** Undefined while the new order cannot be placed. */
  readonly input: ReverseInput | undefined
}

/**
 * Closes the whole order and places the opposite one at market: same lots and leverage, no stops, current terms.
 */
export function previewReverse(order: ShownOrder, conditions: TicketConditions): ReversePreview {
  const ticket = viewTicket(oppositeOf(order), {
    ...conditions,
    account:
      conditions.account === undefined ? undefined : accountAfterClose(order, conditions, conditions.account),
    open: conditions.open?.filter(({ id }) => id !== order.id),
  })
  const { price, deviation } = ticket.input ?? {}
  const isReady = price !== undefined && deviation !== undefined
  return { ticket, input: isReady ? { id: order.id, price, deviation } : undefined }
}

function oppositeOf({ market, side, leverage, lots }: ShownOrder): TicketDraft {
  return {
    marketId: market.id,
    side: side === 'buy' ? 'sell' : 'buy',
    mode: 'market',
    target: '',
    ...{ leverage, lots, stopLoss: noStop, takeProfit: noStop },
  }
}

/**
 * The close releases the margin and realises the profit at the closing price. So the equity stays the same, and only
 * the equity at mid prices changes. If no other order is open, a negative balance is written off. Undefined if an
 * amount is unknown.
 */
function accountAfterClose(
  order: ShownOrder,
  { market, quote, rate, open }: TicketConditions,
  account: AccountAmounts,
): AccountAmounts | undefined {
  const position = positionOf(order, market)
  const prices = bidAskOf(quote, market.precision)
  const [net, mid, used] = [account.equity, account.midEquity, account.usedMargin].map(parseAmount)
  const margin = parseAmount(order.margin)
  if (position === undefined || prices === undefined || rate === undefined || open === undefined)
    return undefined
  if (net === undefined || mid === undefined || used === undefined || margin === undefined) return undefined
  const closed = profitAt(position.terms, position, closingPrice(position.side, prices), rate)
  const atMid = profitAtMid(position.terms, position, prices, rate)
  const isWrittenOff = net < 0 && open.every(({ id }) => id === order.id)
  const equity = isWrittenOff ? micros(0) : net
  const usedMargin = subtract(used, margin)
  return {
    ...account,
    equity: formatMicros(equity),
    midEquity: formatMicros(isWrittenOff ? equity : add(mid, subtract(closed, atMid))),
    usedMargin: formatMicros(usedMargin),
    freeMargin: formatMicros(subtract(equity, usedMargin)),
  }
}
