import { type FormEvent, useEffect, useId, useState } from 'react'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Screen } from '#ui/screen.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import {
  createRecentSearches,
  type RecentSearches,
  recentSearchesStorageKey,
} from '#web/markets/recent-searches.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { MarketList, useOpenMarket } from '#web/parts/market/market-list.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { SimulatedPricesNotice } from '#web/parts/simulated-prices.tsx'
import { type MarketSearch, useMarketSearch } from '#web/screens/market-search/use-market-search.ts'

export function MarketSearchScreen() {
  const t = useTranslate()
  const back = useBack()
  const { markets } = useParts()
  const openMarket = useOpenMarket()
  const search = useMarketSearch()
  const [recent] = useState(() =>
    createRecentSearches(storedText(browserStorage(), recentSearchesStorageKey)),
  )
  const { text, status } = search
  // Search results are shown with live prices from the market list.
  useEffect(() => {
    void markets.refresh()
    return markets.watch()
  }, [markets])

  const open = (market: ListedMarket) => {
    recent.add(text)
    openMarket(market)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recent.add(text)
    // Hides the on-screen keyboard, so that the results are visible.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  return (
    <Screen
      back={back}
      title={t('title.product')}
      top={
        <>
          <search>
            <form className="px-4 pb-3" onSubmit={submit}>
              <SearchField
                // Users open this screen in order to type.
                autoFocus
                label={t('product.field')}
                onChange={search.type}
                placeholder={t('product.field')}
                value={text}
              />
            </form>
          </search>
          {status === 'idle' ? null : <SimulatedPricesNotice className="mx-4 mb-1" />}
        </>
      }
    >
      {status === 'idle' ? (
        <RecentSearchList onChoose={search.type} recent={recent} />
      ) : (
        <SearchResults onOpen={open} search={search} />
      )}
    </Screen>
  )
}

type SearchResultsProps = {
  readonly search: MarketSearch
  readonly onOpen: (market: ListedMarket) => void
}

function SearchResults({ search, onOpen }: SearchResultsProps) {
  const t = useTranslate()
  const { text, status, found } = search
  return (
    <>
      <p className="sr-only" role="status">
        {status === 'ready' ? t('product.count', { count: found.length }) : ''}
      </p>
      <MarketList
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

type RecentSearchListProps = {
  readonly recent: RecentSearches
  readonly onChoose: (text: string) => void
}

/** Recent searches, shown while the field is empty. */
function RecentSearchList({ recent, onChoose }: RecentSearchListProps) {
  const t = useTranslate()
  const heading = useId()
  const searches = useStore(recent)
  if (searches.length === 0) {
    return <EmptyState icon="search" text={t('product.hint_text')} title={t('product.hint')} />
  }
  return (
    <section aria-labelledby={heading}>
      <div className="flex items-center justify-between ps-4 pe-1">
        <h2 className="text-13 text-dim" id={heading}>
          {t('product.recent')}
        </h2>
        <Button onClick={recent.clear} size="small" variant="quiet">
          {t('product.clear')}
        </Button>
      </div>
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {searches.map((text) => (
          <li className="flex items-center pe-1" key={text}>
            <button
              className="flex min-h-12 min-w-0 grow items-center gap-3 ps-4 text-start transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onChoose(text)}
              type="button"
            >
              <Icon className="text-dim" name="history" size={18} />
              <span className="truncate" dir="auto">
                {text}
              </span>
            </button>
            <IconButton
              className="text-dim"
              icon="close"
              label={t('product.remove', { text })}
              onSelect={() => recent.remove(text)}
              size={18}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
