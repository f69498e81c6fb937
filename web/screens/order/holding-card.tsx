import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Stat } from '#ui/stat.tsx'
import { useBook, useLine, useParts, useStore } from '#web/parts/app-parts.tsx'
import { canClosePart } from '#web/screens/order/can-close-part.ts'
import type { CardProps } from '#web/screens/order/card-props.ts'
import { MarketClosedMark } from '#web/screens/order/market-closed-mark.tsx'
import { OrderCard, OrderStats } from '#web/screens/order/order-card.tsx'
import { StopsNote } from '#web/screens/order/stops-note.tsx'

/** An open order, with what it would bring if it were closed now. */
export function HoldingCard({ order, target, onOpen }: CardProps) {
  const t = useBook('trading', 'orders')
  return (
    <OrderCard
      buttons={
        <>
          <Button onClick={() => onOpen('stops')} size="small" variant="secondary">
            {t('orders.stops')}
          </Button>
          <Button
            disabled={!canClosePart(order)}
            onClick={() => onOpen('close')}
            size="small"
            variant="secondary"
          >
            {t('orders.close_part')}
          </Button>
          <Button onClick={() => onOpen('close')} size="small" variant="strong">
            {t('orders.close')}
          </Button>
        </>
      }
      marks={<MarketClosedMark marketId={order.market.id} />}
      note={<StopsNote order={order} />}
      order={order}
      result={<ProfitNow order={order} />}
      stats={
        <OrderStats order={order} priceLabel={t('orders.open')}>
          <Stat label={t('orders.now')}>
            <ClosingPrice order={order} />
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

/** By themselves, so that a price shows two figures anew and no card. */
function ProfitNow({ order }: { order: ShownOrder }) {
  const figures = useStore(useParts().portfolio.figures(order.id))
  const isGone = useLine() === 'gone'
  return (
    <Figure
      className={isGone ? 'text-dim' : undefined}
      decimals={6}
      plus
      tone={isGone ? 'neutral' : 'sign'}
      value={figures?.profit ?? order.profit}
    />
  )
}

function ClosingPrice({ order }: { order: ShownOrder }) {
  const figures = useStore(useParts().portfolio.figures(order.id))
  const isGone = useLine() === 'gone'
  return (
    <Figure
      className={isGone ? 'text-dim' : undefined}
      flash
      value={figures === undefined ? order.closingPrice : figures.closingPrice}
    />
  )
}
