import type { ShownOrder } from '#contract/order-from-wire.ts'
import { parsePrice, type Rate } from '#core/money/amounts.ts'
import { figureText } from '#ui/figure-format.ts'
import { maxOrders, type StopKind } from '#web/chart/orders/order-marks.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { moneyText } from '#web/screens/trade/chart/order-line-text.ts'

type OrderLinesListProps = { readonly orders: readonly ShownOrder[]; readonly rate: Rate | undefined }

/** The order lines as a list for screen readers. */
export function OrderLinesList({ orders, rate }: OrderLinesListProps) {
  const t = useDictionary('trading', 'ticket')
  if (orders.length === 0) return null
  const older = orders.length - maxOrders
  return (
    <ul aria-label={t('line.list')} className="sr-only">
      {orders.slice(0, maxOrders).map((order) => (
        <OrderLinesItem key={order.id} order={order} rate={rate} />
      ))}
      {older > 0 ? <li>{t('line.list.older', { count: older })}</li> : null}
    </ul>
  )
}

function OrderLinesItem({ order, rate }: { order: ShownOrder; rate: Rate | undefined }) {
  const t = useDictionary('trading', 'ticket')
  const values = { side: t(`order.side.${order.side}`), lots: order.lots, price: figureText(order.openPrice) }
  const stop = (kind: StopKind, text: string | null) => {
    const at = text === null ? undefined : parsePrice(text, order.market.precision)
    if (!at?.ok) return null
    const money = moneyText(order, at.amount, rate)
    return <li>{t(`line.list.${kind}`, { price: figureText(text), money })}</li>
  }
  return (
    <li>
      {t(order.status === 'open' ? 'line.list.open' : 'line.list.pending', values)}
      <ul>
        {stop('take_profit', order.takeProfit)}
        {stop('stop_loss', order.stopLoss)}
      </ul>
    </li>
  )
}
