import { useEffect, useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Logo } from '#ui/logo.tsx'
import { Screen } from '#ui/screen.tsx'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { PricesNotice } from '#web/parts/demo-badges.tsx'
import { MarketRows, useOpenMarket } from '#web/parts/market/market-list.tsx'
import { HomeActions } from '#web/screens/home/home-actions.tsx'
import { everyCategory, HomeChips } from '#web/screens/home/home-chips.tsx'

/** The skeleton has as many rows as the product asks for. */
const skeletonRows = 10

export function HomeScreen() {
  const t = useTranslate()
  const { markets } = useParts()
  const { status, markets: listed, categories } = useStore(markets.list)
  const [wanted, setWanted] = useState(everyCategory)
  const openMarket = useOpenMarket()
  // The effect runs again whenever the screen comes back from being kept alive.
  useEffect(() => {
    void markets.refresh()
    return markets.watch()
  }, [markets])
  const chosen = categories.some(({ id }) => String(id) === wanted) ? wanted : everyCategory
  const shown = listed.filter(({ categoryId }) => chosen === everyCategory || String(categoryId) === chosen)
  return (
    <Screen
      actions={<HomeActions />}
      tabBar
      title={
        // The icon beside it has room to spare, which the name needs at 320 px.
        <span className="-me-2 flex min-w-0">
          <Logo />
        </span>
      }
      top={
        <>
          <PricesNotice className="mx-4 mb-1" />
          <HomeChips
            categories={categories}
            isLoading={status === 'loading'}
            onChange={setWanted}
            value={chosen}
          />
        </>
      }
    >
      <MarketRows
        empty={<EmptyState icon="market" title={t('home.empty')} />}
        failedText={t('home.failed')}
        items={shown}
        label={t('home.list')}
        onRefresh={() => void markets.refresh()}
        onRetry={() => void markets.refresh()}
        onSelect={openMarket}
        skeletonCount={skeletonRows}
        state={status}
      />
    </Screen>
  )
}
