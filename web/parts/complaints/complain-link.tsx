import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { newComplaintPath, type RecordRef } from '#web/parts/complaints/complaint-address.ts'

/** Opens the form for complaints with this record picked. */
export function ComplainLink({ about, className }: { about: RecordRef; className?: string | undefined }) {
  const t = useTranslate()
  const [, go] = useLocation()
  const path = newComplaintPath(about)
  return (
    <ButtonLink className={className} href={path} onSelect={() => go(path)} size="small" variant="quiet">
      {t('app.complain')}
    </ButtonLink>
  )
}
