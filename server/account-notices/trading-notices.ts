import type { Market } from '#core/market/market.ts'
import { formatLots, formatMicros, formatPrice, micros, type Price } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { NoticeCancelReason, NoticeContent, NoticeOrder } from '#core/notice/notice.ts'
import type { Order } from '#core/order/order.ts'
import type { Change, FollowerParts } from '#server/followers/followers.ts'
import type { AddNotices, NewNotice } from '#server/notices/notices.ts'

export type TradingNoticesParts = {
  readonly addNotices: AddNotices
  readonly markets: readonly Pick<Market, 'id' | 'showCode'>[]
}

/**
 * An installation that had no notices before gets those of events from now on: old ones are of no use to a user, and
 * the whole journal would have to be read.
 */
export function createTradingNotices({
  addNotices,
  markets,
}: TradingNoticesParts): Pick<FollowerParts, 'name' | 'start' | 'commands' | 'apply'> {
  const names = new Map(markets.map(({ id, showCode }) => [id, showCode]))
  return {
    name: 'notices',
    start: 'now',
    commands: new Set(['judge_tick'] as const),
    apply: (changes, client) =>
      addNotices(
        client,
        changes.flatMap((change) => tradingNoticesOf(change, (marketId) => names.get(marketId) ?? '')),
      ),
  }
}

type NameOf = (marketId: number) => string

/** All notices of a change: the margin call, and one for each order that the quote has changed. */
export function tradingNoticesOf(change: Change, nameOf: NameOf): readonly NewNotice[] {
  // Every other change was requested by the user or an operator.
  if (change.cause !== 'judge_tick') return []
  const { position, userId, timeMs: atMs, orders, notice } = change
  const { group, seq, entry } = position
  const about = (what: string | number) => `journal:${group}:${seq}:${entry}:${what}`
  const events = orders.flatMap(({ after }) => {
    const content = contentOf(after, nameOf)
    return content === undefined ? [] : [{ userId, atMs, source: about(after.id), content }]
  })
  if (notice === null) return events
  const content = { kind: 'margin_call', level: formatDecimal(notice.riskRate, rateDecimals) } as const
  return [{ userId, atMs, source: about('margin'), content }, ...events]
}

const rateDecimals = 2

/** A quote changes an order in one of these ways only, so its state before is not needed. */
function contentOf(order: Order, nameOf: NameOf): NoticeContent | undefined {
  const about = describeOrder(order, nameOf)
  if (order.status === 'open')
    return { kind: 'order_filled', ...about, price: shownPrice(order, order.openPrice) }
  switch (order.endCause) {
    case 'stop_loss':
    case 'take_profit':
      return { kind: order.endCause, ...about, ...resultOf(order) }
    case 'stop_out':
      return { kind: 'close_out', ...about, ...resultOf(order) }
    case 'insufficient_margin':
    case 'notional_limit':
    case 'orders_limit':
    case 'simulated_prices':
      return { kind: 'order_cancelled', ...about, reason: order.endCause satisfies NoticeCancelReason }
    default:
      return undefined
  }
}

function describeOrder({ id, marketId, side, lots }: Order, nameOf: NameOf): NoticeOrder {
  return { order: id, market: nameOf(marketId), side, lots: formatLots(lots) }
}

function resultOf(order: Order): { readonly price: string; readonly profit: string } {
  const { closePrice, openPrice, profit } = order
  return { price: shownPrice(order, closePrice ?? openPrice), profit: formatMicros(profit ?? micros(0)) }
}

function shownPrice({ terms }: Order, amount: Price): string {
  return formatPrice(amount, terms.pricePrecision)
}
