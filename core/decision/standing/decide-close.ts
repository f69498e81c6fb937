import type { OrderRef, Tapped, Typed } from '#core/decision/command.ts'
import type { Decision, DecisionContext, Refusal } from '#core/decision/decision.ts'
import { decided, setOrder, startDraft } from '#core/decision/draft.ts'
import { tradableQuote } from '#core/decision/price-now.ts'
import { refuse } from '#core/decision/refuse.ts'
import { closeOrder, settleIfFlat } from '#core/decision/standing/close-order.ts'
import { findOrder } from '#core/decision/standing/find-order.ts'
import { checkTooLate } from '#core/decision/too-late.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import { formatLots, type Lots } from '#core/money/lots.ts'
import type { Order } from '#core/order/order.ts'
import { splitOrder } from '#core/order/part-of.ts'
import { parseTypedLots } from '#core/order/typed-lots.ts'

type CloseRequest = OrderRef & Tapped & { readonly lots: Typed | null }

export const closedByUser = { cause: 'user', rule: 'closed_by_user' } as const

/** Closes an open order, or a part of it. */
export function decideClose(account: TradingAccount, wish: CloseRequest, around: DecisionContext): Decision {
  const found = findOrder(account, wish, ['open'])
  if (found.kind === 'refused') return found
  const { order } = found
  const lots = wish.lots === null ? order.lots : parseCloseLots(wish.lots, order)
  if (typeof lots !== 'number') return lots
  const closable = checkCanClose(order, wish, around)
  if (closable !== undefined) return closable
  // After this point it must succeed.
  return lots === order.lots ? closeWhole(account, order, around) : closePart(account, order, lots, around)
}

/** Whether it comes in time, and in a market that can be traded in. */
export function checkCanClose(
  { marketId }: Order,
  { tapped }: Tapped,
  { board, timeMs }: DecisionContext,
): Refusal | undefined {
  const market = board.now(marketId)
  const late = checkTooLate(tapped, market, timeMs)
  if (late !== undefined) return late
  const now = tradableQuote(market)
  return now.kind === 'refused' ? now : undefined
}

function parseCloseLots(text: Typed, { lots, terms }: Order): Lots | Refusal {
  const { lotStep, leastLots } = terms
  const part = parseTypedLots(text, terms)
  if (part === lots || (part !== undefined && lots - part >= leastLots)) return part
  return refuse('invalid_lots', { step: formatLots(lotStep), least: formatLots(leastLots) })
}

function closeWhole(account: TradingAccount, order: Order, around: DecisionContext): Decision {
  const draft = startDraft(account)
  const ended = closeOrder(draft, order, closedByUser, around)
  settleIfFlat(draft, ended)
  return decided(draft, [ended])
}

/** The rest stays open under its id, so there is nothing to write off. */
function closePart(account: TradingAccount, order: Order, lots: Lots, around: DecisionContext): Decision {
  const draft = startDraft(account)
  const { rest, part } = splitOrder(order, lots, around.nextOrderId)
  setOrder(draft, rest)
  return decided(draft, [closeOrder(draft, part, closedByUser, around), rest])
}
