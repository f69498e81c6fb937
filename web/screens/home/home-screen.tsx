import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { MarketCategory } from '#web/markets/markets-types.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import { MarketList, useOpenMarket } from '#web/parts/market/market-list.tsx'
import { NoticeBell } from '#web/parts/notice-bell.tsx'
import { SimulatedPricesNotice } from '#web/parts/simulated-prices.tsx'

/** Number of rows in the loading skeleton. */
const skeletonRows = 10

export function HomeScreen() {
  const t = useTranslate()
  const { markets } = useParts()
  const { status, markets: listed, categories } = useStore(markets.list)
  const [category, setCategory] = useState(allCategories)
  const openMarket = useOpenMarket()
  // Runs again whenever the kept-alive screen is shown again.
  useEffect(() => {
    void markets.refresh()
    return markets.watch()
  }, [markets])
  const chosen = categories.some(({ id }) => String(id) === category) ? category : allCategories
  const shown = listed.filter(({ categoryId }) => chosen === allCategories || String(categoryId) === chosen)
  return (
    <Screen
      actions={<HomeActions />}
      tabBar
      title={<Logo />}
      top={
        <>
          <SimulatedPricesNotice className="mx-4 mb-1" />
          <CategoryChips
            categories={categories}
            isLoading={status === 'loading'}
            onChange={setCategory}
            value={chosen}
          />
        </>
      }
    >
      <MarketList
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

const actions = [
  { icon: 'globe', path: '/language', label: 'home.language' },
  { icon: 'search', path: '/product', label: 'home.search' },
  { icon: 'news', path: '/news', label: 'home.news' },
] as const

function HomeActions() {
  const t = useTranslate()
  const [, go] = useLocation()
  return (
    // Wraps onto two lines with large fonts.
    <span className="flex min-w-0 flex-wrap items-center justify-end">
      <DemoBadge className="me-1" />
      {actions.map(({ icon, path, label }) => (
        <IconButton href={path} icon={icon} key={path} label={t(label)} onSelect={() => go(path)} />
      ))}
      <NoticeBell />
      <IconButton href="/user" icon="user" label={t('home.account')} onSelect={() => go('/user')} />
    </span>
  )
}

/** Value of the chip for all markets. Category ids are numbers, so it cannot clash with one. */
const allCategories = 'all'

type CategoryChipsProps = {
  readonly categories: readonly MarketCategory[]
  readonly isLoading: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

function CategoryChips({ categories, isLoading, value, onChange }: CategoryChipsProps) {
  const t = useTranslate()
  if (isLoading) return <ChipsSkeleton />
  const items = [
    { value: allCategories, label: t('home.all') },
    ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Chips
      className="px-4 py-2"
      items={items}
      label={t('home.categories')}
      onChange={onChange}
      value={value}
    />
  )
}

/** As tall as the chips, so that nothing moves when they load. */
function ChipsSkeleton() {
  return (
    <div aria-hidden="true" className="flex gap-2 overflow-hidden px-4 py-2">
      {['w-14', 'w-18', 'w-22', 'w-18', 'w-22'].map((width, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <Skeleton className={`${width} h-9 rounded-full`} key={position} />
      ))}
    </div>
  )
}
