import type { KnownOrder, Tapped, Typed } from '#core/decision/command.ts'
import type { Decision, Refusal, Surroundings } from '#core/decision/decision.ts'
import { beginDraft, decided, putOrder } from '#core/decision/draft.ts'
import { priceNow } from '#core/decision/price-now.ts'
import { refuse } from '#core/decision/refuse.ts'
import { closeOrder, settle } from '#core/decision/standing/close-order.ts'
import { findOrder } from '#core/decision/standing/find-order.ts'
import { judgeLate } from '#core/decision/too-late.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import { formatLots, type Lots } from '#core/money/lots.ts'
import type { Order } from '#core/order/order.ts'
import { partOf } from '#core/order/part-of.ts'
import { typedLots } from '#core/order/typed-lots.ts'

type Wish = KnownOrder & Tapped & { readonly lots: Typed | null }

export const byUser = { cause: 'user', rule: 'closed_by_user' } as const

/** Closes an open order, or a part of it. */
export function decideClose(account: TradingAccount, wish: Wish, around: Surroundings): Decision {
  const found = findOrder(account, wish, ['open'])
  if (found.kind === 'refused') return found
  const { order } = found
  const lots = wish.lots === null ? order.lots : closedLots(wish.lots, order)
  if (typeof lots !== 'number') return lots
  const closable = judgeClosing(order, wish, around)
  if (closable !== undefined) return closable
  // After this point it must succeed.
  return lots === order.lots ? closeWhole(account, order, around) : closePart(account, order, lots, around)
}

/** Whether it comes in time, and in a market that can be traded in. */
export function judgeClosing(
  { marketId }: Order,
  { tapped }: Tapped,
  { board, timeMs }: Surroundings,
): Refusal | undefined {
  const market = board.now(marketId)
  const late = judgeLate(tapped, market, timeMs)
  if (late !== undefined) return late
  const now = priceNow(market)
  return now.kind === 'refused' ? now : undefined
}

function closedLots(text: Typed, { lots, terms }: Order): Lots | Refusal {
  const { lotStep, leastLots } = terms
  const part = typedLots(text, terms)
  if (part === lots || (part !== undefined && lots - part >= leastLots)) return part
  return refuse('invalid_lots', { step: formatLots(lotStep), least: formatLots(leastLots) })
}

function closeWhole(account: TradingAccount, order: Order, around: Surroundings): Decision {
  const draft = beginDraft(account)
  const ended = closeOrder(draft, order, byUser, around)
  settle(draft, ended)
  return decided(draft, [ended])
}

/** The rest stays open under its id, so there is nothing to write off. */
function closePart(account: TradingAccount, order: Order, lots: Lots, around: Surroundings): Decision {
  const draft = beginDraft(account)
  const { rest, part } = partOf(order, lots, around.nextOrderId)
  putOrder(draft, rest)
  return decided(draft, [closeOrder(draft, part, byUser, around), rest])
}
