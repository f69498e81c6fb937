import type { DecimalText, OrderRef, WithLastSeen } from '#core/decision/command.ts'
import type { Decision, DecisionContext, Refusal, TradingAccount } from '#core/decision/decision.ts'
import { decided, setOrder, startDraft } from '#core/decision/draft.ts'
import { parseStops } from '#core/decision/orders/ticket.ts'
import { checkStopSides, checkTooLate, findOrder, tradableQuote } from '#core/decision/preconditions.ts'
import { closingPrice } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Order } from '#core/order/order.ts'
import type { Stops } from '#core/order/price-levels.ts'
import { type DecisionPrices, receiptQuote } from '#core/order/receipt.ts'

type StopsRequest = OrderRef &
  WithLastSeen & { readonly stopLoss: DecimalText | null; readonly takeProfit: DecimalText | null }

/** Sets stop loss and take profit together. Only a new price is checked: keeping or removing one is always allowed. */
export function decideStops(
  account: TradingAccount,
  request: StopsRequest,
  context: DecisionContext,
): Decision {
  const { board } = context
  const found = findOrder(account, request, ['open', 'pending'])
  if (found.kind === 'refused') return found
  const { order } = found
  const stops = parseStops(request, order.terms.pricePrecision)
  if ('kind' in stops) return stops
  const wrong = checkNewStops(order, changedStops(order, stops), request, context)
  if (wrong !== undefined) return wrong
  // No refusal beyond this point.
  const draft = startDraft(account)
  const changed: Order = { ...order, ...stops }
  setOrder(draft, changed)
  return { ...decided(draft, [changed]), valuedOn: currentPrices(changed, board) }
}

function changedStops(order: Order, { stopLoss, takeProfit }: Stops): Stops {
  return {
    stopLoss: stopLoss === order.stopLoss ? null : stopLoss,
    takeProfit: takeProfit === order.takeProfit ? null : takeProfit,
  }
}

/**
 * Compares new stops with the order price of a pending order, or the closing price of an open one. A removal is never
 * refused as too late.
 */
function checkNewStops(
  order: Order,
  added: Stops,
  { tapped }: WithLastSeen,
  { board, timeMs }: DecisionContext,
): Refusal | undefined {
  if (added.stopLoss === null && added.takeProfit === null) return undefined
  const late = checkTooLate(tapped, board.now(order.marketId), timeMs)
  if (late !== undefined) return late
  const now = tradableQuote(board.now(order.marketId))
  if (now.kind === 'refused') return now
  const reference = order.status === 'pending' ? order.openPrice : closingPrice(order.side, now.quote)
  return checkStopSides(order.side, added, reference, order.terms.pricePrecision)
}

function currentPrices({ marketId, terms }: Order, board: Board): DecisionPrices {
  const { quote } = board.now(marketId)
  return {
    quote: quote === undefined ? null : receiptQuote(quote),
    rate: board.rate(terms.quoteCurrency) ?? null,
    knownSeq: board.seq(),
  }
}
