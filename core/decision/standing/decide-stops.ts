import type { KnownOrder, Tapped, Typed } from '#core/decision/command.ts'
import type { Decision, Refusal, Surroundings } from '#core/decision/decision.ts'
import { beginDraft, decided, putOrder } from '#core/decision/draft.ts'
import { judgeSides } from '#core/decision/opening/judge-sides.ts'
import { readStops } from '#core/decision/opening/read-ticket.ts'
import { priceNow } from '#core/decision/price-now.ts'
import { findOrder } from '#core/decision/standing/find-order.ts'
import { judgeLate } from '#core/decision/too-late.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import { closingSide } from '#core/margin/valuation.ts'
import type { Board } from '#core/market/board.ts'
import type { Order } from '#core/order/order.ts'
import type { KnownPrices } from '#core/order/receipt.ts'
import type { Stops } from '#core/order/stop-sides.ts'

type Wish = KnownOrder & Tapped & { readonly stopLoss: Typed | null; readonly takeProfit: Typed | null }

/** Sets both stops of an order. Only what is new is judged: to keep one or to do without is always allowed. */
export function decideStops(account: TradingAccount, wish: Wish, around: Surroundings): Decision {
  const { board } = around
  const found = findOrder(account, wish, ['open', 'pending'])
  if (found.kind === 'refused') return found
  const { order } = found
  const stops = readStops(wish, order.terms.pricePrecision)
  if ('kind' in stops) return stops
  const wrong = judgeNew(order, newOf(order, stops), wish, around)
  if (wrong !== undefined) return wrong
  // After this point it must succeed.
  const draft = beginDraft(account)
  const changed: Order = { ...order, ...stops }
  putOrder(draft, changed)
  return { ...decided(draft, [changed]), valuedOn: knownPrices(changed, board) }
}

function newOf(order: Order, { stopLoss, takeProfit }: Stops): Stops {
  return {
    stopLoss: stopLoss === order.stopLoss ? null : stopLoss,
    takeProfit: takeProfit === order.takeProfit ? null : takeProfit,
  }
}

/** The reference is the closing price now, for a pending order its target. Removing a stop is never too late. */
function judgeNew(
  order: Order,
  added: Stops,
  { tapped }: Tapped,
  { board, timeMs }: Surroundings,
): Refusal | undefined {
  if (added.stopLoss === null && added.takeProfit === null) return undefined
  const late = judgeLate(tapped, board.now(order.marketId), timeMs)
  if (late !== undefined) return late
  const now = priceNow(board.now(order.marketId))
  if (now.kind === 'refused') return now
  const reference = order.status === 'pending' ? order.openPrice : closingSide(order.side, now.quote)
  return judgeSides(order.side, added, reference, order.terms.pricePrecision)
}

function knownPrices({ marketId, terms }: Order, board: Board): KnownPrices {
  return {
    quote: board.now(marketId).quote ?? null,
    rate: board.rate(terms.quoteCurrency) ?? null,
    knownSeq: board.seq(),
  }
}
