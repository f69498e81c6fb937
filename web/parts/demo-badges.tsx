import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAccount, useParts, useTranslate } from '#web/parts/app-parts.tsx'

/** Wherever money is shown or risked: whether it is real. */
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

/** One quiet line that says prices are made up. Nothing where they are real. */
export function SimulatedPricesNotice({ className }: { className?: string | undefined }) {
  const t = useTranslate()
  const { hasSimulatedPrices } = useParts()
  return hasSimulatedPrices ? <Notice className={className}>{t('prices.simulated')}</Notice> : null
}
