import { Badge } from '#ui/badge.tsx'
import { useAccount, useTranslate } from '#web/parts/app-parts.tsx'

/** Marks money of a demo account. Show it wherever money is displayed or put at risk. */
export function DemoBadge({ className }: { className?: string }) {
  const t = useTranslate()
  const account = useAccount()
  if (account.kind !== 'known' || account.user.is_demo !== 1) return null
  return (
    <Badge className={className} tone="warn">
      {t('app.demo')}
    </Badge>
  )
}
