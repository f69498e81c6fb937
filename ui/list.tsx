import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { useScrollContainer } from '#ui/scroll-container.tsx'
import { SkeletonRow } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useLatest } from '#ui/use-latest.ts'

export interface ListProps<Item> {
  /** Accessible name of the list. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** Renders one row. */
  readonly children: (item: Item, position: number) => ReactNode
  /** Loaded rows stay visible while more are fetched, and after a failure. */
  readonly state: 'loading' | 'ready' | 'failed'
  /** An EmptyState. */
  readonly empty: ReactNode
  readonly failedText: string
  readonly onRetry: () => void
  /** Placeholder of one row during the first load. */
  readonly skeleton?: ReactNode
  readonly skeletonCount?: number | undefined
  readonly onRefresh?: (() => void) | undefined
  readonly hasMore?: boolean | undefined
  /** Called near the end of the list in the state `ready`. While the next page is on its way, the state is `loading`. */
  readonly onMore?: (() => void) | undefined
  /** Use `lines` for plain rows and `cards` for separate panels. */
  readonly variant?: 'lines' | 'cards' | undefined
  /** Estimated height of a row in pixels. Lets the browser skip the layout of offscreen rows. */
  readonly rowPx?: number | undefined
}

/** The list of every screen: loading, empty and failed states, pull to refresh, infinite scrolling. */
export function List<Item>(props: ListProps<Item>) {
  const {
    state,
    items,
    empty,
    failedText,
    onRetry,
    skeleton = <SkeletonRow />,
    skeletonCount = 8,
    onRefresh,
  } = props
  const labels = useUiLabels()
  const isBare = items.length === 0
  return (
    <PullToRefresh onRefresh={onRefresh}>
      {isBare && state === 'loading' ? (
        <div aria-label={labels.loading} role="status">
          {Array.from({ length: skeletonCount }, (_, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
            <div key={position}>{skeleton}</div>
          ))}
        </div>
      ) : null}
      {isBare && state === 'ready' ? empty : null}
      {isBare && state === 'failed' ? (
        <EmptyState
          action={
            <Button icon="refresh" onClick={onRetry} variant="secondary">
              {labels.retry}
            </Button>
          }
          icon="warning"
          title={failedText}
        />
      ) : null}
      {isBare ? null : <Rows {...props} />}
    </PullToRefresh>
  )
}

function Rows<Item>(props: ListProps<Item>) {
  const {
    label,
    items,
    keyOf,
    children,
    state,
    failedText,
    onRetry,
    hasMore = false,
    onMore,
    variant = 'lines',
    rowPx,
  } = props
  // The browser skips offscreen rows and reserves their height: enough for lists of hundreds of rows, not thousands.
  const offscreenStyle =
    rowPx === undefined
      ? undefined
      : { contentVisibility: 'auto' as const, containIntrinsicSize: `auto ${rowPx}px` }
  return (
    <>
      {state === 'failed' && onMore === undefined ? (
        <OutdatedNotice failedText={failedText} onRetry={onRetry} />
      ) : null}
      <ul
        aria-label={label}
        className={classes(
          variant === 'cards' ? 'grid grid-cols-1 gap-3 px-4' : '[&>li+li]:border-t [&>li+li]:border-line',
        )}
      >
        {items.map((item, position) => (
          <li key={keyOf(item)} style={offscreenStyle}>
            {children(item, position)}
          </li>
        ))}
      </ul>
      {onMore === undefined ? null : (
        <ListEnd
          failedText={state === 'failed' ? failedText : undefined}
          hasMore={hasMore}
          isReady={state === 'ready'}
          items={items}
          onMore={onMore}
          onRetry={onRetry}
        />
      )}
    </>
  )
}

/** Above the rows of an earlier answer, in a list without an end that could say it. */
function OutdatedNotice({ failedText, onRetry }: Pick<ListProps<never>, 'failedText' | 'onRetry'>) {
  const labels = useUiLabels()
  return (
    <Notice
      action={
        <Button className="-me-2 max-w-1/2 shrink-0" onClick={onRetry} size="small" variant="quiet">
          {labels.retry}
        </Button>
      }
      className="mx-4 my-3"
      live
      tone="warn"
    >
      {failedText}
    </Notice>
  )
}

interface ListEndProps {
  readonly hasMore: boolean
  readonly isReady: boolean
  readonly onMore: () => void
  readonly items: readonly unknown[]
  /** Set if the last request failed. The list then offers a retry button instead of retrying endlessly. */
  readonly failedText: string | undefined
  readonly onRetry: () => void
}

/** Requests the next page when the end is one screen away. Shows a note at the end of the last page. */
function ListEnd({ hasMore, isReady, onMore, items, failedText, onRetry }: ListEndProps) {
  const labels = useUiLabels()
  const container = useScrollContainer()
  const mark = useRef<HTMLDivElement>(null)
  const more = useLatest(onMore)
  const isWatching = hasMore && isReady

  // biome-ignore lint/correctness/useExhaustiveDependencies: other items, and the end may still be near.
  useEffect(() => {
    const element = mark.current
    if (!isWatching || element === null) return
    const handleIntersection = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting === true) more.current()
    }
    const watcher = new IntersectionObserver(handleIntersection, {
      root: container?.current ?? null,
      rootMargin: '600px 0px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [isWatching, items, container, more])

  return (
    <div className="flex min-h-16 items-center justify-center gap-3 px-4 text-12 text-dim" ref={mark}>
      {failedText !== undefined ? (
        <>
          <span>{failedText}</span>
          <Button onClick={onRetry} size="small" variant="secondary">
            {labels.retry}
          </Button>
        </>
      ) : hasMore ? (
        <span className="flex items-center gap-2" role="status">
          <Spinner size={16} /> {labels.loading}
        </span>
      ) : (
        labels.noMore
      )}
    </div>
  )
}
