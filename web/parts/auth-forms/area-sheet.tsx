import { useMemo, useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { List } from '#ui/list.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useDictionary, useTranslations } from '#web/parts/app-parts.tsx'
import { findAreas, type NamedArea, nameAreas } from '#web/parts/auth-forms/phone-areas.ts'
import type { Areas } from '#web/parts/auth-forms/use-areas.ts'

export type AreaSheetProps = {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly areas: Areas
  readonly chosenId: number | undefined
  readonly onChoose: (id: number) => void
}

const rowPx = 49

/** Searchable list of countries in the user's language. The selected country comes first. */
export function AreaSheet({ isOpen, onOpenChange, areas, chosenId, onChoose }: AreaSheetProps) {
  const t = useDictionary('entry')
  const { locale } = useTranslations()
  const { status, list } = areas
  const [typed, setTyped] = useState('')
  const named = useMemo(() => nameAreas(list, locale), [list, locale])
  const found = findAreas(named, typed)
  const shown = typed === '' ? chosenFirst(found, chosenId) : found
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setTyped('')
  }
  return (
    <Sheet onOpenChange={close} open={isOpen} title={t('entry.area.title')}>
      {/* Full height even with few results, so that the search field does not move. */}
      <div className="-mx-4 -mt-1 min-h-[calc(100dvh-105px)]">
        <search className="sticky top-0 z-10 block bg-surface px-4 pt-1 pb-3">
          <SearchField
            label={t('entry.area.search')}
            onChange={setTyped}
            placeholder={t('entry.area.search')}
            value={typed}
          />
        </search>
        <p className="sr-only" role="status">
          {typed === '' ? '' : t('entry.area.count', { count: found.length })}
        </p>
        <List
          empty={<EmptyState icon="search" text={t('entry.area.none_text')} title={t('entry.area.none')} />}
          failedText={t('entry.area.failed')}
          items={shown}
          keyOf={({ id }) => String(id)}
          label={t('entry.area.list')}
          onRetry={areas.retry}
          rowPx={rowPx}
          state={status}
        >
          {(area) => (
            <AreaRow
              area={area}
              isChosen={area.id === chosenId}
              onSelect={() => {
                onChoose(area.id)
                close(false)
              }}
            />
          )}
        </List>
      </div>
    </Sheet>
  )
}

type AreaRowProps = {
  readonly area: NamedArea
  readonly isChosen: boolean
  readonly onSelect: () => void
}

function AreaRow({ area, isChosen, onSelect }: AreaRowProps) {
  return (
    <button
      aria-current={isChosen || undefined}
      className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-start transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
      onClick={onSelect}
      type="button"
    >
      <span className="min-w-0 grow">{area.name}</span>
      {isChosen ? <Icon className="text-accent" name="check" size={20} /> : null}
      <span className="shrink-0 text-dim" dir="ltr">
        +{area.diallingCode}
      </span>
    </button>
  )
}

function chosenFirst(areas: readonly NamedArea[], chosenId: number | undefined): readonly NamedArea[] {
  return [...areas.filter(({ id }) => id === chosenId), ...areas.filter(({ id }) => id !== chosenId)]
}
