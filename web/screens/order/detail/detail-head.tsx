import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { PriceFigure, ProfitFigure } from '#web/screens/order/detail/live-figures.tsx'

/** The order at a glance: what it brings, how large it is, from where to where. */
export function DetailHead({ order }: { order: ShownOrder }) {
  const t = useBook('trading')
  const { status, lots, leverage, openPrice } = order
  const isPending = status === 'pending'
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {isPending ? (
          <span className="text-20 font-bold">
            <span className="text-13 font-normal text-dim">{t('order.target_price')} </span>
            <Figure value={openPrice} />
          </span>
        ) : (
          <ProfitFigure className="text-20 font-bold" order={order} />
        )}
        <Badge tone={tones[status]}>{t(`order.status.${status}`)}</Badge>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-13 text-dim">
        <span>
          {t('order.lots')} <Figure className="text-text" value={lots} />
        </span>
        <Figure prefix="×" value={leverage} />
        {status === 'cancelled' ? null : (
          <span className="flex items-center gap-1 ltr-isolate">
            <Figure value={openPrice} />
            <Icon name="chevron-forward" size={14} />
            <PriceFigure className="text-text" order={order} />
          </span>
        )}
      </div>
    </div>
  )
}

const tones: Readonly<Record<ShownOrder['status'], BadgeTone>> = {
  pending: 'accent',
  open: 'good',
  cancelled: 'neutral',
  closed: 'neutral',
}
