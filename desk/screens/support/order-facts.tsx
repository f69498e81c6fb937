import type { ShownOrder } from '#contract/order-from-wire.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Fact } from '#desk/parts/page.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'

export function OrderFacts({ order }: { order: ShownOrder }) {
  const t = useTranslate()
  const { market, side, kind, status, lots, leverage, openPrice, closingPrice, profit, margin, fee } = order
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold" translate="no">
          {market.showCode}
        </strong>
        <Badge tone={side === 'buy' ? 'rise' : 'fall'}>{t(`support.order.side.${side}`)}</Badge>
        <Badge>{t(`support.order.kind.${kind}`)}</Badge>
        <Badge>{t(`support.order.status.${status}`)}</Badge>
      </p>
      <dl className={facts}>
        <PriceFact label={t('support.order.lots')} value={lots} />
        <Fact label={t('support.order.leverage')}>
          <Figure prefix="×" value={leverage} />
        </Fact>
        <PriceFact
          label={t(status === 'pending' ? 'support.order.target' : 'support.order.open_price')}
          value={openPrice}
        />
        <PriceFact label={t('support.order.close_price')} value={closingPrice} />
        <PriceFact label={t('support.order.stop_loss')} value={order.stopLoss} />
        <PriceFact label={t('support.order.take_profit')} value={order.takeProfit} />
        <Fact label={t('support.order.profit')}>
          <Figure plus tone="sign" unit="USD" value={profit} />
        </Fact>
        <Fact label={t('support.order.margin')}>
          <Figure unit="USD" value={margin} />
        </Fact>
        <Fact label={t('support.order.fee')}>
          <Figure unit="USD" value={fee} />
        </Fact>
        <TimeFact at={order.placedAt} label={t('support.order.placed')} />
        <TimeFact at={order.openedAt} label={t('support.order.opened')} />
        <TimeFact at={order.endedAt} label={t('support.order.ended')} />
      </dl>
    </>
  )
}

export const facts = 'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-2'

/** Nothing for a price that the order does not have. */
export function PriceFact({ label, value }: { label: string; value: string | null }) {
  return value === null ? null : (
    <Fact label={label}>
      <Figure value={value} />
    </Fact>
  )
}

function TimeFact({ label, at }: { label: string; at: string | null }) {
  return at === null ? null : (
    <Fact label={label}>
      <DateTime at={at} />
    </Fact>
  )
}
