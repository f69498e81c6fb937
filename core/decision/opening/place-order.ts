import { boardWait } from '#core/decision/board-wait.ts'
import type { Ticket } from '#core/decision/command.ts'
import type { Refusal, Surroundings } from '#core/decision/decision.ts'
import { type Draft, putOrder } from '#core/decision/draft.ts'
import { isBeyondNotional, mostMoneyShown, mostOpen, mostPending } from '#core/decision/limits.ts'
import { canPay, costOf, fillOrder } from '#core/decision/opening/fill-order.ts'
import { judgeSides } from '#core/decision/opening/judge-sides.ts'
import { newOrder, type Placing } from '#core/decision/opening/new-order.ts'
import { readTicket } from '#core/decision/opening/read-ticket.ts'
import { priceNow } from '#core/decision/price-now.ts'
import { refuse } from '#core/decision/refuse.ts'
import { judgeLate, type Seen } from '#core/decision/too-late.ts'
import { closingSide, openingSide } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import { formatMicros } from '#core/money/micros.ts'
import { formatPrice } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import { directionOf, type Order } from '#core/order/order.ts'
import { countOf, openOrders } from '#core/order/standing-orders.ts'

export type Placed = { readonly kind: 'placed'; readonly order: Order } | Refusal

/** Who places it, as the decision has left the account by now, and when they tapped. */
export type Placer = {
  readonly userId: number
  readonly draft: Draft
  readonly tapped: Seen | undefined
  /** The pending order that this one replaces. */
  readonly amendedFrom: number | null
}

type Placement = Placing & Placer

/** An order at market opens at once, one with a target waits for it. A refusal leaves the draft unchanged. */
export function placeOrder(placer: Placer, ticket: Ticket, around: Surroundings): Placed {
  const { market, board } = around
  if (market === undefined) return refuse('unknown_market')
  const wanted = readTicket(ticket, market)
  if (wanted.kind === 'refused') return wanted
  const late = judgeLate(placer.tapped, board.now(market.id), around.timeMs)
  if (late !== undefined) return late
  const now = priceNow(board.now(market.id))
  if (now.kind === 'refused') return now
  if (wanted.target === null && waitsForBoard(placer, board)) return refuse('stale_price')
  const placing = { ...placer, ticket, wanted, market, quote: now.quote }
  const wrong = judgeStops(placing)
  if (wrong !== undefined) return wrong
  const rate = board.rate(market.quoteCurrency)
  if (rate === undefined) return refuse('no_conversion')
  const beyond = judgeLimits(placing, rate)
  if (beyond !== undefined) return beyond
  const order = newOrder(placing, rate, around)
  return wanted.target === null ? openAtMarket(placing, order, rate, around) : keepPending(placing, order)
}

/** What is available cannot be told on half a board. */
function waitsForBoard({ draft }: Placer, board: Board): boolean {
  return boardWait(openOrders(draft.orders), board) !== undefined
}

/** The reference is the closing price now, or the target. */
function judgeStops({ ticket, wanted, market, quote }: Placing): Refusal | undefined {
  const reference = wanted.target ?? closingSide(ticket.side, quote)
  return judgeSides(ticket.side, wanted, reference, market.pricePrecision)
}

function judgeLimits({ draft, ticket, wanted, market, quote }: Placement, rate: Rate): Refusal | undefined {
  const [status, most] =
    wanted.target === null ? (['open', mostOpen] as const) : (['pending', mostPending] as const)
  if (countOf(draft.orders, status) >= most) return refuse('orders_limit', { limit: String(most) })
  const price = wanted.target ?? openingSide(ticket.side, quote)
  const exposed = { terms: market, lots: wanted.lots, price, rate }
  return isBeyondNotional(exposed, draft.cash, draft.orders.values())
    ? refuse('notional_limit', { limit: mostMoneyShown })
    : undefined
}

function openAtMarket(placing: Placement, order: Order, rate: Rate, around: Surroundings): Placed {
  const { draft, market, quote } = placing
  if (hasMoved(placing)) {
    const [bid, ask] = [quote.bid, quote.ask].map((side) => formatPrice(side, market.pricePrecision))
    return refuse('price_moved', { bid: `${bid}`, ask: `${ask}` })
  }
  const cost = costOf(order, quote, rate)
  const { isEnough, figures } = canPay(draft, cost, around.board)
  if (!isEnough) {
    const shown = { needed: formatMicros(cost.needed), available: formatMicros(figures.available) }
    return refuse('insufficient_margin', shown)
  }
  // After this point it must succeed.
  return { kind: 'placed', order: fillOrder(draft, order, cost, order.placed, around.timeMs) }
}

/** A price that has moved against the user beyond what they allow. A better one is theirs. */
function hasMoved({ ticket, wanted, quote }: Placing): boolean {
  if (wanted.seen === null) return false
  const worse = (openingSide(ticket.side, quote) - wanted.seen) * directionOf(ticket.side)
  return worse > ticket.deviation
}

function keepPending({ draft }: Placement, order: Order): Placed {
  putOrder(draft, order)
  return { kind: 'placed', order }
}
