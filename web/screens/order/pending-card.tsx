import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Stat } from '#ui/stat.tsx'
import { twoSidedOf } from '#web/markets/current-rate.ts'
import { useBook, useLine, useParts, useStore } from '#web/parts/app-parts.tsx'
import type { CardProps } from '#web/screens/order/card-props.ts'
import { MarketClosedMark } from '#web/screens/order/market-closed-mark.tsx'
import { OrderCard, OrderStats } from '#web/screens/order/order-card.tsx'
import { StopsNote } from '#web/screens/order/stops-note.tsx'
import { wayToTarget } from '#web/screens/order/way-to-target.ts'

/** An order that waits for its price, with how far that still is. */
export function PendingCard({ order, target, onOpen }: CardProps) {
  const t = useBook('trading', 'orders')
  return (
    <OrderCard
      buttons={
        <>
          <Button onClick={() => onOpen('stops')} size="small" variant="secondary">
            {t('orders.stops')}
          </Button>
          <Button onClick={() => onOpen('cancel')} size="small" variant="strong">
            {t('orders.cancel')}
          </Button>
        </>
      }
      marks={
        <>
          <Badge>{t(`order.kind.${order.kind}`)}</Badge>
          <MarketClosedMark marketId={order.market.id} />
        </>
      }
      note={<StopsNote order={order} />}
      order={order}
      result={<Figure className="text-dim" prefix="×" value={order.leverage} />}
      stats={
        <OrderStats order={order} priceLabel={t('orders.target')}>
          <Stat label={t('orders.now')}>
            <OpeningPrice order={order} />
          </Stat>
          <Stat label={t('orders.distance')}>
            <Distance order={order} />
          </Stat>
        </OrderStats>
      }
      target={target}
    />
  )
}

/** By themselves, so that a price shows two figures anew and no card. */
function OpeningPrice({ order }: { order: ShownOrder }) {
  const isGone = useLine() === 'gone'
  return <Figure className={isGone ? 'text-dim' : undefined} flash value={useWay(order)?.now} />
}

function Distance({ order }: { order: ShownOrder }) {
  return <Figure plus value={useWay(order)?.distance} />
}

function useWay({ side, openPrice, market }: ShownOrder) {
  const quote = useStore(useParts().markets.quote(market.id))
  return wayToTarget({ side, target: openPrice }, twoSidedOf(quote, market.precision), market.precision)
}
