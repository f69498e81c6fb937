import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Notice } from '#ui/notice.tsx'

/** In a form that has taken what someone else saved meanwhile. */
export function MergedNotice({ className }: { className?: string }) {
  const t = useTranslate()
  return (
    <Notice className={className} icon="warning" live tone="warn">
      {t('desk.merged')}
    </Notice>
  )
}
