import type { ReactNode } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { Pressable, type PressTarget } from '#ui/pressable.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Stat } from '#ui/stat.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { MarketLogo } from '#web/parts/market/market-list.tsx'
import { pathWithSearch } from '#web/parts/navigation.ts'
import { withSearchParam } from '#web/parts/url-overlay.ts'
import { formatOrderRef, type OrderRef } from '#web/screens/order/order-address.ts'

type OrderCardProps = {
  readonly order: ShownOrder
  /** Opens the order detail. */
  readonly target: PressTarget
  /** Badges next to "Buy" or "Sell", such as the order kind or a closed market. */
  readonly marks?: ReactNode
  /** At the end of the first line, for example the profit. */
  readonly result: ReactNode
  readonly stats: ReactNode
  /** Secondary line below the stats. */
  readonly note?: ReactNode
  readonly buttons?: ReactNode
}

const frameClass = '@container rounded-16 border border-line bg-surface'
const statsClass =
  'mt-2 grid grid-cols-4 gap-x-2 gap-y-1.5 @max-[19rem]:grid-cols-[repeat(4,auto)] @max-[19rem]:justify-between @max-[15rem]:grid-cols-2'

/** An order in one of the lists. A press opens its detail. */
export function OrderCard(props: OrderCardProps) {
  const { order, target, marks, result, stats, note, buttons } = props
  const t = useDictionary('trading')
  return (
    <div className={frameClass}>
      <Pressable
        {...target}
        className="block rounded-16 p-3.5 transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="flex items-start justify-between gap-2">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <MarketLogo className="text-[.75rem]" src={order.market.logo} />
            <bdi className="font-semibold">{order.market.showCode}</bdi>
            <span className="flex flex-wrap gap-1 @max-[19rem]:basis-full">
              <Badge tone={order.side === 'buy' ? 'rise' : 'fall'}>{t(`order.side.${order.side}`)}</Badge>
              {marks}
            </span>
          </span>
          <span className="shrink-0 py-px text-15 font-semibold">{result}</span>
        </span>
        <span className="block">{stats}</span>
        {note === undefined ? null : <span className="mt-2 block text-12 text-dim">{note}</span>}
      </Pressable>
      {buttons === undefined ? null : (
        <div className="flex flex-wrap gap-2 px-3.5 pb-3.5 *:grow *:basis-0 *:px-1!">{buttons}</div>
      )}
    </div>
  )
}

type OrderStatsProps = {
  readonly order: ShownOrder
  /** Label of the open price, or of the order price of a pending order. */
  readonly priceLabel: string
  /** Two more Stat elements. */
  readonly children: ReactNode
}

export function OrderStats({ order, priceLabel, children }: OrderStatsProps) {
  const t = useDictionary('trading')
  return (
    <div className={statsClass}>
      <Stat label={t('order.lots')}>
        <Figure value={order.lots} />
      </Stat>
      <Stat label={priceLabel}>
        <Figure value={order.openPrice} />
      </Stat>
      {children}
    </div>
  )
}

export function OrderCardSkeleton({ buttons }: { buttons: number }) {
  return (
    <div className="px-4 pb-3">
      <div className={`${frameClass} p-3.5`}>
        <div className="flex min-h-6 items-center gap-2">
          <Skeleton className="size-6" shape="box" />
          <Skeleton className="w-20" />
          <Skeleton className="ms-auto w-24" />
        </div>
        <div className="mt-1 hidden h-5 @max-[19rem]:block" />
        <div className={statsClass}>
          {['lots', 'open', 'now', 'leverage'].map((figure) => (
            <Skeleton className="h-8.5" key={figure} />
          ))}
        </div>
        <Skeleton className="mt-2 h-4 w-3/4" />
        {buttons === 0 ? null : (
          <div className="mt-3.5 flex gap-2">
            {Array.from({ length: buttons }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
              <Skeleton className="h-9 grow" key={at} />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** A real link, so that the order can also be opened in a new tab. */
export function orderCardLink(
  { id }: Pick<ShownOrder, 'id'>,
  search: string,
  onOpen: (orderRef: OrderRef) => void,
): PressTarget {
  const orderRef = { id, part: 'all' } as const
  return {
    href: pathWithSearch('/order', withSearchParam(search, 'id', formatOrderRef(orderRef))),
    onSelect: () => onOpen(orderRef),
  }
}
