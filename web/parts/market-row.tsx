import { memo } from 'react'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { toneOfChange, useMarketDetail } from '#web/parts/market-detail.ts'
import { MarketLogo } from '#web/parts/market-logo.tsx'
import { MarketMark } from '#web/parts/market-mark.tsx'
import { useNearView } from '#web/parts/use-near-view.ts'
import { useStore } from '#web/parts/use-store.ts'

export type MarketRowProps = {
  readonly market: ListedMarket
  readonly isSelected?: boolean | undefined
  readonly onSelect: (market: ListedMarket) => void
}

const frame =
  'grid w-full min-h-16 grid-cols-[auto_minmax(0,1fr)_auto_minmax(5.25rem,auto)] content-center items-center gap-x-3 px-4 py-2 text-start @max-[13rem]:grid-cols-[0_minmax(0,1fr)_0_auto] @max-[13rem]:gap-x-1'

/** A market in MarketRows: logo, code and name, the day as a small chart, price, and its change or why it has none. */
export const MarketRow = memo(function MarketRow({ market, isSelected = false, onSelect }: MarketRowProps) {
  const { markets } = useParts()
  const { ref, isNear } = useNearView<HTMLDivElement>()
  const detail = useMarketDetail(market.id, isNear)
  const chart = useStore(markets.sparkline(market.id))
  const { quote, isFresh, isClosed } = detail
  return (
    <div className={isSelected ? 'bg-hover' : undefined} ref={ref}>
      <button
        className={classes(
          frame,
          'transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2',
        )}
        onClick={() => onSelect(market)}
        type="button"
      >
        <MarketLogo className="row-span-2 @max-[13rem]:hidden" isNear={isNear} src={market.logo} />
        <span className="col-start-2 flex min-w-0 font-semibold">
          <span className="truncate" dir="ltr">
            {market.showCode}
          </span>
        </span>
        <Sparkline
          className={classes(
            'col-start-3 row-start-1 w-16 @max-[20rem]:w-12 @max-[18rem]:hidden',
            isClosed ? 'mb-1 h-4.5' : 'row-span-2 h-7',
          )}
          tone={isFresh ? toneOfChange(quote?.changePercent) : 'neutral'}
          values={chart}
        />
        <span className="col-start-4 row-start-1 text-end">
          <Figure
            className={classes('font-semibold', !isFresh && 'text-dim')}
            decimals={market.precision}
            flash
            fraction={hasPip(market.precision) ? 'pip' : 'full'}
            value={quote?.bid}
          />
        </span>
        {isClosed ? null : (
          <span className="col-start-4 row-start-2 text-end">
            <MarketMark detail={detail} />
          </span>
        )}
        {/* Reversed: what is read out is the code, the price, its change, and only then the name. */}
        <span
          className={classes(
            'col-start-2 row-start-2 flex min-w-0 flex-row-reverse gap-2 text-12 text-dim',
            isClosed && 'col-end-5',
          )}
        >
          {isClosed ? <MarketMark detail={detail} /> : null}
          <span className="me-auto flex min-w-0">
            <span className="truncate" dir="auto">
              {market.name}
            </span>
          </span>
        </span>
      </button>
    </div>
  )
})

/** Dealers raise the last digit where it is a tenth of a pip. */
export function hasPip(precision: number): boolean {
  return precision === 3 || precision === 5
}

export function MarketRowSkeleton() {
  return (
    <div className={frame}>
      <Skeleton className="row-span-2" shape="circle" />
      <Skeleton className="col-start-2 my-1 w-18" />
      <Skeleton className="col-start-3 row-span-2 row-start-1 h-7 w-16" />
      <Skeleton className="col-start-4 row-start-1 my-1 w-16 justify-self-end" />
      <Skeleton className="col-start-2 row-start-2 my-0.5 h-3 w-24" />
      <Skeleton className="col-start-4 row-start-2 h-4.5 w-16 justify-self-end" />
    </div>
  )
}
