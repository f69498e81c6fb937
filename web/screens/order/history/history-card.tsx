import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import type { PressTarget } from '#ui/pressable.tsx'
import { Stat } from '#ui/stat.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { useMomentWords } from '#web/parts/use-date-format.ts'
import { causeKey } from '#web/portfolio/end-cause.ts'
import { OrderCard, OrderStats } from '#web/screens/order/order-card.tsx'

/** An order that is over: what it brought, why it ended and when. */
export function HistoryCard({ order, target }: { order: ShownOrder; target: PressTarget }) {
  const t = useBook('trading', 'orders')
  const { moment } = useMomentWords()
  const isClosed = order.status === 'closed'
  return (
    <OrderCard
      note={
        <span className="flex flex-wrap justify-between gap-x-3">
          <bdi>{t(causeKey(order))}</bdi>
          <span>{moment(order.endedAt ?? '')}</span>
        </span>
      }
      order={order}
      result={
        isClosed ? (
          <Figure decimals={6} plus tone="sign" value={order.profit} />
        ) : (
          <Badge>{t(`order.status.${order.status}`)}</Badge>
        )
      }
      stats={
        <OrderStats order={order} priceLabel={t(order.openedAt === null ? 'orders.target' : 'orders.open')}>
          <Stat label={t('orders.close_price')}>
            <Figure value={isClosed ? order.closingPrice : null} />
          </Stat>
          <Stat label={t('order.leverage')}>
            <Figure prefix="×" value={order.leverage} />
          </Stat>
        </OrderStats>
      }
      target={target}
    />
  )
}
