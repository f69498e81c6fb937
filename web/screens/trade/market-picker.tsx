import { useState } from 'react'
import { Chips } from '#ui/chips.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { MarketList } from '#web/parts/market/market-list.tsx'
import { findMarkets } from '#web/screens/trade/find-markets.ts'

type MarketPickerProps = {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

const allCategories = 'all'

/** All markets with live prices, searchable. A press selects one. */
export function MarketPicker({ isOpen, onOpenChange }: MarketPickerProps) {
  const t = useTranslate()
  const { markets } = useParts()
  const { status, markets: listed, categories } = useStore(markets.list)
  const selected = useStore(markets.selected)
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState(allCategories)
  const select = ({ id }: ListedMarket) => {
    markets.select(id)
    onOpenChange(false)
    setTyped('')
  }
  const found = findMarkets(listed, typed, category === allCategories ? undefined : Number(category))
  return (
    <Drawer
      onOpenChange={onOpenChange}
      open={isOpen}
      title={t('trade.picker.title')}
      top={
        <>
          <SearchField
            label={t('home.search')}
            onChange={setTyped}
            placeholder={t('home.search')}
            value={typed}
          />
          <Chips
            className="-mx-4 px-4 pt-2"
            items={[
              { value: allCategories, label: t('home.all') },
              ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            label={t('home.categories')}
            onChange={setCategory}
            value={category}
          />
        </>
      }
    >
      <MarketList
        empty={<EmptyState icon="search" title={t('trade.picker.none')} />}
        failedText={t('home.failed')}
        items={found}
        label={t('home.list')}
        onRetry={() => void markets.refresh()}
        onSelect={select}
        selectedId={selected}
        state={status}
      />
    </Drawer>
  )
}
