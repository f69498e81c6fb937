import { memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { List, type ListProps } from '#ui/list.tsx'
import { useScrollContainer } from '#ui/scroll-container.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { changeTone, MarketStatusBadge, useMarketStatus } from '#web/parts/market/market-status.tsx'

type MarketListProps = Pick<
  ListProps<ListedMarket>,
  'label' | 'items' | 'state' | 'empty' | 'failedText' | 'onRetry' | 'onRefresh' | 'skeletonCount'
> & {
  readonly onSelect: (market: ListedMarket) => void
  readonly selectedId?: number | undefined
}

/** Height of a row in pixels with the line below it: rows out of sight are not laid out. */
const rowPx = 65

/**
 * Markets in a list. What the rows leave out where it is narrow depends on the list's width, not on each row's own: to
 * ask every row would cost a round of styles for each price that moves.
 */
export function MarketList({ onSelect, selectedId, ...list }: MarketListProps) {
  return (
    <div className="@container">
      <List {...list} keyOf={(market) => market.code} rowPx={rowPx} skeleton={<MarketRowSkeleton />}>
        {(market) => <MarketRow isSelected={market.id === selectedId} market={market} onSelect={onSelect} />}
      </List>
    </div>
  )
}

type MarketRowProps = {
  readonly market: ListedMarket
  readonly isSelected?: boolean | undefined
  readonly onSelect: (market: ListedMarket) => void
}

const frame =
  'grid w-full min-h-16 grid-cols-[auto_minmax(0,1fr)_auto_minmax(5.25rem,auto)] content-center items-center gap-x-3 px-4 py-2 text-start @max-[13rem]:grid-cols-[0_minmax(0,1fr)_0_auto] @max-[13rem]:gap-x-1'

/** A market in MarketRows: logo, code and name, the day as a small chart, price, and its change or why it has none. */
const MarketRow = memo(function MarketRow({ market, isSelected = false, onSelect }: MarketRowProps) {
  const { markets } = useParts()
  const { ref, isNear } = useNearView<HTMLDivElement>()
  const detail = useMarketStatus(market.id, isNear)
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
          tone={isFresh ? changeTone(quote?.changePercent) : 'neutral'}
          values={chart}
        />
        <span className="col-start-4 row-start-1 text-end">
          <Figure
            className={classes('font-semibold', !isFresh && 'text-dim')}
            decimals={market.precision}
            flash
            fraction={hasFractionalPip(market.precision) ? 'pip' : 'full'}
            value={quote?.bid}
          />
        </span>
        {isClosed ? null : (
          <span className="col-start-4 row-start-2 text-end">
            <MarketStatusBadge detail={detail} />
          </span>
        )}
        {/* Reversed: what is read out is the code, the price, its change, and only then the name. */}
        <span
          className={classes(
            'col-start-2 row-start-2 flex min-w-0 flex-row-reverse gap-2 text-12 text-dim',
            isClosed && 'col-end-5',
          )}
        >
          {isClosed ? <MarketStatusBadge detail={detail} /> : null}
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
export function hasFractionalPip(precision: number): boolean {
  return precision === 3 || precision === 5
}

function MarketRowSkeleton() {
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

type MarketLogoProps = {
  readonly src: string
  /** Whether it can be seen or soon will be. Browsers by themselves fetch lazy pictures from three screens away. */
  readonly isNear?: boolean | undefined
  readonly className?: string | undefined
}

/** Decoration: the code beside it says which market it is. */
export function MarketLogo({ src, isNear = true, className }: MarketLogoProps) {
  const [isWanted, setIsWanted] = useState(isNear)
  if (isNear && !isWanted) setIsWanted(true)
  return (
    <img
      alt=""
      className={classes('size-[2em] shrink-0', className)}
      decoding="async"
      height={30}
      loading="lazy"
      src={isWanted ? src : undefined}
      width={30}
    />
  )
}

type NearView<Shown extends Element> = {
  readonly ref: RefObject<Shown | null>
  /** Whether it is on the screen or about to be. */
  readonly isNear: boolean
}

/** A row ahead of the finger is already up to date when it comes into sight. */
const aheadPx = 160

/** For what costs something only while it can be seen. */
function useNearView<Shown extends Element>(): NearView<Shown> {
  const ref = useRef<Shown>(null)
  const container = useScrollContainer()
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    return observerFor(container?.current ?? null).watch(element, setIsNear)
  }, [container])
  return { ref, isNear }
}

type VisibilityObserver = {
  readonly watch: (element: Element, tell: (isNear: boolean) => void) => () => void
}

/** One observer for all rows of a screen: they come into sight together. */
const observers = new WeakMap<Element, VisibilityObserver>()

function observerFor(root: Element | null): VisibilityObserver {
  if (root === null) return createObserver(null)
  const watch = observers.get(root) ?? createObserver(root)
  observers.set(root, watch)
  return watch
}

function createObserver(root: Element | null): VisibilityObserver {
  const tells = new Map<Element, (isNear: boolean) => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) tells.get(target)?.(isIntersecting)
    },
    { root, rootMargin: `${aheadPx}px 0px` },
  )
  return {
    watch(element, tell) {
      tells.set(element, tell)
      observer.observe(element)
      return () => {
        tells.delete(element)
        observer.unobserve(element)
      }
    },
  }
}

/** Selects a market and opens /trade with it. */
export function useOpenMarket(): (market: ListedMarket) => void {
  const { markets } = useParts()
  const [, go] = useLocation()
  return useCallback(
    (market) => {
      markets.select(market.id)
      go('/trade')
    },
    [markets, go],
  )
}
