import { EmptyState } from '#ui/empty-state.tsx'
import type { MarketSearch } from '#web/markets/market-search.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { MarketRows } from '#web/parts/market/market-list.tsx'

export type FoundMarketsProps = {
  readonly search: MarketSearch
  readonly onOpen: (market: ListedMarket) => void
}

export function FoundMarkets({ search, onOpen }: FoundMarketsProps) {
  const t = useTranslate()
  const { text, status, found } = useStore(search.state)
  return (
    <>
      <p className="sr-only" role="status">
        {status === 'ready' ? t('product.count', { count: found.length }) : ''}
      </p>
      <MarketRows
        empty={
          <EmptyState
            icon="search"
            text={t('product.none_text', { text: text.trim() })}
            title={t('product.none')}
          />
        }
        failedText={t('product.failed')}
        items={found}
        label={t('product.results')}
        onRetry={search.retry}
        onSelect={onOpen}
        skeletonCount={3}
        state={status === 'idle' ? 'ready' : status}
      />
    </>
  )
}
