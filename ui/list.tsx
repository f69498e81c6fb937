import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListEnd } from '#ui/list-end.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { SkeletonRow } from '#ui/skeleton.tsx'
import { useUiWords } from '#ui/ui-words.tsx'

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
  /** Called near the end of the list; called again only after `items` has changed. */
  readonly onMore?: (() => void) | undefined
  /** `lines` for plain rows, `cards` for separate panels. */
  readonly look?: 'lines' | 'cards' | undefined
  /** Height of a row in pixels, which lets the browser skip the layout of offscreen rows. */
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
  const words = useUiWords()
  const isBare = items.length === 0
  return (
    <PullToRefresh onRefresh={onRefresh}>
      {isBare && state === 'loading' ? (
        <div aria-label={words.loading} role="status">
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
              {words.retry}
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
    look = 'lines',
    rowPx,
  } = props
  // The browser skips offscreen rows and reserves their height: enough for lists of hundreds of rows, not thousands.
  const away =
    rowPx === undefined
      ? undefined
      : { contentVisibility: 'auto' as const, containIntrinsicSize: `auto ${rowPx}px` }
  return (
    <>
      <ul
        aria-label={label}
        className={classes(
          look === 'cards' ? 'grid grid-cols-1 gap-3 px-4' : '[&>li+li]:border-t [&>li+li]:border-line',
        )}
      >
        {items.map((item, position) => (
          <li key={keyOf(item)} style={away}>
            {children(item, position)}
          </li>
        ))}
      </ul>
      {onMore === undefined ? null : (
        <ListEnd
          failedText={state === 'failed' ? failedText : undefined}
          hasMore={hasMore}
          itemCount={items.length}
          onMore={onMore}
          onRetry={onRetry}
        />
      )}
    </>
  )
}
