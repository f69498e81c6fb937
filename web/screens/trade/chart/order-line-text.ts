import type { ShownOrder } from '#contract/order-from-wire.ts'
import { formatMicrosRounded, formatPrice, type Price, type Rate } from '#core/money/amounts.ts'
import type { Translate } from '#i18n/translator.ts'
import type { TicketKey } from '#i18n/web/ticket/en.ts'
import type { TradingKey } from '#i18n/web/trading/en.ts'
import { figureText } from '#ui/figure-format.ts'
import type { LineLabels, StopMove } from '#web/chart/orders/order-marks.ts'
import { currentRate } from '#web/markets/current-rate.ts'
import type { Markets } from '#web/markets/markets-types.ts'
import { profitAt } from '#web/parts/stops/stop-basis.ts'

type Words = Translate<TicketKey | TradingKey>

/** Labels of order lines on the chart. */
export function orderLineText(t: Words, rate: Rate | undefined): LineLabels {
  return {
    order(order) {
      const values = { side: t(`order.side.${order.side}`), lots: order.lots }
      if (order.status === 'open') return t('line.order', values)
      return t('line.pending', { ...values, kind: t(`order.kind.${order.kind}`) })
    },
    stop: (order, kind, price) => t(`line.${kind}`, { money: moneyText(order, price, rate) }),
  }
}

/** Label of a stop line while it is dragged. */
export function draggedLineText(t: Words, rate: Rate | undefined, order: ShownOrder, move: StopMove): string {
  const price = figureText(formatPrice(move.price, order.market.precision))
  return t(`line.moving.${move.kind}`, { price, money: moneyText(order, move.price, rate) })
}

/** Profit of the order at this price, to the cent; a dash if unknown. */
export function moneyText(order: ShownOrder, at: Price, rate: Rate | undefined): string {
  const money = profitAt(order, at, rate)
  return figureText(money === undefined ? null : formatMicrosRounded(money, 2), { plus: true })
}

/** A rate change is visible from one ten-thousandth: a cent in a hundred dollars. */
const visibleShare = 10_000

/** A conversion rate without invisible changes, so that order lines are not redrawn with every quote. */
export function createStableRate(markets: Markets, currency: string): () => Rate | undefined {
  let stable: Rate | undefined
  return () => {
    const rate = currentRate(markets, currency)
    if (hasMovedVisibly(stable, rate)) stable = rate
    return stable
  }
}

export function hasMovedVisibly(from: Rate | undefined, to: Rate | undefined): boolean {
  if (from === undefined || to === undefined) return from !== to
  return Math.abs(to - from) * visibleShare > from
}
