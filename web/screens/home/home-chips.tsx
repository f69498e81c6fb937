import { Chips } from '#ui/chips.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { MarketCategory } from '#web/markets/markets-types.ts'
import { useTranslate } from '#web/parts/app-parts.tsx'

/** No category has this for its id. */
export const everyCategory = 'all'

export type HomeChipsProps = {
  readonly categories: readonly MarketCategory[]
  readonly isLoading: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

export function HomeChips({ categories, isLoading, value, onChange }: HomeChipsProps) {
  const t = useTranslate()
  if (isLoading) return <ChipsSkeleton />
  const items = [
    { value: everyCategory, label: t('home.all') },
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

/** As tall as the chips, so that nothing moves when they come. */
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
