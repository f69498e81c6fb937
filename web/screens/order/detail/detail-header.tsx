import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import { MarketLogo } from '#web/parts/market/market-list.tsx'
import { QuoteAge } from '#web/parts/stale-prices.tsx'
import { PriceFigure, ProfitFigure } from '#web/screens/order/detail/live-figures.tsx'

export function DetailTitle({ order: { market, side } }: { order: ShownOrder }) {
  const t = useDictionary('trading')
  return (
    <>
      <MarketLogo className="text-12" src={market.logo} />
      <bdi className="min-w-0 break-words">{market.showCode}</bdi>
      <Badge tone={side === 'buy' ? 'rise' : 'fall'}>{t(`order.side.${side}`)}</Badge>
      <DemoBadge />
    </>
  )
}

/** Profit of an open or closed order, or order price of a pending or cancelled one, and the status. */
export function DetailHeader({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading')
  const { status, openPrice } = order
  const isWaiting = status === 'pending' || status === 'cancelled'
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-3">
      <div className="min-w-0">
        <div className="text-12 text-dim">{t(isWaiting ? 'order.target_price' : 'order.profit')}</div>
        {/* Capped by the viewport width, so that a large value fits a small phone with large fonts. */}
        <div className="text-[min(1.25rem,6.5vw)] leading-[1.3] font-bold">
          {isWaiting ? <Figure value={openPrice} /> : <ProfitFigure order={order} />}
        </div>
      </div>
      <span className="relative mb-1">
        {/* The age is positioned above the badge, so that nothing moves when it appears. */}
        {status === 'open' || status === 'pending' ? (
          <QuoteAge className="absolute end-0 bottom-full" />
        ) : null}
        <Badge tone={statusTones[status]}>{t(`order.status.${status}`)}</Badge>
      </span>
    </div>
  )
}

const statusTones: Readonly<Record<ShownOrder['status'], BadgeTone>> = {
  pending: 'accent',
  open: 'good',
  cancelled: 'neutral',
  closed: 'neutral',
}

/** Lots, leverage and prices in one line. Shown above a form, where the facts are hidden. */
export function SizeAndPriceLine({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading')
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-13 text-dim">
      <span>
        {t('order.lots')} <Figure className="text-text" value={order.lots} />
      </span>
      <Figure prefix="×" value={order.leverage} />
      {order.status === 'open' ? (
        <span className="flex items-center gap-1 ltr-isolate" dir="ltr">
          <Figure value={order.openPrice} />
          {/* Prices run left to right in every language, and so does the arrow between them. */}
          <Icon className="scale-none!" name="chevron-forward" size={14} />
          <PriceFigure className="text-text" order={order} />
        </span>
      ) : (
        <span>
          {t('order.market_price')} <PriceFigure className="text-text" order={order} />
        </span>
      )}
    </div>
  )
}

const facts = [
  'kind',
  'status',
  'lots',
  'leverage',
  'open',
  'asked',
  'now',
  'profit',
  'loss',
  'gain',
  'margin',
  'fee',
]

export function DetailSkeleton() {
  const words = useUiLabels()
  return (
    <div aria-label={words.loading} className="grid gap-4" role="status">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="w-52" />
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        {facts.map((fact) => (
          <span className="grid gap-1.5" key={fact}>
            <Skeleton className="h-3 w-20" />
            <Skeleton className="w-28" />
          </span>
        ))}
      </div>
      <Skeleton className="h-28" shape="box" />
    </div>
  )
}
