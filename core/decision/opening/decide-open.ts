import type { Ticket } from '#core/decision/command.ts'
import type { Decision, Refusal, Surroundings } from '#core/decision/decision.ts'
import { beginDraft, decided, putOrder } from '#core/decision/draft.ts'
import { isBeyondNotional, mostMoneyShown, mostOpen, mostPending } from '#core/decision/limits.ts'
import { canPay, costOf, fillOrder } from '#core/decision/opening/fill-order.ts'
import { judgeSides } from '#core/decision/opening/judge-sides.ts'
import { newOrder, type Placing } from '#core/decision/opening/new-order.ts'
import { readTicket } from '#core/decision/opening/read-ticket.ts'
import { priceNow } from '#core/decision/price-now.ts'
import { refuse } from '#core/decision/refuse.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import { closingSide, openingSide } from '#core/margin/valuation.ts'
import { formatMicros } from '#core/money/micros.ts'
import { formatPrice } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import { directionOf, type Order } from '#core/order/order.ts'
import { countOf } from '#core/order/standing-orders.ts'

/** An order at market opens at once, one with a target waits for it. */
export function decideOpen(account: TradingAccount, ticket: Ticket, around: Surroundings): Decision {
  const { market, board } = around
  if (market === undefined) return refuse('unknown_market')
  const wanted = readTicket(ticket, market)
  if (wanted.kind === 'refused') return wanted
  const now = priceNow(board.now(market.id))
  if (now.kind === 'refused') return now
  const placing = { account, ticket, wanted, market, quote: now.quote }
  const wrong = judgeStops(placing)
  if (wrong !== undefined) return wrong
  const rate = board.rate(market.quoteCurrency)
  if (rate === undefined) return refuse('no_conversion')
  const beyond = judgeLimits(placing, rate)
  if (beyond !== undefined) return beyond
  const order = newOrder(placing, rate, around)
  return wanted.target === null ? openAtMarket(placing, order, rate, around) : keepPending(account, order)
}

/** The reference is the closing price now, or the target. */
function judgeStops({ ticket, wanted, market, quote }: Placing): Refusal | undefined {
  const reference = wanted.target ?? closingSide(ticket.side, quote)
  return judgeSides(ticket.side, wanted, reference, market.pricePrecision)
}

function judgeLimits({ account, ticket, wanted, market, quote }: Placing, rate: Rate): Refusal | undefined {
  const [status, most] =
    wanted.target === null ? (['open', mostOpen] as const) : (['pending', mostPending] as const)
  if (countOf(account.orders, status) >= most) return refuse('orders_limit', { limit: String(most) })
  const price = wanted.target ?? openingSide(ticket.side, quote)
  const exposed = { terms: market, lots: wanted.lots, price, rate }
  return isBeyondNotional(exposed, account.cash, account.orders.values())
    ? refuse('notional_limit', { limit: mostMoneyShown })
    : undefined
}

function openAtMarket(placing: Placing, order: Order, rate: Rate, around: Surroundings): Decision {
  const { account, market, quote } = placing
  if (hasMoved(placing)) {
    const [bid, ask] = [quote.bid, quote.ask].map((side) => formatPrice(side, market.pricePrecision))
    return refuse('price_moved', { bid: `${bid}`, ask: `${ask}` })
  }
  const draft = beginDraft(account)
  const cost = costOf(order, quote, rate)
  const { isEnough, figures } = canPay(draft, cost, around.board)
  if (!isEnough) {
    const shown = { needed: formatMicros(cost.needed), available: formatMicros(figures.available) }
    return refuse('insufficient_margin', shown)
  }
  // After this point it must succeed.
  return decided(draft, [fillOrder(draft, order, cost, order.placed, around.timeMs)])
}

/** A price that has moved against the user beyond what they allow. A better one is theirs. */
function hasMoved({ ticket, wanted, quote }: Placing): boolean {
  if (wanted.seen === null) return false
  const worse = (openingSide(ticket.side, quote) - wanted.seen) * directionOf(ticket.side)
  return worse > ticket.deviation
}

function keepPending(account: TradingAccount, order: Order): Decision {
  const draft = beginDraft(account)
  putOrder(draft, order)
  return decided(draft, [order])
}
