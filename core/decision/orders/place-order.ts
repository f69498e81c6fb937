import { boardWait } from '#core/decision/board-wait.ts'
import type { Tapped, Ticket } from '#core/decision/command.ts'
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
import { checkStopSides, checkTooLate, type LastSeen, tradableQuote } from '#core/decision/preconditions.ts'
import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { Quote } from '#core/market/quote.ts'
import { formatMicros, formatPrice, micros, type Price, type Rate } from '#core/money/amounts.ts'
import { countByStatus, openOrders } from '#core/order/active-orders.ts'
import { directionOf, type Order, type OrderKind, orderTerms } from '#core/order/order.ts'
import { openingSlippage, type Receipt, receiptOf } from '#core/order/receipt.ts'

type OpenRequest = { readonly ticket: Ticket } & Tapped

export function decideOpen(
  account: TradingAccount,
  { ticket, tapped }: OpenRequest,
  around: DecisionContext,
): Decision {
  const draft = startDraft(account)
  const placer = { userId: account.userId, draft, tapped, amendedFrom: null }
  const placed = placeOrder(placer, ticket, around)
  return placed.kind === 'refused' ? placed : decided(draft, [placed.order])
}

type PlaceResult = { readonly kind: 'placed'; readonly order: Order } | Refusal

/** Who places it, as the decision has left the account by now, and when they tapped. */
type PlacementContext = {
  readonly userId: number
  readonly draft: Draft
  readonly tapped: LastSeen | undefined
  /** The pending order that this one replaces. */
  readonly amendedFrom: number | null
}

type Placement = NewOrderInput & PlacementContext

/** An order at market opens at once, one with a target waits for it. A refusal leaves the draft unchanged. */
export function placeOrder(placer: PlacementContext, ticket: Ticket, around: DecisionContext): PlaceResult {
  const { market, board } = around
  if (market === undefined) return refuse('unknown_market')
  const wanted = parseTicket(ticket, market)
  if (wanted.kind === 'refused') return wanted
  const late = checkTooLate(placer.tapped, board.now(market.id), around.timeMs)
  if (late !== undefined) return late
  const now = tradableQuote(board.now(market.id))
  if (now.kind === 'refused') return now
  if (wanted.target === null && isWaitingForBoard(placer, board)) return refuse('stale_price')
  const placing = { ...placer, ticket, parsed: wanted, market, quote: now.quote }
  const wrong = checkStops(placing)
  if (wrong !== undefined) return wrong
  const rate = board.rate(market.quoteCurrency)
  if (rate === undefined) return refuse('no_conversion')
  const beyond = checkLimits(placing, rate)
  if (beyond !== undefined) return beyond
  const order = newOrder(placing, rate, around)
  return wanted.target === null ? openAtMarket(placing, order, rate, around) : addPending(placing, order)
}

/** What is available cannot be told on half a board. */
function isWaitingForBoard({ draft }: PlacementContext, board: Board): boolean {
  return boardWait(openOrders(draft.orders), board) !== undefined
}

/** The reference is the closing price now, or the target. */
function checkStops({ ticket, parsed: wanted, market, quote }: NewOrderInput): Refusal | undefined {
  const reference = wanted.target ?? closingPrice(ticket.side, quote)
  return checkStopSides(ticket.side, wanted, reference, market.pricePrecision)
}

function checkLimits(
  { draft, ticket, parsed: wanted, market, quote }: Placement,
  rate: Rate,
): Refusal | undefined {
  const [status, most] =
    wanted.target === null ? (['open', maxOpenOrders] as const) : (['pending', maxPendingOrders] as const)
  if (countByStatus(draft.orders, status) >= most) return refuse('orders_limit', { limit: String(most) })
  const price = wanted.target ?? openingPrice(ticket.side, quote)
  const exposed = { terms: market, lots: wanted.lots, price, rate }
  return exceedsNotionalLimit(exposed, draft.cash, draft.orders.values())
    ? refuse('notional_limit', { limit: maxAccountValueText })
    : undefined
}

function openAtMarket(placing: Placement, order: Order, rate: Rate, around: DecisionContext): PlaceResult {
  const { draft, market, quote } = placing
  if (hasPriceMoved(placing)) {
    const [bid, ask] = [quote.bid, quote.ask].map((side) => formatPrice(side, market.pricePrecision))
    return refuse('price_moved', { bid: `${bid}`, ask: `${ask}` })
  }
  const cost = fillCost(order, quote, rate)
  const { isEnough, figures } = checkFunds(draft, cost, around.board)
  if (!isEnough) {
    const shown = { needed: formatMicros(cost.needed), available: formatMicros(figures.available) }
    return refuse('insufficient_margin', shown)
  }
  // After this point it must succeed.
  return { kind: 'placed', order: fillOrder(draft, order, cost, order.placed, around.timeMs) }
}

/** A price that has moved against the user beyond what they allow. A better one is theirs. */
function hasPriceMoved({ ticket, parsed: wanted, quote }: NewOrderInput): boolean {
  if (wanted.seen === null) return false
  const worse = (openingPrice(ticket.side, quote) - wanted.seen) * directionOf(ticket.side)
  return worse > ticket.deviation
}

function addPending({ draft }: Placement, order: Order): PlaceResult {
  setOrder(draft, order)
  return { kind: 'placed', order }
}

/** A ticket that has been read, and the prices there are for it. */
type NewOrderInput = {
  readonly userId: number
  /** The pending order that this one replaces. */
  readonly amendedFrom: number | null
  readonly ticket: Ticket
  readonly parsed: ParsedTicket
  readonly market: Market
  readonly quote: Quote
}

/** The order as it waits to be filled: one at market does so for no time at all. */
export function newOrder(placing: NewOrderInput, rate: Rate, around: DecisionContext): Order {
  const { userId, amendedFrom, ticket, parsed: wanted, market, quote } = placing
  const fill = openingPrice(ticket.side, quote)
  return {
    id: around.nextOrderId,
    userId,
    marketId: market.id,
    side: ticket.side,
    kind: kindOf(placing, fill),
    status: 'pending',
    lots: wanted.lots,
    leverage: ticket.leverage,
    terms: orderTerms(market, around.feeMode),
    askedPrice: wanted.target ?? wanted.seen,
    openPrice: wanted.target ?? fill,
    margin: micros(0),
    fee: micros(0),
    stopLoss: wanted.stopLoss,
    takeProfit: wanted.takeProfit,
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: null,
    amendedFrom,
    placed: placedReceipt(placing, fill, rate, around),
    opened: null,
    ended: null,
    placedAtMs: around.timeMs,
    openedAtMs: null,
    endedAtMs: null,
  }
}

/** A limit waits for a better price than there is; one at the price itself is a stop. */
function kindOf({ ticket, parsed: wanted }: NewOrderInput, fill: Price): OrderKind {
  if (wanted.target === null) return 'market'
  return (fill - wanted.target) * directionOf(ticket.side) > 0 ? 'limit' : 'stop'
}

function placedReceipt(
  { ticket, parsed: wanted, quote }: NewOrderInput,
  fill: Price,
  rate: Rate,
  { feed, board }: DecisionContext,
): Receipt {
  const facts = { quote, feed, knownSeq: board.seq(), rate }
  if (wanted.target !== null) return receiptOf({ ...facts, rule: 'pending_order', expected: wanted.target })
  const slippage = openingSlippage(ticket.side, wanted.seen, fill)
  return receiptOf({ ...facts, rule: 'market_order', expected: wanted.seen, slippage })
}
