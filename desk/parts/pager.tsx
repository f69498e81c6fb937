import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { pageCount } from '#desk/parts/page-count.ts'
import { IconButton } from '#ui/icon-button.tsx'

type PagerProps = {
  readonly page: number
  readonly total: number
  readonly onTurn: (page: number) => void
}

/** Where one is among the pages; it stands still while they are turned. */
export function Pager({ page, total, onTurn }: PagerProps) {
  const t = useTranslate()
  const pages = pageCount(total)
  return (
    <nav aria-label={t('pager.label')} className="flex items-center gap-1 text-13 text-dim">
      <span className="grow">{t('pager.total', { total })}</span>
      <IconButton
        disabled={page <= 1}
        icon="chevron-back"
        label={t('pager.previous')}
        onSelect={() => onTurn(page - 1)}
        size={18}
      />
      <span aria-live="polite">{t('pager.place', { page, pages })}</span>
      <IconButton
        disabled={page >= pages}
        icon="chevron-forward"
        label={t('pager.next')}
        onSelect={() => onTurn(page + 1)}
        size={18}
      />
    </nav>
  )
}
