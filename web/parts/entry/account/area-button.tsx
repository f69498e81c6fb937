import { languageOf } from '#i18n/languages.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useBook, useWords } from '#web/parts/app-parts.tsx'
import { countryNames } from '#web/parts/entry/account/area-names.ts'
import type { AreasState } from '#web/parts/entry/account/areas.ts'
import type { EntryArea } from '#web/parts/entry/account/typed-account.ts'
import { isolated } from '#web/parts/entry/form/isolated.ts'

export type AreaButtonProps = {
  readonly area: EntryArea | undefined
  readonly status: AreasState['status']
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** The dialling code, and the way to another one. The list behind it also says when it could not be fetched. */
export function AreaButton({ area, status, isOpen, onOpen }: AreaButtonProps) {
  const t = useBook('entry')
  const { locale } = languageOf(useWords().language)
  const name =
    area === undefined
      ? t('entry.area.title')
      : t('entry.area.chosen', {
          country: countryNames(locale)(area.country),
          code: isolated(area.diallingCode),
        })
  return (
    <button
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      aria-label={name}
      className="flex min-h-12 shrink-0 items-center gap-1.5 rounded-s-8 border-e border-line ps-4 pe-2.5 text-17 transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
      onClick={onOpen}
      type="button"
    >
      {area === undefined ? <NoArea status={status} /> : <span>+{area.diallingCode}</span>}
      <Icon className="text-dim" name="chevron-down" size={16} />
    </button>
  )
}

/** As wide as most codes, so that little moves when they come. */
function NoArea({ status }: Pick<AreaButtonProps, 'status'>) {
  if (status === 'loading') return <Skeleton className="w-8" />
  return <Icon className="mx-1.5 text-warn" name="warning" size={20} />
}
