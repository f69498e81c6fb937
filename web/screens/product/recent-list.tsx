import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { RecentSearches } from '#web/markets/recent-searches.ts'
import { useStore, useTranslate } from '#web/parts/app-parts.tsx'

export type RecentListProps = {
  readonly recent: RecentSearches
  readonly onChoose: (text: string) => void
}

/** What stands there before anything is typed. */
export function RecentList({ recent, onChoose }: RecentListProps) {
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
