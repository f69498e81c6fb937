import type { ReactNode } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Figure } from '#ui/figure.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { useMomentWords } from '#web/parts/use-date-format.ts'
import { causeKey } from '#web/portfolio/end-cause.ts'
import { Fact, Facts } from '#web/screens/order/detail/facts.tsx'
import { PriceFigure, WayFigure } from '#web/screens/order/detail/live-figures.tsx'
import { OrderLink } from '#web/screens/order/detail/order-link.tsx'
import { StopFact } from '#web/screens/order/detail/stop-fact.tsx'

/** Everything about one order. */
export function OrderFacts({ order }: { order: ShownOrder }) {
  const t = useBook('trading', 'orders')
  return (
    <Facts>
      <Fact label={t('detail.kind')}>{t(`order.kind.${order.kind}`)}</Fact>
      <Fact label={t('order.lots')}>
        <Figure value={order.lots} />
      </Fact>
      <Fact label={t('order.leverage')}>
        <Figure prefix="×" value={order.leverage} />
      </Fact>
      <Fact label={t('order.units')}>
        <Figure value={order.unitsPerLot} />
      </Fact>
      <PriceFacts order={order} />
      <StopFact kind="stop_loss" order={order} />
      <StopFact kind="take_profit" order={order} />
      <Fact label={t('order.margin')}>
        <Figure decimals={6} unit="USD" value={order.margin} />
      </Fact>
      <Fact label={t('order.fee')}>
        <Figure decimals={6} unit="USD" value={order.fee} />
      </Fact>
      <Fact label={t('detail.asked_price')}>
        <Figure value={order.askedPrice} />
      </Fact>
      <MomentFacts order={order} />
    </Facts>
  )
}

/** Where it opened and stands. What it waits for is said above, so that it is not said here as well. */
function PriceFacts({ order }: { order: ShownOrder }) {
  const t = useBook('trading', 'orders')
  const { status } = order
  return (
    <>
      {order.openedAt === null ? null : (
        <Fact label={t('order.open_price')}>
          <Figure value={order.openPrice} />
        </Fact>
      )}
      {status === 'cancelled' ? null : (
        <Fact label={t(status === 'closed' ? 'order.close_price' : 'order.market_price')}>
          <PriceFigure order={order} />
        </Fact>
      )}
      {status === 'pending' ? (
        <Fact label={t('detail.distance')}>
          <WayFigure of="distance" order={order} />
        </Fact>
      ) : null}
    </>
  )
}

function MomentFacts({ order }: { order: ShownOrder }) {
  const t = useBook('trading', 'orders')
  const { moment } = useMomentWords()
  const at = (label: ReactNode, iso: string | null) =>
    iso === null ? null : <Fact label={label}>{moment(iso)}</Fact>
  return (
    <>
      {at(t('detail.placed_at'), order.placedAt)}
      {at(t('detail.opened_at'), order.openedAt)}
      {at(t('detail.ended_at'), order.endedAt)}
      {order.endCause === null ? null : (
        <Fact label={t('detail.cause')} wide>
          {t(causeKey(order))}
        </Fact>
      )}
      <Fact label={t('detail.id')}>
        <span className="-my-3.25 inline-flex items-center align-top">
          <Figure grouped={false} value={order.id} />
          <CopyButton label={t('detail.copy_id')} text={String(order.id)} />
        </span>
      </Fact>
      {order.parentId === null ? null : (
        <Fact label={t('detail.parent')}>
          <OrderLink id={order.parentId} />
        </Fact>
      )}
      {order.amendedFrom === null ? null : (
        <Fact label={t('detail.amended_from')}>
          <OrderLink id={order.amendedFrom} />
        </Fact>
      )}
    </>
  )
}
