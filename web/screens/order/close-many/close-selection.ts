import type { CloseManyAnswer, CloseManyInput } from '#contract/calls/trading.ts'
import { codes } from '#contract/envelope.ts'
import { type OrderMarket, orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { formatMicros, micros, parseMicros } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { signOf } from '#ui/figure-format.ts'

/** An open order with its current profit. */
export type OpenOrder = {
  readonly order: ShownOrder
  /** Floating profit in dollars, an exact decimal. */
  readonly profit: string
  /** True if the market is closed or stale, so that the order cannot be closed now. */
  readonly isBlocked: boolean
}

export type ChoiceKind = 'all' | 'winners' | 'losers' | 'market'

export type CloseChoice = {
  readonly kind: ChoiceKind
  /** Set for `market` only. */
  readonly market: OrderMarket | undefined
  readonly selection: CloseSelection
}

/** Orders to close, at most 500, and the chosen orders that cannot be closed. */
export type CloseSelection = {
  readonly orders: readonly OpenOrder[]
  /** Sum of the floating profits. Null if one cannot be parsed. */
  readonly profit: string | null
  /** Chosen orders that stay open because their market is closed or stale. */
  readonly blockedCount: number
  /** Undefined while there is nothing to close. */
  readonly input: CloseManyInput | undefined
}

/** The server's limit for one call. */
export const maxClosedAtOnce = 500

/** All, winners, losers, then each market that has open orders, in the sequence of the order list. */
export function closeChoices(open: readonly OpenOrder[]): readonly CloseChoice[] {
  const markets = [...new Map(open.map(({ order }) => [order.market.id, order.market])).values()]
  return [
    ...(['all', 'winners', 'losers'] as const).map((kind) => ({
      kind,
      market: undefined,
      selection: selectionOf(open.filter((one) => isOfKind(kind, one))),
    })),
    ...markets.map((market) => ({
      kind: 'market' as const,
      market,
      selection: selectionOf(open.filter(({ order }) => order.market.id === market.id)),
    })),
  ]
}

/** The chosen orders with current profits. Orders that have ended since the choice are left out. */
export function selectionOfIds(open: readonly OpenOrder[], ids: readonly number[]): CloseSelection {
  const chosen = new Set(ids)
  return selectionOf(open.filter(({ order }) => chosen.has(order.id)))
}

function selectionOf(chosen: readonly OpenOrder[]): CloseSelection {
  const orders = chosen.filter(({ isBlocked }) => !isBlocked).slice(0, maxClosedAtOnce)
  return {
    orders,
    profit: sumOf(orders.map(({ profit }) => profit)),
    blockedCount: chosen.filter(({ isBlocked }) => isBlocked).length,
    input: orders.length === 0 ? undefined : { ids: orders.map(({ order }) => order.id) },
  }
}

function isOfKind(kind: 'all' | 'winners' | 'losers', { profit }: OpenOrder): boolean {
  if (kind === 'all') return true
  return kind === 'winners' ? signOf(profit) > 0 : signOf(profit) < 0
}

export type CloseManyResult = {
  readonly closed: readonly ShownOrder[]
  /** Sum of the realised profits. */
  readonly profit: string | null
  readonly refused: readonly RefusedClose[]
}

export type RefusedClose = {
  readonly id: number
  /** Undefined if the order is not among the open orders of the page. */
  readonly order: ShownOrder | undefined
  readonly reason: string
}

/** `known` supplies the details of refused orders, for which the answer has only an id. */
export function closeManyResult({ results }: CloseManyAnswer, known: readonly ShownOrder[]): CloseManyResult {
  const closed = results.flatMap(({ code, order }) =>
    code === codes.success && order !== null ? [orderFromWire(order)] : [],
  )
  return {
    closed,
    profit: sumOf(closed.map(({ profit }) => profit)),
    refused: results
      .filter(({ code }) => code !== codes.success)
      .map(({ Id, reason }) => ({
        id: Id,
        order: known.find(({ id }) => id === Id),
        reason: reason ?? '',
      })),
  }
}

function sumOf(amounts: readonly string[]): string | null {
  let sum = micros(0)
  for (const text of amounts) {
    const parsed = parseMicros(text)
    if (!parsed.ok) return null
    sum = add(sum, parsed.amount)
  }
  return formatMicros(sum)
}
