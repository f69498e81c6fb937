import { boardWait } from '#core/decision/board-wait.ts'
import type { LastSeen, Ticket, WithLastSeen } from '#core/decision/command.ts'
import {
  type Decision,
  type DecisionContext,
  type Refusal,
  refuse,
  type TradingAccount,
} from '#core/decision/decision.ts'
import { type Draft, decided, setOrder, startDraft } from '#core/decision/draft.ts'
import {
  exceedsNotionalLimit,
  maxAccountValueText,
  maxOpenOrders,
  maxPendingOrders,
} from '#core/decision/limits.ts'
import { checkFunds, fillCost, fillOrder } from '#core/decision/orders/fill-order.ts'
import { type ParsedTicket, parseTicket } from '#core/decision/orders/ticket.ts'
import {
  checkStopSides,
  checkTooLate,
  isOpeningBlocked,
  tradableQuote,
} from '#core/decision/preconditions.ts'
import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { Quote } from '#core/market/quote.ts'
import { formatMicros, formatPrice, micros, type Price, type Rate } from '#core/money/amounts.ts'
import { countByStatus, openOrders } from '#core/order/active-orders.ts'
import { directionOf, type Order, type OrderKind, orderTerms } from '#core/order/order.ts'
import { openingSlippage } from '#core/order/price-levels.ts'
import { type Receipt, receiptOf } from '#core/order/receipt.ts'

type OpenRequest = { readonly ticket: Ticket } & WithLastSeen

export function decideOpen(
  account: TradingAccount,
  { ticket, tapped }: OpenRequest,
  context: DecisionContext,
): Decision {
  const draft = startDraft(account)
  const placer = { userId: account.userId, draft, tapped, amendedFrom: null }
  const placed = placeOrder(placer, ticket, context)
  return placed.kind === 'refused' ? placed : decided(draft, [placed.order])
}

type PlaceResult = { readonly kind: 'placed'; readonly order: Order } | Refusal

/** The draft that the order is added to. For an amendment or reversal, the old order has already ended in it. */
type PlacementContext = {
  readonly userId: number
  readonly draft: Draft
  readonly tapped: LastSeen | undefined
  /** The pending order that the new order replaces. */
  readonly amendedFrom: number | null
}

type Placement = NewOrderInput & PlacementContext

/**
 * Opens a market order at once; an order with its own order price becomes pending. The checks run in the documented
 * order of refusal reasons. A refusal leaves the draft unchanged.
 */
export function placeOrder(placer: PlacementContext, ticket: Ticket, context: DecisionContext): PlaceResult {
  const { market, board } = context
  if (market === undefined) return refuse('unknown_market')
  const parsed = parseTicket(ticket, market)
  if (parsed.kind === 'refused') return parsed
  if (isOpeningBlocked(placer.draft, context)) return refuse('simulated_prices')
  const late = checkTooLate(placer.tapped, board.now(market.id), context.timeMs)
  if (late !== undefined) return late
  const tradable = tradableQuote(board.now(market.id))
  if (tradable.kind === 'refused') return tradable
  if (parsed.target === null && isWaitingForBoard(placer, board)) return refuse('stale_price')
  const placement = { ...placer, ticket, parsed, market, quote: tradable.quote }
  const misplaced = checkStops(placement)
  if (misplaced !== undefined) return misplaced
  const rate = board.rate(market.quoteCurrency)
  if (rate === undefined) return refuse('no_conversion')
  const overLimit = checkLimits(placement, rate)
  if (overLimit !== undefined) return overLimit
  const order = newOrder(placement, rate, context)
  return parsed.target === null ? openAtMarket(placement, order, rate, context) : addPending(placement, order)
}

/** Free margin is unknown while some of the account's prices are current and others are not. */
function isWaitingForBoard({ draft }: PlacementContext, board: Board): boolean {
  return boardWait(openOrders(draft.orders), board) !== undefined
}

/** Stops are compared with the order price, or with the current closing price for a market order. */
function checkStops({ ticket, parsed, market, quote }: NewOrderInput): Refusal | undefined {
  const reference = parsed.target ?? closingPrice(ticket.side, quote)
  return checkStopSides(ticket.side, parsed, reference, market.pricePrecision)
}

function checkLimits({ draft, ticket, parsed, market, quote }: Placement, rate: Rate): Refusal | undefined {
  const [status, most] =
    parsed.target === null ? (['open', maxOpenOrders] as const) : (['pending', maxPendingOrders] as const)
  if (countByStatus(draft.orders, status) >= most) return refuse('orders_limit', { limit: String(most) })
  const price = parsed.target ?? openingPrice(ticket.side, quote)
  const exposed = { terms: market, lots: parsed.lots, price, rate }
  return exceedsNotionalLimit(exposed, draft.cash, draft.orders.values())
    ? refuse('notional_limit', { limit: maxAccountValueText })
    : undefined
}

function openAtMarket(placement: Placement, order: Order, rate: Rate, context: DecisionContext): PlaceResult {
  const { draft, market, quote } = placement
  if (hasPriceMoved(placement)) {
    const [bid, ask] = [quote.bid, quote.ask].map((side) => formatPrice(side, market.pricePrecision))
    return refuse('price_moved', { bid: `${bid}`, ask: `${ask}` })
  }
  const cost = fillCost(order, quote, rate)
  const { isEnough, figures } = checkFunds(draft, cost, context.board)
  if (!isEnough) {
    const shown = { needed: formatMicros(cost.needed), available: formatMicros(figures.freeMargin) }
    return refuse('insufficient_margin', shown)
  }
  // No refusal beyond this point.
  return { kind: 'placed', order: fillOrder(draft, order, cost, order.placed, context.timeMs) }
}

/**
 * True if the price is worse than the user saw, by more than the allowed deviation. A better price is never refused.
 */
function hasPriceMoved({ ticket, parsed, quote }: NewOrderInput): boolean {
  if (parsed.seen === null) return false
  const worse = (openingPrice(ticket.side, quote) - parsed.seen) * directionOf(ticket.side)
  return worse > ticket.deviation
}

function addPending({ draft }: Placement, order: Order): PlaceResult {
  setOrder(draft, order)
  return { kind: 'placed', order }
}

type NewOrderInput = {
  readonly userId: number
  readonly amendedFrom: number | null
  readonly ticket: Ticket
  readonly parsed: ParsedTicket
  readonly market: Market
  readonly quote: Quote
}

/** Builds the order in status `pending`. A market order is filled right after. */
export function newOrder(placement: NewOrderInput, rate: Rate, context: DecisionContext): Order {
  const { userId, amendedFrom, ticket, parsed, market, quote } = placement
  const fill = openingPrice(ticket.side, quote)
  return {
    id: context.nextOrderId,
    userId,
    marketId: market.id,
    side: ticket.side,
    kind: kindOf(placement, fill),
    status: 'pending',
    lots: parsed.lots,
    leverage: ticket.leverage,
    terms: orderTerms(market, context.feeMode),
    askedPrice: parsed.target ?? parsed.seen,
    openPrice: parsed.target ?? fill,
    margin: micros(0),
    fee: micros(0),
    stopLoss: parsed.stopLoss,
    takeProfit: parsed.takeProfit,
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: null,
    amendedFrom,
    placed: placedReceipt(placement, fill, rate, context),
    opened: null,
    ended: null,
    placedAtMs: context.timeMs,
    openedAtMs: null,
    endedAtMs: null,
  }
}

/** An order price better than the current price makes a limit order. An equal or worse one makes a stop order. */
function kindOf({ ticket, parsed }: NewOrderInput, fill: Price): OrderKind {
  if (parsed.target === null) return 'market'
  return (fill - parsed.target) * directionOf(ticket.side) > 0 ? 'limit' : 'stop'
}

function placedReceipt(
  { ticket, parsed, quote }: NewOrderInput,
  fill: Price,
  rate: Rate,
  { feed, board }: DecisionContext,
): Receipt {
  const facts = { quote, feed, knownSeq: board.seq(), rate }
  if (parsed.target !== null) return receiptOf({ ...facts, rule: 'pending_order', expected: parsed.target })
  const slippage = openingSlippage(ticket.side, parsed.seen, fill)
  return receiptOf({ ...facts, rule: 'market_order', expected: parsed.seen, slippage })
}
