import type { ShownOrder } from '#contract/order-from-wire.ts'
import { formatMicrosRounded, formatPrice, type Price, type Rate } from '#core/money/amounts.ts'
import type { TicketKey } from '#i18n/ticket/en.ts'
import type { TradingKey } from '#i18n/trading/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { figureText } from '#ui/figure-format.ts'
import type { LineLabels, StopMove } from '#web/chart/orders/order-marks.ts'
import { currentRate } from '#web/markets/current-rate.ts'
import type { Markets } from '#web/markets/markets-types.ts'
import { profitAt } from '#web/parts/stops/stop-basis.ts'

type Words = Translate<TicketKey | TradingKey>

/** What the lines of orders say at the chart. */
export function orderLineText(t: Words, rate: Rate | undefined): LineLabels {
  return {
    order(order) {
      const what = { side: t(`order.side.${order.side}`), lots: order.lots }
      if (order.status === 'open') return t('line.order', what)
      return t('line.pending', { ...what, kind: t(`order.kind.${order.kind}`) })
    },
    stop: (order, kind, price) => t(`line.${kind}`, { money: moneyText(order, price, rate) }),
  }
}

/** What a line says while it is dragged: where it would be, and what that would come to. */
export function draggedLineText(t: Words, rate: Rate | undefined, order: ShownOrder, move: StopMove): string {
  const price = figureText(formatPrice(move.price, order.market.precision))
  return t(`line.moving.${move.kind}`, { price, money: moneyText(order, move.price, rate) })
}

/** What the order gains at this price, to the cent; a dash while nobody can tell. */
export function moneyText(order: ShownOrder, at: Price, rate: Rate | undefined): string {
  const money = profitAt(order, at, rate)
  return figureText(money === undefined ? null : formatMicrosRounded(money, 2), { plus: true })
}

/** A ten thousandth: a cent of a hundred dollars. */
const visibleShare = 10_000

/** The rate for what is shown of many orders at once: another one only when that can be seen, not with every price. */
export function createStableRate(markets: Markets, currency: string): () => Rate | undefined {
  let settled: Rate | undefined
  return () => {
    const rate = currentRate(markets, currency)
    if (hasMovedVisibly(settled, rate)) settled = rate
    return settled
  }
}

export function hasMovedVisibly(from: Rate | undefined, to: Rate | undefined): boolean {
  if (from === undefined || to === undefined) return from !== to
  return Math.abs(to - from) * visibleShare > from
}
