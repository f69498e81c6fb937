import { type FormEvent, useEffect, useState } from 'react'
import { Screen } from '#ui/screen.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { createMarketSearch } from '#web/markets/market-search.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { createRecentSearches, recentSearchesName } from '#web/markets/recent-searches.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { PricesNotice } from '#web/parts/demo-badges.tsx'
import { useOpenMarket } from '#web/parts/market/market-list.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { browserTimers } from '#web/platform/timers.ts'
import { FoundMarkets } from '#web/screens/product/found-markets.tsx'
import { RecentList } from '#web/screens/product/recent-list.tsx'
import { browserStorage, storedText } from '#web/stores/stored-text.ts'

export function ProductScreen() {
  const t = useTranslate()
  const back = useBack()
  const { markets, caller } = useParts()
  const openMarket = useOpenMarket()
  const [search] = useState(() => createMarketSearch({ call: caller.call, timers: browserTimers }))
  const [recent] = useState(() => createRecentSearches(storedText(browserStorage(), recentSearchesName)))
  const { text, status } = useStore(search.state)
  // What is found is shown with the prices of the list.
  useEffect(() => {
    void markets.refresh()
    return markets.watch()
  }, [markets])
  useEffect(() => search.stop, [search])

  const open = (market: ListedMarket) => {
    recent.add(text)
    openMarket(market)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recent.add(text)
    // Puts the keyboard away, so that what was found can be seen.
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
                // Whoever opens the search has come to type.
                autoFocus
                label={t('product.field')}
                onChange={search.type}
                placeholder={t('product.field')}
                value={text}
              />
            </form>
          </search>
          {status === 'idle' ? null : <PricesNotice className="mx-4 mb-1" />}
        </>
      }
    >
      {status === 'idle' ? (
        <RecentList onChoose={search.type} recent={recent} />
      ) : (
        <FoundMarkets onOpen={open} search={search} />
      )}
    </Screen>
  )
}
