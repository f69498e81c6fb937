import { useSyncExternalStore } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import type { PressTarget } from '#ui/pressable.tsx'
import { Stat } from '#ui/stat.tsx'
import { bidAskOf } from '#web/markets/current-rate.ts'
import {
  useConnectionStatus,
  useDictionary,
  useParts,
  useStore,
  useTranslate,
} from '#web/parts/app-parts.tsx'
import type { OrderPart } from '#web/screens/order/order-address.ts'
import { OrderCard, OrderStats } from '#web/screens/order/order-card.tsx'
import { canClosePart, targetDistance } from '#web/screens/order/order-figures.ts'

type ActiveOrderCardProps = {
  readonly order: ShownOrder
  readonly target: PressTarget
  /** Opens the order detail at this part. */
  readonly onOpen: (part: OrderPart) => void
}

/** An open order with its floating profit and closing price. */
export function OpenOrderCard({ order, target, onOpen }: ActiveOrderCardProps) {
  const t = useDictionary('trading', 'orders')
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
      marks={<MarketStateBadge marketId={order.market.id} />}
      note={<StopsLine order={order} />}
      order={order}
      result={<FloatingProfit order={order} />}
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

/** Separate from the card, like ClosingPrice below, so that a tick re-renders only the two figures. */
function FloatingProfit({ order }: { order: ShownOrder }) {
  const figures = useStore(useParts().portfolio.figures(order.id))
  const isGone = useConnectionStatus() === 'gone'
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
  const isGone = useConnectionStatus() === 'gone'
  return (
    <Figure
      className={isGone ? 'text-dim' : undefined}
      flash
      value={figures === undefined ? order.closingPrice : figures.closingPrice}
    />
  )
}

/** A pending order with the distance between the current price and its order price. */
export function PendingOrderCard({ order, target, onOpen }: ActiveOrderCardProps) {
  const t = useDictionary('trading', 'orders')
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
          <MarketStateBadge marketId={order.market.id} />
        </>
      }
      note={<StopsLine order={order} />}
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

/** Separate from the card, like Distance below, so that a tick re-renders only the two figures. */
function OpeningPrice({ order }: { order: ShownOrder }) {
  const isGone = useConnectionStatus() === 'gone'
  return <Figure className={isGone ? 'text-dim' : undefined} flash value={useTargetDistance(order)?.now} />
}

function Distance({ order }: { order: ShownOrder }) {
  return <Figure plus value={useTargetDistance(order)?.distance} />
}

function useTargetDistance({ side, openPrice, market }: ShownOrder) {
  const quote = useStore(useParts().markets.quote(market.id))
  return targetDistance({ side, target: openPrice }, bidAskOf(quote, market.precision), market.precision)
}

/** Stop loss and take profit. The line is shown even without stops, so that nothing moves when one is set. */
function StopsLine({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading')
  return (
    <span className="flex flex-wrap gap-x-4">
      {(['stop_loss', 'take_profit'] as const).map((stop) => (
        <span className="whitespace-nowrap" key={stop}>
          {t(`order.${stop}`)}{' '}
          <Figure
            className="font-semibold text-text"
            value={stop === 'stop_loss' ? order.stopLoss : order.takeProfit}
          />
        </span>
      ))}
    </span>
  )
}

/** Badge for a closed or stale market. Renders nothing while the market is open. */
function MarketStateBadge({ marketId }: { marketId: number }) {
  const t = useTranslate()
  const quote = useParts().markets.quote(marketId)
  const state = useSyncExternalStore(quote.subscribe, () => quote.getSnapshot()?.state ?? 'open')
  if (state === 'open') return null
  return <Badge tone={state === 'stale' ? 'warn' : 'neutral'}>{t(`market.${state}`)}</Badge>
}
