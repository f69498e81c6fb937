import { List, type ListProps } from '#ui/list.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { MarketRow, MarketRowSkeleton } from '#web/parts/market-row.tsx'

export type MarketRowsProps = Pick<
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
export function MarketRows({ onSelect, selectedId, ...list }: MarketRowsProps) {
  return (
    <div className="@container">
      <List {...list} keyOf={(market) => market.code} rowPx={rowPx} skeleton={<MarketRowSkeleton />}>
        {(market) => <MarketRow isSelected={market.id === selectedId} market={market} onSelect={onSelect} />}
      </List>
    </div>
  )
}
