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

/** Height of a row with its divider. The list reserves it for rows outside the viewport, whose layout is skipped. */
const rowPx = 65

/**
 * The market list. Each row hides details by the width of the list, not its own: a container query per row would cost a
 * style recalculation with every tick.
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

/** Logo, code, name, sparkline of the day, price, and the day's change or the market status. */
const MarketRow = memo(function MarketRow({ market, isSelected = false, onSelect }: MarketRowProps) {
  const { markets } = useParts()
  const { ref, isNear } = useNearView<HTMLDivElement>()
  const status = useMarketStatus(market.id, isNear)
  const chart = useStore(markets.sparkline(market.id))
  const { quote, isFresh, isClosed } = status
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
            <MarketStatusBadge status={status} />
          </span>
        )}
        {/* Reversed, so that a screen reader says the code, the price and its change before the name. */}
        <span
          className={classes(
            'col-start-2 row-start-2 flex min-w-0 flex-row-reverse gap-2 text-12 text-dim',
            isClosed && 'col-end-5',
          )}
        >
          {isClosed ? <MarketStatusBadge status={status} /> : null}
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

/** Prices with 3 or 5 decimals end in a tenth of a pip, which is shown raised. */
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
  /** False defers loading. With `loading="lazy"` alone browsers load images from three screens away. */
  readonly isNear?: boolean | undefined
  readonly className?: string | undefined
}

/** Decorative: the market code beside it is the accessible name. */
export function MarketLogo({ src, isNear = true, className }: MarketLogoProps) {
  const [hasBeenNear, setHasBeenNear] = useState(isNear)
  if (isNear && !hasBeenNear) setHasBeenNear(true)
  return (
    <img
      alt=""
      className={classes('size-[2em] shrink-0', className)}
      decoding="async"
      height={30}
      loading="lazy"
      src={hasBeenNear ? src : undefined}
      width={30}
    />
  )
}

type NearView<Shown extends Element> = {
  readonly ref: RefObject<Shown | null>
  /** In the viewport, or within `aheadPx` of it. */
  readonly isNear: boolean
}

/** Rows this far outside the viewport are kept current, so that scrolling shows no outdated price. */
const aheadPx = 160

/** Lets a row follow its quotes only while it is in or near the viewport. */
function useNearView<Shown extends Element>(): NearView<Shown> {
  const ref = useRef<Shown>(null)
  const container = useScrollContainer()
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    return observerFor(container?.current ?? null).observe(element, setIsNear)
  }, [container])
  return { ref, isNear }
}

type VisibilityObserver = {
  readonly observe: (element: Element, onChange: (isNear: boolean) => void) => () => void
}

/** One observer per scroll container, shared by all its rows. */
const observers = new WeakMap<Element, VisibilityObserver>()

function observerFor(root: Element | null): VisibilityObserver {
  if (root === null) return createObserver(null)
  const observer = observers.get(root) ?? createObserver(root)
  observers.set(root, observer)
  return observer
}

function createObserver(root: Element | null): VisibilityObserver {
  const listeners = new Map<Element, (isNear: boolean) => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { root, rootMargin: `${aheadPx}px 0px` },
  )
  return {
    observe(element, onChange) {
      listeners.set(element, onChange)
      observer.observe(element)
      return () => {
        listeners.delete(element)
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
