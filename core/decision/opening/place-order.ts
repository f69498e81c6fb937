import { boardWait } from '#core/decision/board-wait.ts'
import type { Ticket } from '#core/decision/command.ts'
import type { DecisionContext, Refusal } from '#core/decision/decision.ts'
import { type Draft, setOrder } from '#core/decision/draft.ts'
import {
  exceedsNotionalLimit,
  maxAccountValueText,
  maxOpenOrders,
  maxPendingOrders,
} from '#core/decision/limits.ts'
import { checkFunds, fillCost, fillOrder } from '#core/decision/opening/fill-order.ts'
import { checkStopSides } from '#core/decision/opening/judge-sides.ts'
import { type NewOrderInput, newOrder } from '#core/decision/opening/new-order.ts'
import { parseTicket } from '#core/decision/opening/read-ticket.ts'
import { tradableQuote } from '#core/decision/price-now.ts'
import { refuse } from '#core/decision/refuse.ts'
import { checkTooLate, type LastSeen } from '#core/decision/too-late.ts'
import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import { formatMicros } from '#core/money/micros.ts'
import { formatPrice } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import { directionOf, type Order } from '#core/order/order.ts'
import { countByStatus, openOrders } from '#core/order/standing-orders.ts'

export type PlaceResult = { readonly kind: 'placed'; readonly order: Order } | Refusal

/** Who places it, as the decision has left the account by now, and when they tapped. */
export type PlacementContext = {
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
